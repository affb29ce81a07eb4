import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { ConsoleSession, Member, Person } from '../core/accounts/people.ts'
import { accountFields } from '../core/accounts/tables.ts'
import { addEvent } from '../core/event-log/add-event-queries.ts'
import type { Seal } from '../core/security/seal.ts'
import { type Db, findAccountRow, type StorageParts } from '../core/storage/sql/access.ts'
import type { Tables } from '../core/storage/sql/tables.ts'
import { isLinkOver, sessionsOverBefore } from './people.ts'
import type { PeopleStorage } from './storage.ts'
import { personFields, sessionFields, signInLinkFields } from './tables.ts'

/** A sealed secret opens only for the person for whom it was made. */
const secretContext = (personId: string): string => `codes of person ${personId}`

const NO_SECRET = new Uint8Array()

const toPerson = (row: Selectable<Tables['people']>, seal: Seal): Person => ({
  ...personFields.fromRow(row),
  totpSecret:
    row.sealed_totp_secret.length === 0
      ? ''
      : seal.open(row.sealed_totp_secret, secretContext(row.public_id)),
})

const toPersonRow = (
  { totpSecret, ...person }: Person,
  seal: Seal,
): Omit<Insertable<Tables['people']>, 'account_id'> => ({
  ...personFields.toRow(person),
  sealed_totp_secret: totpSecret === '' ? NO_SECRET : seal.seal(totpSecret, secretContext(person.id)),
})

const findPersonRow = (db: Db, personId: string) =>
  db.selectFrom('people').select(['id', 'account_id']).where('public_id', '=', personId).executeTakeFirst()

export function peopleMethods({ db, seal, dialect, transaction, snapshot }: StorageParts) {
  const findMember = async (trx: Db, condition: RawBuilder<boolean>): Promise<Member | undefined> => {
    const row = await trx.selectFrom('people').selectAll().where(condition).executeTakeFirst()
    if (row === undefined) return undefined
    const accounts = trx.selectFrom('accounts').selectAll().where('id', '=', row.account_id)
    const account = accountFields.fromRow(await accounts.executeTakeFirstOrThrow())
    return { person: toPerson(row, seal), account }
  }

  return {
    createPerson: (accountId, person, by) =>
      transaction(async (trx) => {
        const account = await findAccountRow(trx, accountId)
        if (account === undefined) return 'no-such-account'
        const inserted = await trx
          .insertInto('people')
          .values({ ...toPersonRow(person, seal), account_id: account.id })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (inserted === undefined) return 'email-taken'
        await addEvent(trx, by, ['created', 'person', person.id], { account_id: account.id })
        return 'created'
      }),

    findPersonByEmail: (email) => snapshot((trx) => findMember(trx, dialect.emailIs(email))),

    async peopleOf(accountId) {
      const rows = await db
        .selectFrom('people')
        .innerJoin('accounts', 'accounts.id', 'people.account_id')
        .selectAll('people')
        .where('accounts.public_id', '=', accountId)
        .orderBy('people.id')
        .execute()
      return rows.map((row) => toPerson(row, seal))
    },

    changePerson: (accountId, personId, change, by) =>
      transaction(async (trx) => {
        const account = await dialect
          .locked(trx.selectFrom('accounts').select('id').where('public_id', '=', accountId), 'accounts')
          .executeTakeFirst()
        if (account === undefined) return 'no-such-person'
        const rows = await trx
          .selectFrom('people')
          .selectAll()
          .where('account_id', '=', account.id)
          .orderBy('id')
          .execute()
        const row = rows.find(({ public_id }) => public_id === personId)
        if (row === undefined) return 'no-such-person'
        const { outcome, person, removed, ends, event } = change(
          toPerson(row, seal),
          rows.map((one) => toPerson(one, seal)),
        )
        if (removed || ends !== undefined) await endLinks(trx, row.id)
        if (removed || ends?.sessionsBut !== undefined) await endAllBut(trx, row.id, ends?.sessionsBut)
        if (removed) {
          await trx.deleteFrom('people').where('id', '=', row.id).execute()
          await addEvent(trx, by, ['deleted', 'person', personId], { account_id: account.id })
        } else if (person !== undefined) {
          const { public_id, email, created_at, ...columns } = toPersonRow(person, seal)
          await trx.updateTable('people').set(columns).where('id', '=', row.id).execute()
          await addEvent(trx, by, [event ?? 'updated', 'person', personId], { account_id: account.id })
        }
        return outcome
      }),

    addSignInLink: (personId, link, by) =>
      transaction(async (trx) => {
        const person = await findPersonRow(trx, personId)
        if (person === undefined) return 'no-such-person'
        const row = signInLinkFields.toRow(link)
        await trx
          .insertInto('sign_in_links')
          .values({ ...row, person_id: person.id })
          .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
          .execute()
        await addEvent(trx, by, ['updated', 'person', personId], { account_id: person.account_id })
        return 'added'
      }),

    signInByLink: (tokenHash, session, now) =>
      transaction(async (trx) => {
        const link = await trx
          .deleteFrom('sign_in_links')
          .where('token_hash', '=', tokenHash)
          .returningAll()
          .executeTakeFirst()
        if (link === undefined || isLinkOver(signInLinkFields.fromRow(link), now)) return 'link-over'
        await addSession(trx, link.person_id, session)
        return 'begun'
      }),

    beginSession: (personId, session, isStill) =>
      transaction(async (trx) => {
        const found = await findPersonRow(trx, personId)
        if (found === undefined) return 'no-such-person'
        // Locks as a change of a person does, so that a change that ends sessions misses none.
        const account = trx.selectFrom('accounts').select('id').where('id', '=', found.account_id)
        await dialect.locked(account, 'accounts').execute()
        const known = trx.selectFrom('people').selectAll().where('id', '=', found.id)
        const row = await known.executeTakeFirst()
        if (row === undefined) return 'no-such-person'
        if (!isStill(toPerson(row, seal))) return 'changed-meanwhile'
        await addSession(trx, row.id, session)
        return 'begun'
      }),

    findSession: (tokenHash) =>
      snapshot(async (trx) => {
        const row = await trx
          .selectFrom('console_sessions')
          .selectAll()
          .where('token_hash', '=', tokenHash)
          .executeTakeFirst()
        const member = row && (await findMember(trx, sql`id = ${row.person_id}`))
        return member && { ...member, session: sessionFields.fromRow(row) }
      }),

    async useSession(sessionId, now) {
      await db
        .updateTable('console_sessions')
        .set({ used_at: now })
        .where('public_id', '=', sessionId)
        .where('used_at', '<', now)
        .execute()
    },

    async sessionsOf(personId) {
      const rows = await db
        .selectFrom('console_sessions')
        .innerJoin('people', 'people.id', 'console_sessions.person_id')
        .selectAll('console_sessions')
        .where('people.public_id', '=', personId)
        .orderBy('console_sessions.id', 'desc')
        .execute()
      return rows.map((row) => sessionFields.fromRow(row))
    },

    endSessions: (personId, which) =>
      transaction(async (trx) => {
        const person = await findPersonRow(trx, personId)
        if (person === undefined) return 0
        if ('except' in which) {
          await endLinks(trx, person.id)
          return endAllBut(trx, person.id, which.except)
        }
        const ended = await trx
          .deleteFrom('console_sessions')
          .where('person_id', '=', person.id)
          .where('public_id', '=', which.only)
          .returning('id')
          .execute()
        return ended.length
      }),
  } satisfies PeopleStorage
}

const addSession = (trx: Db, person_id: number, session: ConsoleSession) =>
  trx
    .insertInto('console_sessions')
    .values({ ...sessionFields.toRow(session), person_id })
    .execute()

const endLinks = (trx: Db, person: number) =>
  trx.deleteFrom('sign_in_links').where('person_id', '=', person).execute()

/**
 * Ends all sessions but one.
 * @returns how many
 */
async function endAllBut(trx: Db, person: number, sessionId = ''): Promise<number> {
  const ended = await trx
    .deleteFrom('console_sessions')
    .where('person_id', '=', person)
    .where('public_id', '<>', sessionId)
    .returning('id')
    .execute()
  return ended.length
}

/** Deletes links and sessions that have ended. */
export async function forgetSessions(_parts: StorageParts, trx: Db, now: number): Promise<void> {
  await trx.deleteFrom('sign_in_links').where('until', '<', now).execute()
  await trx.deleteFrom('console_sessions').where('created_at', '<', sessionsOverBefore(now)).execute()
}

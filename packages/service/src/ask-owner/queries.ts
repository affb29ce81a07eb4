import type { OwnerAnswer } from '@latchkey/protocol'
import { type ProjectRow, toProject } from '../core/accounts/project-rows.ts'
import { customersWith } from '../core/customer/customer-queries.ts'
import { shortAddress } from '../core/event-log/addresses.ts'
import { eventOf, keyIdOfLicense } from '../core/event-log/events.ts'
import { addKeyEvents } from '../core/event-log/key-event-queries.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import { idOf } from '../core/license/key-id.ts'
import { changeEach, findBy, having, licensesOf } from '../core/license/license-queries.ts'
import { toLicense } from '../core/license/license-rows.ts'
import {
  type Db,
  findAppRow,
  lockProjectRow,
  type StorageParts,
  selectProjectsWith,
} from '../core/storage/sql/access.ts'
import { mailItem } from '../mail/mail.ts'
import { addSignIn } from '../my/sign-in-queries.ts'
import { addToOutbox } from '../outbox/queries.ts'
import { afterWrongWords, decideAllow, isLimited, OPEN_SECONDS } from './rules.ts'
import type { AnswerOutcome, AskOutcome, OwnerRequestStorage } from './storage.ts'
import { hasWords, type Words } from './words.ts'

const wordsContext = (id: string): string => `words of request ${id}`
const NOTHING = new Uint8Array()

export function ownerRequestMethods(parts: StorageParts) {
  const { db, seal, dialect, transaction } = parts

  /** The requests for licenses of a customer that wait. */
  const openOf = (on: Db, projectId: string, customerRow: number, now: number) =>
    on
      .selectFrom('owner_requests')
      .innerJoin('projects', 'projects.id', 'owner_requests.project_id')
      .innerJoin('licenses', 'licenses.id', 'owner_requests.license_id')
      .where('projects.public_id', '=', projectId)
      .where('licenses.customer_id', '=', customerRow)
      .where('owner_requests.state', '=', 'waiting')
      .where('owner_requests.open_until', '>', now)

  /**
   * Finds a request that waits, and locks its license: each request is answered once. SECURITY: one
   * for a license of somebody else counts as missing.
   */
  async function lockOpen(trx: Db, projectId: string, customerRow: number, id: string, now: number) {
    const open = () => openOf(trx, projectId, customerRow, now).where('owner_requests.public_id', '=', id)
    const found = await open().select('owner_requests.license_id').executeTakeFirst()
    if (found === undefined) return undefined
    const license = trx.selectFrom('licenses').select('id').where('id', '=', found.license_id)
    await dialect.locked(license, 'licenses').execute()
    return open().selectAll('owner_requests').executeTakeFirst()
  }

  return {
    askOwner: ({ id, appName, key, deviceId, computer, words, token, mailId }, by) =>
      transaction(async (trx): Promise<AskOutcome> => {
        const app = await findAppRow(trx, appName)
        // The account is locked: requests for one license are counted one after another.
        if (app === undefined || app.ask_owner === 0) return { kind: 'not-offered' }
        await lockProjectRow(parts, trx, app.public_id)
        const row = await findBy(trx, app, 'license_key', key)
        const customer = row && (await customersWith(trx, [row.customer_id])).get(row.customer_id)
        if (row?.customer_id == null || customer === undefined) return { kind: 'not-offered' }
        const past = await trx
          .selectFrom('owner_requests')
          .selectAll()
          .where('license_id', '=', row.id)
          .execute()
        const own = past.find(
          (one) => one.device === deviceId && one.state === 'waiting' && one.open_until > by.at,
        )
        if (own !== undefined) {
          const known = JSON.parse(seal.open(own.sealed_words, wordsContext(own.public_id))) as Words
          return { kind: 'asked', words: known, until: own.open_until }
        }
        const known = past.map((one) => ({ askedAt: one.asked_at, state: one.state, endedAt: one.ended_at }))
        if (isLimited(known, by.at)) return { kind: 'limited' }
        const until = by.at + OPEN_SECONDS
        await trx
          .insertInto('owner_requests')
          .values({
            ...{ public_id: id, project_id: app.id, license_id: row.id, device: deviceId, computer },
            network: shortAddress(by.address),
            sealed_words: seal.seal(JSON.stringify(words), wordsContext(id)),
            ...{ state: 'waiting', wrong_tries: 0, asked_at: by.at, open_until: until, ended_at: 0 },
          })
          .execute()
        const license = toLicense(row)
        const who = { id: row.customer_id, email: customer.email }
        // If three links are valid already, this one has no token, and the page asks for a sign-in.
        const hasToken = await addSignIn(trx, { projectRow: app.id, customer: who, token }, by.at)
        const content = {
          to: { email: customer.email, name: customer.name },
          ...{ keys: [], end: 0 },
          path: `my/${app.public_id}/#request/${id}/${hasToken ? token : ''}`,
        }
        const about = idOf(row.id, keyIdOfLicense(license))
        await addToOutbox(parts, trx, app.id, mailItem(mailId, 'ask-owner', content, { now: by.at, about }))
        const event = eventOf('asked', 'key', keyIdOfLicense(license), by)
        await addKeyEvents(trx, [{ projectRow: app.id, licenseRow: row.id, event }])
        return { kind: 'asked', words, until }
      }),

    async ownerRequestStatus({ appName, key, deviceId }, now): Promise<OwnerAnswer> {
      const app = await findAppRow(db, appName)
      const license = app && (await having(licensesOf(db, app), 'license_key', key).executeTakeFirst())
      const last =
        license &&
        (await db
          .selectFrom('owner_requests')
          .select(['state', 'open_until'])
          .where('license_id', '=', license.id)
          .where('device', '=', deviceId)
          .orderBy('id', 'desc')
          .executeTakeFirst())
      if (last?.state === 'allowed') return 'OWNER_ALLOWED'
      if (last?.state === 'denied') return 'OWNER_DENIED'
      return last?.state === 'waiting' && last.open_until > now ? 'OWNER_ASKED' : 'OWNER_REQUEST_OVER'
    },

    async openOwnerRequests(projectId, customerRow, now) {
      const rows = await openOf(db, projectId, customerRow, now)
        .selectAll('licenses')
        .select(['computer', 'network', 'asked_at', 'open_until', 'owner_requests.public_id as request_id'])
        .orderBy('owner_requests.id', 'desc')
        .execute()
      return rows.map((row) => ({
        id: row.request_id,
        licenseRow: row.id,
        keyId: keyIdOfLicense(toLicense(row)),
        ...{ computer: row.computer, network: row.network, askedAt: row.asked_at, until: row.open_until },
      }))
    },

    allowOwnerRequest: (projectId, customerRow, { id, words, computer, mailId }, by) =>
      transaction(async (trx): Promise<AnswerOutcome> => {
        const request = await lockOpen(trx, projectId, customerRow, id, by.at)
        if (request === undefined) return 'no-such-request'
        const mine = trx.updateTable('owner_requests').where('id', '=', request.id)
        const ended = { ended_at: by.at, sealed_words: NOTHING }
        const known = JSON.parse(seal.open(request.sealed_words, wordsContext(id))) as Words
        if (!hasWords(words, known)) {
          const wrong_tries = request.wrong_tries + 1
          const outcome = afterWrongWords(wrong_tries)
          const isOver = outcome === 'request-over'
          await mine.set({ wrong_tries, ...(isOver && { state: 'tried-out', ...ended }) }).execute()
          return outcome
        }
        const row = await selectProjectsWith(trx)
          .where('projects.id', '=', request.project_id)
          .executeTakeFirstOrThrow()
        const project = toProject(row satisfies ProjectRow, seal)
        const license = trx.selectFrom('licenses').selectAll().where('id', '=', request.license_id)
        const asking = { deviceId: request.device, computer: request.computer }
        const decide = (one: Parameters<typeof decideAllow>[0]) =>
          decideAllow(one, { computer }, asking, project, by.at)
        const [changed] = await changeEach(parts, trx, license, decide, by)
        const outcome = changed?.outcome
        if (outcome === undefined || outcome === 'chat-id-taken') return 'no-such-request'
        if (outcome !== 'allowed') return outcome
        await mine.set({ state: 'allowed', ...ended }).execute()
        const customer = (await customersWith(trx, [customerRow])).get(customerRow)
        if (customer !== undefined) {
          const to = { email: customer.email, name: customer.name }
          const item = mailItem(mailId, 'computer-freed', { to, keys: [], end: 0, path: '' }, { now: by.at })
          await addToOutbox(parts, trx, request.project_id, item)
        }
        return outcome
      }),

    denyOwnerRequest: (projectId, customerRow, id, now) =>
      transaction(async (trx) => {
        const request = await lockOpen(trx, projectId, customerRow, id, now)
        if (request === undefined) return 'no-such-request'
        await trx
          .updateTable('owner_requests')
          .set({ state: 'denied', ended_at: now, sealed_words: NOTHING })
          .where('id', '=', request.id)
          .execute()
        return 'denied'
      }),
  } satisfies OwnerRequestStorage
}

/** A request counts for a day after it was answered, which is within a day. */
export async function forgetOwnerRequests(_parts: StorageParts, trx: Db, now: number): Promise<void> {
  await trx
    .deleteFrom('owner_requests')
    .where('asked_at', '<', now - 2 * SECONDS_A_DAY)
    .execute()
}

import { sql } from 'kysely'
import { customerRows, customersWith } from '../core/customer/customer-queries.ts'
import { addEvent } from '../core/event-log/add-event-queries.ts'
import { eventOf, keyIdOfLicense, type Origin } from '../core/event-log/events.ts'
import { addKeyEvents } from '../core/event-log/key-event-queries.ts'
import { idOf } from '../core/license/key-id.ts'
import { changeEach, licensesOf } from '../core/license/license-queries.ts'
import { type LicenseRow, toLicense } from '../core/license/license-rows.ts'
import { type Db, lockProjectRow, type ProjectRowIds, type StorageParts } from '../core/storage/sql/access.ts'
import { replaceKeyOf } from '../licenses/replace-queries.ts'
import type { NewItem } from '../outbox/outbox.ts'
import { addToOutbox } from '../outbox/queries.ts'
import { findMine } from './mine-queries.ts'
import { isRefused } from './rules.ts'
import type { CustomerLink, MyLicenseRef, MyLicenseStorage } from './storage.ts'

export function myLicenseMethods(parts: StorageParts) {
  const { snapshot, transaction, dialect } = parts

  const queue = async (trx: Db, project: ProjectRowIds, mails: readonly NewItem[]): Promise<void> => {
    for (const mail of mails) await addToOutbox(parts, trx, project.id, mail)
  }
  /** Runs `work` with a license of the customer. The changes of one account are serialised. */
  const changing = <T>(
    { projectId, customerRow, row, isOf }: MyLicenseRef,
    work: (trx: Db, project: ProjectRowIds, license: LicenseRow) => Promise<T>,
  ): Promise<T | 'no-such-license'> =>
    transaction(async (trx) => {
      const project = await lockProjectRow(parts, trx, projectId)
      if (project === undefined) return 'no-such-license'
      // SECURITY: a license of another customer counts as missing.
      const mine = licensesOf(trx, project)
        .where('id', '=', row)
        .where('customer_id', '=', customerRow)
        .where('license_key', '<>', '')
      const found = await dialect.locked(mine, 'licenses').executeTakeFirst()
      return found === undefined || !isOf(toLicense(found)) ? 'no-such-license' : work(trx, project, found)
    })
  /** The link with a token, in a transaction that has locked the account. */
  const findLink = (trx: Db, project: ProjectRowIds, tokenHash: Uint8Array, now: number) =>
    trx
      .selectFrom('customer_links')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .where('project_id', '=', project.id)
      .where('until', '>=', now)
      .executeTakeFirst()
  const addLink = async (
    trx: Db,
    project: ProjectRowIds,
    of: { readonly customer_id: number; readonly license_id: number | null },
    { email, tokenHash: token_hash, until }: CustomerLink,
  ): Promise<void> => {
    await trx.deleteFrom('customer_links').where(sameLink(of)).execute()
    await trx
      .insertInto('customer_links')
      .values({ project_id: project.id, ...of, email, token_hash, until })
      .execute()
  }

  return {
    findMine: (projectId, customerRow, now) => snapshot((trx) => findMine(trx, projectId, customerRow, now)),

    changeMine: (of, decide, by, mails) =>
      changing(of, async (trx, project, row) => {
        const change = decide(toLicense(row))
        if (change.license === undefined) return change.outcome
        await changeEach(parts, trx, licensesOf(trx, project).where('id', '=', row.id), () => change, by)
        await queue(trx, project, mails)
        return change.outcome
      }),

    replaceMine: (of, decide, key, by, mails) =>
      changing(of, async (trx, project, found) => {
        const { outcome, license } = decide(toLicense(found))
        if (license === undefined) return outcome
        await replaceKeyOf(trx, project, { row: found.id, license }, key, by)
        await queue(trx, project, mails)
        return outcome
      }),

    offerMine: (of, link, by, mails) =>
      changing(of, async (trx, project, row) => {
        if (isRefused(toLicense(row))) return 'not-working' as const
        await addLink(trx, project, { customer_id: of.customerRow, license_id: row.id }, link)
        await recordOffer(trx, project, row, { ...by, fields: ['offered'] })
        await queue(trx, project, mails)
        return 'done' as const
      }),

    takeOfferBack: (of, by) =>
      changing(of, async (trx, project, row) => {
        const ofLicense = trx.deleteFrom('customer_links').where('license_id', '=', row.id)
        const { numDeletedRows } = await ofLicense.executeTakeFirst()
        if (numDeletedRows > 0n) await recordOffer(trx, project, row, { ...by, fields: ['taken_back'] })
        return 'done' as const
      }),

    acceptOffer: (projectId, tokenHash, created, by, mailTo) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        const link = project && (await findLink(trx, project, tokenHash, by.at))
        if (project === undefined || link === undefined || link.license_id === null) return 'link-over'
        const offered = licensesOf(trx, project).where('id', '=', link.license_id)
        const row = await offered.where('customer_id', '=', link.customer_id).executeTakeFirst()
        await trx.deleteFrom('customer_links').where('id', '=', link.id).execute()
        const giver = (await customersWith(trx, [link.customer_id])).get(link.customer_id)
        // The vendor may have given the license to somebody else meanwhile.
        if (row === undefined || giver === undefined) return 'link-over'
        const customer = { ...created, email: link.email, name: '' }
        const [customerRow = 0] = await customerRows(parts, trx, project.account_id, [customer])
        const handed = { ...by, fields: ['customer'] }
        const change = (license: ReturnType<typeof toLicense>) =>
          ({ outcome: 'handed', license, customer }) as const
        await changeEach(parts, trx, offered, change, handed)
        await queue(trx, project, [mailTo(giver, idOf(row.id, keyIdOfLicense(toLicense(row))))])
        return customerRow
      }),

    addAddressLink: (projectId, customerRow, link, mails) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return
        await addLink(trx, project, { customer_id: customerRow, license_id: null }, link)
        await queue(trx, project, mails)
      }),

    confirmAddress: (projectId, tokenHash, by, mailTo) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        const link = project && (await findLink(trx, project, tokenHash, by.at))
        if (project === undefined || link === undefined || link.license_id !== null) return 'link-over'
        const { customer_id: row, email } = link
        const before = (await customersWith(trx, [row])).get(row)
        if (before === undefined) return 'link-over'
        await trx.deleteFrom('customer_links').where('id', '=', link.id).execute()
        const taken = await trx
          .selectFrom('customers')
          .select('id')
          .where('account_id', '=', project.account_id)
          .where(dialect.emailIs(email))
          .where('id', '<>', row)
          .executeTakeFirst()
        if (taken !== undefined) return 'address-taken'
        await dialect.erasing(trx, () =>
          trx.updateTable('customers').set({ email }).where('id', '=', row).execute(),
        )
        const changed = { ...by, fields: ['email'] }
        await addEvent(trx, changed, ['updated', 'customer', before.id], { account_id: project.account_id })
        await queue(trx, project, [mailTo(before)])
        return { row, before, email }
      }),
  } satisfies MyLicenseStorage
}

const sameLink = (of: { readonly customer_id: number; readonly license_id: number | null }) =>
  of.license_id === null
    ? sql<boolean>`customer_id = ${of.customer_id} and license_id is null`
    : sql<boolean>`license_id = ${of.license_id}`

/** Adds the event of an offer, which changes nothing of its license. */
const recordOffer = (trx: Db, { id: projectRow }: ProjectRowIds, row: LicenseRow, by: Origin) => {
  const event = eventOf('updated', 'key', keyIdOfLicense(toLicense(row)), by)
  return addKeyEvents(trx, [{ projectRow, licenseRow: row.id, event }])
}

/** Deletes links that have ended. */
export async function forgetLinks(_parts: StorageParts, trx: Db, now: number): Promise<void> {
  await trx.deleteFrom('customer_links').where('until', '<', now).execute()
}

/** Deletes the links of a customer and to its address, or gives its offers to another customer. */
export async function moveLinks(trx: Db, customer: number, into: number | null): Promise<void> {
  const links = trx.deleteFrom('customer_links')
  await links.where('customer_id', '=', customer).where('license_id', 'is', null).execute()
  if (into !== null) {
    const given = trx.updateTable('customer_links').set({ customer_id: into })
    await given.where('customer_id', '=', customer).execute()
    return
  }
  await links.where('customer_id', '=', customer).execute()
  const address = sql`select lower(email) from customers where id = ${customer}`
  const projects = sql`select id from projects where account_id in
    (select account_id from customers where id = ${customer})`
  await links.where(sql<boolean>`lower(email) in (${address}) and project_id in (${projects})`).execute()
}

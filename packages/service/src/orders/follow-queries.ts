import { randomBytes } from 'node:crypto'
import { keyIdOf } from '@latchkey/management'
import { createLicenseKey } from '@latchkey/protocol'
import { limitsOf } from '../core/accounts/plans.ts'
import { customerRows } from '../core/customer/customer-queries.ts'
import type { Customer } from '../core/customer/customers.ts'
import { eventOf, type Origin } from '../core/event-log/events.ts'
import { addKeyEvents } from '../core/event-log/key-event-queries.ts'
import { isOver } from '../core/license/key-expiry.ts'
import { type License, newLicense } from '../core/license/license.ts'
import { toLicenseColumns } from '../core/license/license-rows.ts'
import { createId } from '../core/security/credentials.ts'
import type { Db, ProjectRowIds, StorageParts } from '../core/storage/sql/access.ts'
import { insertLicenses } from '../licenses/create-queries.ts'
import { countLicenses } from '../licenses/license-queries.ts'
import { type Follower, followOrder, type LicenseStep, type OrderFields } from './follow-order.ts'
import { queueKeys, receiverOf } from './mail-queries.ts'
import { type NewTerms, type OrderRow, readOrder, type StoredOrder } from './read-orders-queries.ts'
import { storeOrder, type Written } from './store-order-queries.ts'

type Parts = Pick<StorageParts, 'dialect' | 'seal'>

const byShop = (at: number): Origin => ({ at, actor: 'shop', address: '', fields: [] })

/** The order with this number. The account must be locked. */
export const orderWith = (db: Db, row: number): Promise<OrderRow> =>
  db.selectFrom('orders').selectAll().where('id', '=', row).executeTakeFirstOrThrow()

/** The changes of the licenses of an order that its state demands. */
export function stepsOf({ state, followers }: StoredOrder): readonly LicenseStep[] {
  if (state === undefined) return []
  return followOrder(
    state,
    followers.map(({ follower, license }) => ({ ...follower, isBanned: license?.banned === true })),
  )
}

/**
 * Computes the state of an order, and changes its licenses, in one transaction with the mail about
 * them. The account must be locked.
 */
export async function followStored(
  parts: Parts,
  trx: Db,
  orderRow: number,
  now: number,
  newTerms?: NewTerms,
): Promise<void> {
  const order = await orderWith(trx, orderRow)
  const stored = await readOrder(parts, trx, order, { newTerms, isLocked: true })
  if (stored.state === undefined) {
    await trx.updateTable('orders').set({ state: 'not-ours' }).where('id', '=', order.id).execute()
    return
  }
  const steps = stepsOf(stored)
  const { hasRoom, customerId, made } = await make(
    parts,
    trx,
    order,
    stored,
    steps.filter(({ kind }) => kind === 'make'),
    now,
  )
  const written = [...made, ...(await change(trx, order, stored, steps, now))]
  const sent = written.filter(({ sendsKey, follower }) => sendsKey && follower.hasMail)
  if (sent.length > 0) {
    const to = await receiverOf(trx, order, stored.customer)
    await queueKeys(parts, trx, 'key', to, { order, licenses: sent, now })
  }
  await storeOrder(trx, { ...order, customer_id: customerId }, stored, hasRoom, written)
}

const projectOf = (trx: Db, { project_id }: OrderRow) =>
  trx
    .selectFrom('projects')
    .innerJoin('accounts', 'accounts.id', 'projects.account_id')
    .select(['projects.id', 'projects.account_id', 'projects.public_id', 'accounts.plan'])
    .where('projects.id', '=', project_id)
    .executeTakeFirstOrThrow()
/** The customer of the order, who is found or created when its first license is made. */
async function customerOf(
  parts: Parts,
  trx: Db,
  order: OrderRow,
  { customer }: StoredOrder,
  { account_id }: ProjectRowIds,
  now: number,
): Promise<number | null> {
  if (order.customer_id !== null || customer === undefined) return order.customer_id
  const { email, name, isFromBuyer } = customer
  if (isFromBuyer) {
    const known = await trx
      .selectFrom('customers')
      .select('id')
      .where('account_id', '=', account_id)
      .where(parts.dialect.emailIs(email))
      .executeTakeFirst()
    // SECURITY: a buyer who types an address at a checkout does not join the customer who has it.
    if (known !== undefined) return null
  }
  const wanted: Customer = { id: createId(randomBytes), email, name, createdAt: now }
  const [row] = await customerRows(parts, trx, account_id, [wanted])
  return row ?? null
}

/** The fields of a license that a step writes. */
const toFields = (
  { end, stopped, ...fields }: Partial<OrderFields>,
  stopWords: string,
): Partial<License> => ({
  ...fields,
  ...end,
  ...(stopped !== undefined && { stopped, stopWords: stopped === '' ? '' : stopWords }),
})

/** The words of the line for a license that is stopped. */
const stopWordsOf = ({ state }: StoredOrder, { line }: Follower): string =>
  (state?.lines.find((one) => one.line === line) ?? state?.lines[0])?.terms?.stopWords ?? ''

/** The vendor's note of a license that was bought for a test. */
const TEST_NOTE = 'Test'

/** Makes licenses, if the plan has room for all of them. */
async function make(
  parts: Parts,
  trx: Db,
  order: OrderRow,
  stored: StoredOrder,
  steps: readonly LicenseStep[],
  now: number,
): Promise<{
  readonly hasRoom: boolean
  readonly customerId: number | null
  readonly made: readonly Written[]
}> {
  const nothing = { customerId: order.customer_id, made: [] }
  if (steps.length === 0) return { hasRoom: true, ...nothing }
  const project = await projectOf(trx, order)
  const count = (await countLicenses(trx, project)) + steps.length
  if (count > limitsOf(project.plan).users) return { hasRoom: false, ...nothing }
  const customerId = await customerOf(parts, trx, order, stored, project, now)
  const wanted = steps.map((step) => {
    const key = createLicenseKey()
    const note = step.note ?? ''
    const license = {
      ...newLicense(key, { note, vendorNote: stored.isTest ? TEST_NOTE : '' }, now),
      ...toFields(step.fields, stopWordsOf(stored, step.follower)),
      customerId,
    }
    return { step, license }
  })
  const rows = await insertLicenses(
    trx,
    project,
    wanted.map(({ license }) => license),
    byShop(now),
  )
  const byKey = new Map(rows.map(({ id, license_key }) => [license_key, id]))
  const made = wanted.flatMap(({ step: { follower, sendsKey }, license }): Written[] => {
    const row = byKey.get(license.key)
    return row === undefined ? [] : [{ row, license, follower: asSent(follower, license, now), sendsKey }]
  })
  for (const { row, license, follower } of made) await addFollower(trx, order.id, row, license.key, follower)
  return { hasRoom: true, customerId, made }
}

/** Lets a license follow an order. */
export const addFollower = (trx: Db, orderRow: number, licenseRow: number, key: string, follower: Follower) =>
  trx
    .insertInto('order_licenses')
    .values({
      order_id: orderRow,
      line: follower.line,
      unit: follower.unit,
      license_id: licenseRow,
      key_id: keyIdOf(key),
      follower: JSON.stringify(follower),
      renews: 0,
    })
    .execute()

async function change(
  trx: Db,
  order: OrderRow,
  stored: StoredOrder,
  steps: readonly LicenseStep[],
  now: number,
): Promise<readonly Written[]> {
  const { followers } = stored
  const written: Written[] = []
  for (const { follower, fields, sendsKey } of steps.filter(({ kind }) => kind === 'change')) {
    const known = followers.find((one) => isSame(one.follower, follower))
    if (known?.row === undefined || known.license === undefined) continue
    const license = { ...known.license, ...toFields(fields, stopWordsOf(stored, follower)) }
    written.push({ row: known.row, license, follower: asSent(follower, license, now), sendsKey })
    if (Object.keys(fields).length > 0)
      await changeFields(trx, order, known.row, license, { ...byShop(now), fields: Object.keys(fields) })
  }
  for (const { follower } of written) await storeFollower(trx, order.id, follower)
  // What was set by hand, and who deleted a license, is stored also where nothing else changes.
  for (const { follower, isStored } of followers) {
    const isWritten = written.some((one) => isSame(one.follower, follower))
    if (!isStored && !isWritten) await storeFollower(trx, order.id, follower)
  }
  return written
}

const isSame = (one: Follower, other: Follower): boolean => one.line === other.line && one.unit === other.unit

export const storeFollower = (trx: Db, orderRow: number, follower: Follower) =>
  trx
    .updateTable('order_licenses')
    .set({ follower: JSON.stringify(follower) })
    .where('order_id', '=', orderRow)
    .where('line', '=', follower.line)
    .where('unit', '=', follower.unit)
    .execute()

/** Writes fields of a license that follow its order, whose names `by` has. */
export async function changeFields(
  trx: Db,
  { project_id: projectRow }: OrderRow,
  row: number,
  license: License,
  by: Origin,
): Promise<void> {
  await trx.updateTable('licenses').set(toLicenseColumns(license)).where('id', '=', row).execute()
  const event = eventOf('updated', 'key', keyIdOf(license.key), by)
  await addKeyEvents(trx, [{ projectRow, licenseRow: row, event }])
}

/** The mail of a license that has ended leaves when a payment lets it work. */
const asSent = (follower: Follower, license: License, now: number): Follower =>
  isOver(license, now) ? { ...follower, hasMail: false } : follower

import { createHmac, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { CreateKeysBody, ImportKeysBody, KeysImported } from '@latchkey/management'
import { createLicenseKey, licenseKeyOf, NEVER, readAnyKey } from '@latchkey/protocol'
import { type Customer, INVALID_EMAIL, readCustomer } from '../core/customer/customers.ts'
import type { Origin } from '../core/event-log/events.ts'
import { camelCased } from '../core/fields.ts'
import { done } from '../core/http/endpoint.ts'
import { type License, newLicense } from '../core/license/license.ts'
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts'
import { createId } from '../core/security/credentials.ts'
import { hashOfRequest } from './change-many.ts'
import { type ComparedLicense, compareImported, importedLicense } from './import-license.ts'
import { type LinkStorage, linkOrders, shopsOf } from './link-orders.ts'
import type { CreationTerms, ImportedLicenses, LicenseStorage } from './storage.ts'

/** The keys of one transaction. Key checks run between transactions. */
const KEYS_PER_TRANSACTION = 200
/**
 * The changes of one transaction. A change of a key writes more than a new key: several indexes,
 * and the index of the search.
 */
const CHANGES_PER_TRANSACTION = 50

type Outcome = ImportedLicenses['outcomes'][number]

const CODES: Readonly<Record<Outcome, string>> = {
  created: '',
  'done-before': '',
  'key-taken': 'KEY_EXISTS',
  'too-many-licenses': 'PLAN_LIMIT',
}
const DIFFERS = { works: 'KEY_WORKS_HERE', banned: 'KEY_BANNED_HERE' } as const

interface Work {
  readonly storage: Pick<LicenseStorage, 'importLicenses' | 'findLicenses' | 'changeLicenses'> & LinkStorage
  readonly projectId: string
  readonly now: number
  readonly terms: CreationTerms & { readonly by: Origin }
}

/** Creates keys that were issued elsewhere, a batch in each transaction. */
export async function importKeys(work: Work, body: ImportKeysBody): Promise<KeysImported | Refusal> {
  const { storage, projectId, now, terms } = work
  const { keys, request_id, dry_run: isDryRun = false, fill = false } = body
  const request = request_id === undefined ? undefined : hashOfRequest(`import ${request_id}`)
  const read = keys.map(({ user_key, ...wanted }) => ({ ...readAnyKey(user_key), wanted }))
  const shops = await shopsOf(storage, projectId, keys)
  if (isRefusal(shops)) return shops
  const licenses = new Map<string, License>()
  const links = new Map<string, string>()
  const customers = new Map<string, Customer>()
  const refused = new Set<string>()
  for (const { key, wanted } of read) {
    if (key === undefined || licenses.has(key) || refused.has(key)) continue
    const customer = readCustomer(wanted, { id: createId(randomBytes), now })
    if (customer !== undefined && isRefusal(customer)) {
      refused.add(key)
      continue
    }
    if (customer !== undefined) customers.set(key, customer)
    const unbanToken = createId(randomBytes)
    licenses.set(key, importedLicense(key, camelCased(wanted), { request, unbanToken, now }))
  }

  const customerOf = ({ key }: License) => customers.get(key)
  const all = [...licenses.values()]
  const outcomes = new Map<string, Outcome>()
  const compared = new Map<string, ComparedLicense>()
  let left: number | undefined
  // A dry run delays nothing, and compares all keys with the plan at once.
  const atOnce = isDryRun ? all.length : KEYS_PER_TRANSACTION
  for (let start = 0; start < all.length; start += atOnce) {
    const some = all.slice(start, start + atOnce)
    const imported = await storage.importLicenses(projectId, some, { ...terms, customerOf, isDryRun })
    if (imported === 'no-such-project') return refuse(imported)
    for (const [at, { key }] of some.entries()) outcomes.set(key, imported.outcomes[at] ?? 'created')
    left = imported.left
    if (fill) {
      const existing = some.filter((_, at) => EXISTING.has(imported.outcomes[at] ?? 'created'))
      for (const one of await compare({ ...work, terms: { ...terms, customerOf } }, body, existing))
        compared.set(one.license.key, one)
    }
    if (!isDryRun && shops.size > 0) {
      const left: ReadonlySet<Outcome> = new Set(
        fill ? ['too-many-licenses'] : ['too-many-licenses', 'key-taken'],
      )
      const keys = new Set(
        some.flatMap(({ key }, at) => (left.has(imported.outcomes[at] ?? 'created') ? [] : key)),
      )
      const wanted = read.flatMap(({ key = '', wanted }) =>
        keys.delete(key) ? [[key, wanted] as const] : [],
      )
      const linked = await linkOrders(storage, projectId, wanted, shops, terms.by)
      for (const [key, outcome] of linked) links.set(key, outcome)
    }
    await setImmediate()
  }

  const created = [...outcomes.values()].filter((outcome) => outcome === 'created').length
  return {
    ...done(`${isDryRun ? 'Keys that would be created' : 'Keys created'}: ${created}.`),
    created,
    results: read.map(({ key, isAlias = false }) => {
      if (key === undefined) return { user_key: '', alias: false, code: 'KEY_UNUSABLE' }
      if (refused.delete(key)) return { user_key: key, alias: isAlias, code: INVALID_EMAIL }
      const outcome = outcomes.get(key)
      // A repeated key has the outcome of its first place in the request.
      outcomes.delete(key)
      const link = links.get(key)
      const result = { user_key: key, alias: isAlias, ...(link !== undefined && { link }) }
      if (outcome === undefined) return { ...result, code: 'KEY_TWICE' }
      const { changed = [], differs } = compared.get(key) ?? {}
      const code = differs === undefined ? CODES[outcome] : DIFFERS[differs]
      if (changed.length === 0) return { ...result, code }
      return { ...result, code: code || 'KEY_EXISTS', changed: [...changed] }
    }),
    keys_left: left ?? NEVER,
  }
}

/**
 * Outcomes of keys that the project has. A key of this request may have been changed since it was
 * created.
 */
const EXISTING: ReadonlySet<Outcome> = new Set(['key-taken', 'done-before'])

/** Compares keys of the project with those of a file, and makes the wanted changes. */
async function compare(
  { storage, projectId, now, terms }: Work,
  { dry_run: isDryRun, ban_existing: ban = false, unban_existing: unban = false }: ImportKeysBody,
  licenses: readonly License[],
): Promise<readonly ComparedLicense[]> {
  const wanted = new Map(licenses.map((license) => [license.key, license]))
  const keys = [...wanted.keys()]
  const compareOne = (known: License): ComparedLicense =>
    compareImported(
      known,
      wanted.get(known.key) ?? known,
      { ban, unban, customer: terms.customerOf?.(known) },
      now,
    )
  if (keys.length === 0) return []
  if (isDryRun) return (await storage.findLicenses(projectId, keys)).map(({ license }) => compareOne(license))

  // The rule may run again for the same key, with the same result.
  const compared = new Map<string, ComparedLicense>()
  const rule = (known: License) => {
    const one = compareOne(known)
    compared.set(known.key, one)
    const { request } = wanted.get(known.key)?.recorded ?? {}
    const recorded = { ...known.recorded, ...(request !== undefined && { request }) }
    return {
      outcome: 'compared' as const,
      ...(one.changed.length > 0 && { license: { ...one.license, recorded } }),
      ...(one.changed.includes('customer') && { customer: terms.customerOf?.(known) }),
    }
  }
  for (let start = 0; start < keys.length; start += CHANGES_PER_TRANSACTION) {
    const some = keys.slice(start, start + CHANGES_PER_TRANSACTION)
    await storage.changeLicenses(projectId, { keys: some }, rule, terms.by)
    await setImmediate()
  }
  return [...compared.values()]
}

/**
 * Creates new licenses, a batch in each transaction. The first batch finds out whether the plan has
 * room for all; requests that run at the same time may exceed the plan by their keys. After a
 * failure, the same request with its ID creates the missing ones.
 */
export async function createKeys(
  storage: Pick<LicenseStorage, 'createLicenses'>,
  projectId: string,
  licenses: readonly License[],
  { mostLicenses, ...terms }: CreationTerms,
): Promise<Awaited<ReturnType<LicenseStorage['createLicenses']>>> {
  for (let start = 0; start < licenses.length; start += KEYS_PER_TRANSACTION) {
    const some = licenses.slice(start, start + KEYS_PER_TRANSACTION)
    const isLimited = start === 0 && mostLicenses !== undefined
    const room = isLimited ? { mostLicenses: mostLicenses - licenses.length + some.length } : {}
    const outcome = await storage.createLicenses(projectId, some, { ...terms, ...room })
    if (outcome !== 'created') return outcome
    await setImmediate()
  }
  return 'created'
}

/**
 * New unassigned licenses. A repeated request has the same ones. SECURITY: their keys depend on a
 * secret of the service, because the ID of a request may be guessed.
 */
export function licensesToCreate(
  { request_id, ...body }: CreateKeysBody,
  { projectId, repeatKey, now }: { projectId: string; repeatKey: Uint8Array; now: number },
): readonly License[] {
  const { count: length, ...fields } = body
  const wanted = camelCased(fields)
  if (request_id === undefined) {
    return Array.from({ length }, () => newLicense(createLicenseKey(), wanted, now))
  }
  const recorded = { request: hashOfRequest(`create ${request_id}`) }
  return Array.from({ length }, (_, index) => {
    const seed = JSON.stringify([projectId, request_id, body, index])
    const digest = createHmac('sha256', repeatKey).update(seed).digest('hex')
    return { ...newLicense(licenseKeyOf(BigInt(`0x${digest}`)), wanted, now), recorded }
  })
}

import { randomBytes } from 'node:crypto'
import {
  type DeleteKeysBody,
  ENDPOINTS,
  type KeyFound,
  type KeyQuery,
  MOST_KEYS_MAILED,
} from '@latchkey/management'
import { createLicenseKey, readAnyKey } from '@latchkey/protocol'
import { limitsOf } from '../core/accounts/plans.ts'
import type { Project } from '../core/accounts/projects.ts'
import { readCustomer } from '../core/customer/customers.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { withoutBan } from '../core/license/bans.ts'
import type { License } from '../core/license/license.ts'
import { isRefusal, malformed } from '../core/refusal.ts'
import { createId } from '../core/security/credentials.ts'
import { resetFrom } from '../devices/reset-device.ts'
import { mailItem } from '../mail/mail.ts'
import { decideFilteredDelete, decideKeyChange, decideKeyDelete } from './change-keys.ts'
import {
  asBulk,
  changeMany,
  decodeCursor,
  encodeCursor,
  filterOf,
  keyChangeOf,
  type RequestProgress,
} from './change-many.ts'
import { createKeys, importKeys, licensesToCreate } from './import-keys.ts'
import type { LinkStorage } from './link-orders.ts'
import { changeOneKey, findOneKey } from './one-key.ts'
import { toDeviceBan, toKeyRecord } from './records.ts'
import { refuse } from './refusals.ts'
import { createRepeatedRequests } from './repeated-requests.ts'
import type { RequestStorage } from './request-storage.ts'
import type { FoundLicense, LicenseStorage, SearchPage } from './storage.ts'

/** A body may have as many keys as can be changed at once, and its other fields. */
const BODY_LIMIT_BYTES = 1_024 * 1_024
const DEFAULT_LIMIT = 100

/**
 * Whether a repetition of a request must be recognised. Keys that are given by name match again;
 * keys that matched a filter were changed by the first request.
 */
const isRepeatable = ({ request_id, user_keys }: DeleteKeysBody): boolean =>
  request_id !== undefined && user_keys === undefined

export type LicenseParts = HttpParts<LicenseStorage & RequestStorage & LinkStorage>

/** Additions to the interface: a list of many keys, and the page of one key. */
export function registerKeys(registerEndpoint: RegisterEndpoint, { storage, repeatKey }: LicenseParts): void {
  const register: RegisterEndpoint = (endpoint, handler) =>
    registerEndpoint(endpoint, handler, { bodyLimit: BODY_LIMIT_BYTES })
  const repeated = createRepeatedRequests(storage)

  const toFound = (
    message: string,
    { resetCooldownSeconds }: Project,
    found: FoundLicense,
    now: number,
  ): KeyFound => ({
    ...done(message),
    key: toKeyRecord(found, now),
    ...(found.deviceBan !== undefined && { device_ban: toDeviceBan(found.deviceBan) }),
    reset_from: resetFrom(found.license, resetCooldownSeconds, now),
  })

  register(ENDPOINTS.listKeys, async ({ query, now, project }) => {
    const { sort = 'created', order = 'desc', limit = DEFAULT_LIMIT, cursor, from, exact } = query
    const sorted = { sort, descending: order === 'desc' }
    const after = cursor === undefined ? undefined : decodeCursor(sorted, cursor)
    if (cursor !== undefined && after === undefined) return refuse('invalid-cursor')
    if (cursor !== undefined && from !== undefined) {
      return malformed('Only one of cursor and from can be in the query')
    }
    // One more key shows whether another page follows.
    const page: SearchPage = { ...sorted, limit: limit + 1, after, from, exact }
    const search = (filter: KeyQuery) => storage.searchLicenses(project.id, filterOf(filter), page, now)
    let found = await search(query)
    if (found !== 'too-many-to-sort' && found.count === 0) {
      // The text may be an imported key of another form, of which only the alias is stored.
      const other = readAnyKey(query.search ?? '')
      if (other?.isAlias) found = await search({ ...query, search: other.key })
    }
    if (found === 'too-many-to-sort') return refuse(found)
    const listed = found.licenses.slice(0, limit)
    const last = found.licenses.length > limit ? listed.at(-1) : undefined
    return {
      ...done('The keys that match.'),
      keys: listed.map((license) => toKeyRecord(license, now)),
      next_cursor: last === undefined ? '' : encodeCursor(sorted, last.place),
      count: found.count,
      count_is_exact: found.isExact,
    }
  })

  register(ENDPOINTS.findKeys, async ({ body, now, project }) => {
    const found = await storage.findLicenses(project.id, body.user_keys)
    const known = new Set(found.map(({ license }) => license.key))
    return {
      ...done(`Keys found: ${known.size}.`),
      keys: found.map((license) => toKeyRecord(license, now)),
      unknown: [...new Set(body.user_keys)].filter((key) => !known.has(key)),
    }
  })

  register(ENDPOINTS.createKeys, async ({ account, body, now, by, project }) => {
    const customer = readCustomer(body, { id: createId(randomBytes), now })
    if (customer !== undefined && isRefusal(customer)) return customer
    if (body.mail && customer === undefined) return malformed('mail needs customer_email')
    if (body.mail && body.count > MOST_KEYS_MAILED) {
      return malformed(`At most ${MOST_KEYS_MAILED} keys are mailed at once. Send the others as a list`)
    }
    const licenses = licensesToCreate(body, { projectId: project.id, repeatKey, now })
    const mailOf = (key: string, about: string) => {
      const content = {
        to: { email: customer?.email ?? '', name: customer?.name ?? '' },
        keys: [key],
        end: 0,
        path: '',
      }
      return mailItem(createId(randomBytes), 'key', content, { now, about })
    }
    const terms = {
      mostLicenses: limitsOf(account.plan).users,
      by: asBulk(by, body.request_id),
      customerOf: () => customer,
      ...(body.mail && { mailOf }),
    }
    const outcome = await createKeys(storage, project.id, licenses, terms)
    if (outcome !== 'created') return refuse(outcome)
    const user_keys = licenses.map(({ key }) => key)
    return { ...done(`Keys created: ${licenses.length}.`), user_keys }
  })

  register(ENDPOINTS.importKeys, ({ account, body, now, by, project }) => {
    const terms = { mostLicenses: limitsOf(account.plan).users, by: asBulk(by, body.request_id) }
    return importKeys({ storage, projectId: project.id, now, terms }, body)
  })

  register(ENDPOINTS.changeKeys, async ({ body, now, by, project }) => {
    const { action, days, note, vendor_note, append, force, customer_email, customer_name, ...more } = body
    const { ban_reason, ban_expire, ban_only_key, unban_only_devices, ...terms } = more
    const { features, add_features, remove_features, updates_until, perpetual, ...selection } = terms
    const change = keyChangeOf(body, project, now)
    if (isRefusal(change)) return change
    const rule = (license: License) => decideKeyChange(license, change, now)
    const run = (progress?: RequestProgress) =>
      changeMany({ storage, project, now, by, rule }, selection, progress)
    return isRepeatable(body) ? repeated(project.id, ['change', body], run) : run()
  })

  register(ENDPOINTS.deleteKeys, ({ body, now, by, project }) => {
    const decide = body.user_keys === undefined ? decideFilteredDelete : decideKeyDelete
    const rule = (license: License) => decide(license, now)
    const run = (progress?: RequestProgress) =>
      changeMany({ storage, project, now, by, rule }, body, progress)
    return isRepeatable(body) ? repeated(project.id, ['delete', body], run) : run()
  })

  register(ENDPOINTS.getKey, async ({ query, now, project }) => {
    const found = await findOneKey(storage, project, query)
    return isRefusal(found) ? found : toFound('The key.', project, found, now)
  })

  register(ENDPOINTS.changeKey, async ({ body, now, by, project }) => {
    const change = keyChangeOf(body, project, now)
    if (isRefusal(change)) return change
    const found = await findOneKey(storage, project, body)
    if (isRefusal(found)) return found
    const rule = (license: License) => decideKeyChange(license, change, now)
    const refusal = await changeOneKey(storage, found, { project, now, by, version: body.if_version }, rule)
    if (refusal !== undefined) return refusal
    // If its ban is lifted, a license without a key is deleted.
    const present = (await storage.findLicense(project.id, found)) ?? {
      ...found,
      license: withoutBan(found.license),
    }
    return toFound('The key was changed.', project, present, now)
  })

  register(ENDPOINTS.replaceKey, async ({ body, now, by, project }) => {
    const found = await findOneKey(storage, project, body)
    if (isRefusal(found)) return found
    const outcome = await storage.replaceKey(project.id, found.row, createLicenseKey(), by)
    if (outcome !== 'replaced') return refuse(outcome)
    const present = (await storage.findLicense(project.id, { row: found.row })) ?? found
    return toFound('The key was replaced. The earlier one is refused from now on.', project, present, now)
  })

  register(ENDPOINTS.deleteKey, async ({ query, now, by, project }) => {
    const found = await findOneKey(storage, project, query)
    if (isRefusal(found)) return found
    const rule = (license: License) => decideKeyDelete(license, now)
    const refusal = await changeOneKey(storage, found, { project, now, by, version: query.if_version }, rule)
    return refusal ?? done('The key was deleted.')
  })
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  type ChangeKeyBody,
  type DeleteKeysBody,
  type KeyQuery,
  type KeyState,
  type KeysChanged,
  MOST_KEYS_AT_ONCE,
  TEXT_LIMITS,
} from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import type { Project } from '../core/accounts/projects.ts'
import { readCustomer } from '../core/customer/customers.ts'
import type { Origin } from '../core/event-log/events.ts'
import { definedFields } from '../core/fields.ts'
import { done } from '../core/http/endpoint.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import { isRefusal, malformed, type Refusal } from '../core/refusal.ts'
import { createId } from '../core/security/credentials.ts'
import { type KeyChange, type KeyChangeOutcome, onceFor } from './change-keys.ts'
import { refuse } from './refusals.ts'
import type { LicenseStorage, SearchFilter, SearchPage, SearchPlace } from './storage.ts'

/** The keys of one transaction. Key checks run between transactions. */
const KEYS_PER_TRANSACTION = 50
/** The order of changes. The value in their cursor is the newest key of the first request. */
const CHANGES = { sort: 'created', descending: false } as const

const isMissing = (field: string): Refusal =>
  malformed(`${field} is missing in the body, and the action needs it`)

/** What a body asks to do with each key. */
export function keyChangeOf(
  body: Omit<ChangeKeyBody, 'id' | 'user_key' | 'if_version'>,
  { resetCooldownSeconds }: Project,
  now: number,
): KeyChange | Refusal {
  const { action, days, append = false, force = false, auth_expire = 0, key_days, chat_id } = body
  switch (action) {
    case 'extend':
      return days === undefined ? isMissing('days') : { action, days }
    case 'note': {
      const { note, vendor_note: vendorNote } = body
      if (note === undefined && vendorNote === undefined) return isMissing('note or vendor_note')
      return { action, notes: { note, vendorNote }, append, longest: TEXT_LIMITS.note }
    }
    case 'customer': {
      if (body.customer_email === undefined) return isMissing('customer_email')
      const customer = readCustomer(body, { id: createId(randomBytes), now }) ?? 'none'
      return typeof customer === 'object' && isRefusal(customer) ? customer : { action, customer }
    }
    case 'terms': {
      const { features, add_features, remove_features, updates_until, perpetual } = body
      const terms = definedFields({
        features,
        addFeatures: add_features,
        removeFeatures: remove_features,
        updatesUntil: updates_until,
        perpetual,
      })
      return Object.keys(terms).length === 0 ? isMissing('features') : { action, terms }
    }
    case 'ban': {
      const { ban_reason: reason, ban_expire: expire = NEVER, ban_only_key: onlyKey } = body
      if (expire !== NEVER && expire <= now) return refuse('ban-already-over')
      // The rule may run again for the same key, and then must make the same token.
      const seed = randomBytes(32)
      const unbanTokenOf = ({ key }: License): string =>
        createId((length) => createHash('sha256').update(seed).update(key).digest().subarray(0, length))
      return { action, ban: { reason, expire, onlyKey }, unbanTokenOf }
    }
    case 'unban':
      return { action, onlyDevices: body.unban_only_devices ?? false }
    case 'reset':
      return { action, reset: { force, cooldownSeconds: resetCooldownSeconds } }
    case 'expire':
      if ((auth_expire === 0) === (key_days === undefined)) {
        return malformed('One of auth_expire and key_days is needed in the body')
      }
      return { action, authExpire: auth_expire, keyDays: key_days }
    case 'link':
      return chat_id === undefined ? isMissing('chat_id') : { action, chatId: chat_id, force }
  }
}

export const filterOf = ({
  search,
  state,
  trial,
  ends_after,
  ends_before,
}: Pick<KeyQuery, 'search' | 'state' | 'trial' | 'ends_after' | 'ends_before'>): SearchFilter => ({
  search,
  // The schema allows only these states.
  states: state?.split(',') as KeyState[] | undefined,
  trial,
  endsFrom: ends_after,
  endsBefore: ends_before,
})

const DONE = [
  'updated',
  'banned',
  'unbanned',
  'reset',
  'released',
  'linked',
  'deleted',
  'done-before',
] as const
type Done = (typeof DONE)[number]
/** The result of a change of one key: it is as wanted, or the reason why not. */
export type KeyOutcome = KeyChangeOutcome | Done | 'still-works' | 'chat-id-taken' | 'no-such-license'

export const isDone = (outcome: string): outcome is Done => DONE.some((done) => done === outcome)

interface Work {
  readonly storage: LicenseStorage
  readonly project: Project
  readonly now: number
  readonly by: Origin
  readonly rule: (license: License) => LicenseChange<KeyOutcome>
}

/** The progress of a request that may be repeated. */
export interface RequestProgress {
  /** The newest key when the request was accepted. Undefined: it was not accepted yet. */
  readonly newest: number | undefined
  /** Records that the number of keys is as expected, and that they are changed from now on. */
  accept(newest: number): Promise<void>
}

const NOT_REPEATABLE: RequestProgress = { newest: undefined, accept: async () => {} }

/** Changes the selected keys by a rule, a batch in each transaction. */
export async function changeMany(
  work: Work,
  selection: DeleteKeysBody,
  progress = NOT_REPEATABLE,
): Promise<KeysChanged | Refusal> {
  const { user_keys, request_id, ...filter } = selection
  const rule = request_id === undefined ? work.rule : onceFor(hashOfRequest(request_id), work.rule)
  const once = { ...work, rule, by: asBulk(work.by, request_id) }
  if (user_keys === undefined) return changeMatching(once, filter, progress)
  if (Object.values(filter).some((value) => value !== undefined)) {
    return malformed('Either user_keys is needed in the body, or a filter')
  }
  const keys = [...new Set(user_keys)]
  const outcomes = await changeInBatches(once, keys, (some) => ({ keys: some }))
  const found = new Map(outcomes.map(({ key, outcome }) => [key, outcome]))
  return answerTo(keys.map((key) => ({ key, outcome: found.get(key) ?? 'no-such-license' })))
}

/**
 * Changes the keys that match a filter, in the order of their creation. Keys that were created
 * after the first request do not change, so exactly the counted keys do.
 */
async function changeMatching(
  work: Work,
  { cursor, expected_count, ...selection }: Omit<DeleteKeysBody, 'user_keys' | 'request_id'>,
  progress: RequestProgress,
): Promise<KeysChanged | Refusal> {
  const { storage, project, now } = work
  const filter = filterOf(selection)
  const search = (page: Partial<SearchPage>) =>
    storage.searchLicenses(project.id, filter, { ...CHANGES, limit: MOST_KEYS_AT_ONCE + 1, ...page }, now)
  const place = cursor === undefined ? undefined : decodeCursor(CHANGES, cursor)
  if (cursor !== undefined && place === undefined) return refuse('invalid-cursor')
  if (place === undefined && expected_count === undefined) return isMissing('expected_count')
  const found = await search(
    place === undefined ? { exact: true } : { after: { value: place.row, row: place.row } },
  )
  if (found === 'too-many-to-sort') throw new Error('The order of creation has an index.')
  const accepted = place?.value ?? progress.newest
  if (accepted === undefined && found.count !== expected_count) {
    return refuse('count-changed', { count: found.count })
  }
  const newest = accepted ?? (await newestRow(work))
  if (accepted === undefined) await progress.accept(newest)
  const matching = found.licenses.filter(({ row }) => row <= newest)
  const rows = matching.slice(0, MOST_KEYS_AT_ONCE).map(({ row }) => row)
  const outcomes = await changeInBatches(work, rows, (some) => ({ rows: some }))
  const last = matching.length > rows.length ? rows.at(-1) : undefined
  const next = last === undefined ? '' : encodeCursor(CHANGES, { value: newest, row: last })
  return answerTo(outcomes, next)
}

async function newestRow({ storage, project, now }: Work): Promise<number> {
  const newest = await storage.searchLicenses(project.id, {}, { ...CHANGES, descending: true, limit: 1 }, now)
  return newest === 'too-many-to-sort' ? 0 : (newest.licenses[0]?.row ?? 0)
}

async function changeInBatches<Which>(
  { storage, project, by, rule }: Work,
  all: readonly Which[],
  named: (some: readonly Which[]) => Parameters<LicenseStorage['changeLicenses']>[1],
) {
  const outcomes: { readonly key: string; readonly outcome: KeyOutcome }[] = []
  for (let start = 0; start < all.length; start += KEYS_PER_TRANSACTION) {
    const some = all.slice(start, start + KEYS_PER_TRANSACTION)
    outcomes.push(...(await storage.changeLicenses(project.id, named(some), rule, by)))
    await setImmediate()
  }
  return outcomes
}

function answerTo(
  outcomes: readonly { readonly key: string; readonly outcome: KeyOutcome }[],
  next_cursor = '',
): KeysChanged {
  const unchanged = outcomes.flatMap(({ key, outcome }) =>
    isDone(outcome) ? [] : [{ user_key: key, ...reasonOf(outcome) }],
  )
  const changed = outcomes.length - unchanged.length
  return {
    ...done(`Keys changed: ${changed}. Not changed: ${unchanged.length}.`),
    changed,
    unchanged,
    next_cursor,
  }
}

/** Why one of many keys was not changed. */
function reasonOf(outcome: Exclude<KeyOutcome, Done>) {
  const { code, keyCode = '', message } = refuse(outcome)
  return { code: code ?? keyCode, message }
}

/**
 * The hash of a request ID, because an ID may be as long as a key, and is stored with every key.
 */
export const hashOfRequest = (requestId: string): string =>
  createHash('sha256').update(requestId).digest('hex').slice(0, 16)

/**
 * The origin of a change of many keys, which lists show as one event. Requests with the same ID by
 * the same actor are one change.
 */
export const asBulk = (by: Origin, requestId: string = randomUUID()): Origin => ({
  ...by,
  bulk: hashOfRequest([by.actor, by.person ?? '', requestId].join('\n')),
})

type Order = Pick<SearchPage, 'sort' | 'descending'>

/** Writes a place in a sorted list. It contains nothing secret, and its format may change. */
export const encodeCursor = ({ sort, descending }: Order, { value, row }: SearchPlace): string =>
  [sort, descending ? 'desc' : 'asc', value, row].join('.')

/**
 * Reads a place.
 * @returns undefined when it is not one of a list that is sorted like this
 */
export function decodeCursor({ sort, descending }: Order, cursor: string): SearchPlace | undefined {
  const [first, second, value = '', row = '', ...rest] = cursor.split('.')
  if (first !== sort || second !== (descending ? 'desc' : 'asc') || rest.length > 0) return undefined
  return isNumber(value) && isNumber(row) ? { value: Number(value), row: Number(row) } : undefined
}

const isNumber = (text: string): boolean => /^-?\d{1,15}$/.test(text)

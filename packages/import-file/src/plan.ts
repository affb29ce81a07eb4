import type { ImportKeysBody } from '@latchkey/management'
import { type ImportColumns, isAddress } from './columns.ts'
import { type DateOrder, readEnd } from './read-end.ts'
import { readDays, readDevices } from './read-numbers.ts'
import {
  effectOf,
  type FileState,
  isStricter,
  isUnset,
  type StateChoices,
  type StateEffect,
  type StateMeaning,
  statesOf,
} from './states.ts'
import type { ImportRow } from './table.ts'
import { plainTitle } from './titles.ts'

/**
 * Why a line of the file cannot be imported. `key-twice`: an earlier line has the same text.
 * `left-out`: a person has chosen so. `state-unknown`: a person must say what the word means.
 */
export type LineProblem =
  | 'no-key'
  | 'key-too-long'
  | 'key-twice'
  | 'end-unreadable'
  | 'end-ambiguous'
  | 'end-too-late'
  | 'note-too-long'
  | 'device-too-long'
  | 'days-unreadable'
  | 'devices-unreadable'
  | 'devices-too-many'
  | 'wrong-character'
  | 'open-quotation'
  | 'left-out'
  | 'state-unknown'

type WantedKey = ImportKeysBody['keys'][number]

/** A line that can be sent to the service. */
export interface ImportLine {
  readonly row: ImportRow
  readonly wanted: WantedKey
}

/** A line that cannot be imported. */
export interface WrongLine {
  readonly row: ImportRow
  readonly problem: LineProblem
}

/** A value of the file with its effect, and the number of lines with keys that have it. */
export interface CountedState extends FileState {
  readonly effect: StateEffect
  readonly lines: number
}

/** What an import of the file would send. */
export interface ImportPlan {
  readonly lines: readonly ImportLine[]
  readonly wrong: readonly WrongLine[]
  /** What the file says about its keys: by column, then the most frequent first. */
  readonly states: readonly CountedState[]
}

/** The reason of a ban, for each meaning of a value in the file. The customer can read it. */
export type BanReasons = Readonly<Record<Exclude<StateMeaning, 'works'>, string>>

/** The reasons of bans in English. */
export const BAN_REASONS: BanReasons = {
  refunded: 'The purchase was refunded.',
  disputed: 'The payment was disputed.',
  disabled: 'The key was disabled.',
  expired: 'The license has ended.',
  cancelled: 'The subscription was cancelled.',
  unpaid: 'The purchase was not paid.',
  unknown: 'The key is not in use.',
}

/** How a file is read. */
export interface ImportReading {
  readonly columns: ImportColumns
  /** The columns that say whether a key works, and the effects that a person has chosen. */
  readonly states?: readonly number[]
  readonly choices?: StateChoices
  /** The titles of all columns. */
  readonly titles?: readonly string[]
  readonly order?: DateOrder | undefined
  /** The shop that has sold all keys, by its ID or kind, where no column has it. */
  readonly shop?: string | undefined
  /** Unix seconds. A key with an earlier end has ended. */
  readonly now?: number
  readonly reasons?: BanReasons
}

/** The limits of the API, in characters. */
const LONGEST = { key: 256, note: 1_000, device: 256, name: 200, shop: 64 }

/** What all lines of a key say about it. */
interface Verdict {
  readonly effect: StateEffect
  readonly meaning: StateMeaning
}
const WORKS: Verdict = { effect: 'works', meaning: 'works' }

/** Reads each row except the row of titles. */
export function planImport(rows: readonly ImportRow[], reading: ImportReading): ImportPlan {
  const { columns, states = [], choices = {}, titles = [] } = reading
  const lines: ImportLine[] = []
  const wrong: WrongLine[] = []
  const counted = new Map<string, CountedState>()
  // A subscription has a line for each payment, any of which may have been refunded.
  const verdicts = new Map<string, Verdict>()
  for (const { cells } of rows) {
    const key = columns.key === undefined ? '' : (cells[columns.key] ?? '')
    if (key === '') continue
    for (const state of statesOf(cells, states, titles)) {
      const effect = effectOf(state, choices)
      const before = counted.get(state.id)
      counted.set(state.id, before ? { ...before, lines: before.lines + 1 } : { ...state, effect, lines: 1 })
      const known = verdicts.get(canonical(key)) ?? WORKS
      if (isStricter(effect, known.effect)) {
        verdicts.set(canonical(key), { effect, meaning: state.meaning })
      }
    }
  }

  const keys = new Set<string>()
  const repeated = titles.findIndex((title) => plainTitle(title) === 'recurringcharge')
  for (const row of rows) {
    if (isTotal(row, columns)) continue
    // A later payment of a subscription on Gumroad. What it says about the key is known already.
    const isRepeated = repeated >= 0 && !isUnset(row.cells[repeated] ?? '')
    if (isRepeated && keys.has(row.cells[columns.key ?? -1] ?? '')) continue
    const read = readRow(row, reading, verdicts)
    const problem = typeof read === 'string' ? read : keys.has(read.user_key) ? 'key-twice' : undefined
    if (problem !== undefined) wrong.push({ row, problem })
    else if (typeof read !== 'string') {
      keys.add(read.user_key)
      lines.push({ row, wanted: read })
    }
  }
  const byColumn = (a: CountedState, b: CountedState) => a.column - b.column || b.lines - a.lines
  return { lines, wrong, states: [...counted.values()].sort(byColumn) }
}

/** The form in which the service compares keys, see `keyAlias`. */
const canonical = (key: string): string => {
  const joined = key.normalize('NFKC').replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
  return /^[A-Za-z]{32}$/.test(joined) ? joined : joined.toUpperCase()
}

/** The last line of a file from Gumroad. */
const isTotal = ({ cells }: ImportRow, { key }: ImportColumns): boolean =>
  cells[0] === 'Totals' && key !== 0 && key !== undefined && (cells[key] ?? '') === ''

function readRow(
  { cells, isBroken }: ImportRow,
  { columns, order, now = 0, reasons = BAN_REASONS, shop = '' }: ImportReading,
  verdicts: ReadonlyMap<string, Verdict>,
): WantedKey | LineProblem {
  if (isBroken) return 'open-quotation'
  if (cells.some((cell) => cell.includes('\0'))) return 'wrong-character'
  const cellOf = (index: number | undefined): string => (index === undefined ? '' : (cells[index] ?? ''))
  const [user_key, identifier] = [cellOf(columns.key), cellOf(columns.device)]
  const { customer, ...notes } = textsOf(columns, cellOf)
  const end = readEnd(cellOf(columns.end), order)
  const [days, devices] = [readDays(cellOf(columns.days)), readDevices(cellOf(columns.devices))]
  if (user_key === '') return 'no-key'
  if (user_key.length > LONGEST.key) return 'key-too-long'
  if (Object.values(notes).some((text) => text.length > LONGEST.note)) return 'note-too-long'
  if (identifier.length > LONGEST.device) return 'device-too-long'
  if (end.kind === 'wrong') return end.problem
  if (typeof days === 'string') return days
  if (typeof devices === 'string') return devices

  const { effect, meaning } = verdicts.get(canonical(user_key)) ?? WORKS
  if (effect === 'left-out') return 'left-out'
  if (effect === 'ask') return 'state-unknown'
  const second = end.kind === 'at' ? end.second : undefined
  // A key that has ended needs no ban, and one that was cancelled works until its end.
  const isEnding = effect === 'ends' && second !== undefined && (meaning === 'cancelled' || second <= now)
  const isBanned = effect === 'banned' || (effect === 'ends' && !isEnding)
  return {
    user_key,
    ...notes,
    ...customer,
    ...linkOf(columns, cellOf, shop),
    ...(second !== undefined && { auth_expire: second }),
    ...(second === undefined && days !== undefined && { key_days: days }),
    ...(devices !== undefined && { max_devices: devices }),
    ...(isBanned
      ? { ban_reason: reasons[meaning === 'works' ? 'unknown' : meaning] }
      : // The ban of a key bans its device as well, so a banned one is imported without it.
        identifier !== '' && { identifier }),
  }
}

/** The order that the key of a line follows, if its shop is known. */
function linkOf(
  columns: ImportColumns,
  cellOf: (index: number | undefined) => string,
  chosen: string,
): Pick<WantedKey, 'shop' | 'order_id' | 'subscription_id'> {
  const shop = cellOf(columns.shop) || chosen
  const [order_id, subscription_id] = [cellOf(columns['order-id']), cellOf(columns.subscription)]
  // A longer text is the ID of no shop, and of nothing there.
  if (shop.length > LONGEST.shop || [order_id, subscription_id].some((id) => id.length > LONGEST.key))
    return {}
  if (shop === '' || order_id + subscription_id === '') return {}
  return { shop, ...(order_id !== '' && { order_id }), ...(subscription_id !== '' && { subscription_id }) }
}

/** The customer and the notes of a line. */
function textsOf(
  columns: ImportColumns,
  cellOf: (index: number | undefined) => string,
): Pick<WantedKey, 'note' | 'vendor_note'> & {
  readonly customer: Pick<WantedKey, 'customer_email' | 'customer_name'>
} {
  const [note, email, name] = [cellOf(columns.note), cellOf(columns.email), cellOf(columns.name)]
  const isCustomer = isAddress(email)
  const isNamed = isCustomer && name !== '' && name.length <= LONGEST.name && !/\p{Cc}/u.test(name)
  // Customers can read the note, so who bought the key, and what is no customer, is put into the vendor note.
  const who = [
    isCustomer ? '' : email,
    isNamed ? '' : name,
    cellOf(columns.order),
    cellOf(columns['vendor-note']),
  ]
  const vendor_note = who.filter((text) => text !== '').join('\n')
  return {
    customer: { ...(isCustomer && { customer_email: email }), ...(isNamed && { customer_name: name }) },
    ...(note !== '' && { note }),
    ...(vendor_note !== '' && { vendor_note }),
  }
}

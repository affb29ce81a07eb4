import type { ImportRow } from './table.ts'
import { plainTitle } from './titles.ts'

/**
 * What a cell of another licensing system says about a key. `unknown`: a word that is not known.
 */
export type StateMeaning =
  | 'works'
  | 'refunded'
  | 'disputed'
  | 'disabled'
  | 'expired'
  | 'cancelled'
  | 'unpaid'
  | 'unknown'

/**
 * The effect on the key of a line. `ends`: it works until its end, and is banned without one.
 * `ask`: a person must say what the word means, and until then the line is not imported.
 */
export type StateEffect = 'works' | 'ends' | 'ask' | 'left-out' | 'banned'

/**
 * The effects, the strictest last. When two columns of a key disagree, the strictest one counts.
 */
const STRICTNESS: readonly StateEffect[] = ['works', 'ends', 'ask', 'left-out', 'banned']

/** A value of a column that says whether a key works. */
export interface FileState {
  /** Identifies the column and the value. */
  readonly id: string
  readonly column: number
  /**
   * The value as it is in the file; empty for a column whose title says it, such as `Refunded?`.
   */
  readonly word: string
  /** For a column whose title says it: which value the cell has. */
  readonly answer?: 'yes' | 'no'
  readonly meaning: StateMeaning
}

/** The effects that a person has chosen, by the `id` of a state. */
export type StateChoices = Readonly<Record<string, StateEffect>>

type Flag = 'refunded' | 'disputed' | 'disabled'
/**
 * How the cells of a column are read. `yes`: a cell with a value stops the key. `no`: a cell
 * without one stops it. `won`: a cell with a value ends a dispute. `words`: the cell has a word.
 */
type Kind =
  | { readonly by: 'yes' | 'no'; readonly meaning: Flag }
  | { readonly by: 'won' }
  | { readonly by: 'words'; readonly isUnsure?: boolean }

const yes = (meaning: Flag): Kind => ({ by: 'yes', meaning })
const WORDS: Kind = { by: 'words' }
const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/)

/** The plain titles of columns of a kind. For the sources see `TITLES`. */
const TITLES_OF_KINDS: readonly (readonly [kind: Kind, titles: string])[] = [
  [
    yes('refunded'),
    `refunded isrefunded fullyrefunded amountrefunded refundedamount totalrefunded refundamount refund
     refunds refundedat refunddate refunddateutc returned returntruefalse erstattet`,
  ],
  [
    yes('disputed'),
    `disputed isdisputed disputedamount chargeback chargebacked chargedback chargebacktruefalse`,
  ],
  [
    yes('disabled'),
    `disabled isdisabled accessrevoked revoked isrevoked revokedat suspended issuspended blocked
     isblocked banned isbanned deactivated gesperrt`,
  ],
  [
    { by: 'no', meaning: 'disabled' },
    `licensekeyenabled licenseenabled keyenabled enabled isenabled isactive isvalid`,
  ],
  [{ by: 'won' }, `disputewon`],
  [
    WORDS,
    `status licensestatus licensekeystatus keystatus orderstatus paymentstatus transactionstatus
     subscriptionstatus refundstatus disputestatus lizenzstatus bestellstatus`,
  ],
  // Addresses have a column `state` as well, so it counts only if all of its words are known.
  [{ by: 'words', isUnsure: true }, `state zustand`],
]
const KINDS: ReadonlyMap<string, Kind> = new Map(
  TITLES_OF_KINDS.flatMap(([kind, titles]) => wordsOf(titles).map((title) => [title, kind] as const)),
)

/** The words of each meaning, in small letters and without other signs. */
const MEANINGS: Readonly<Record<Exclude<StateMeaning, 'unknown'>, string>> = {
  // `inactive` is a key that no device has used yet: Lemon Squeezy, Keygen.
  works: `active inactive expiring granted enabled valid activated trialing lifetime
    paid complete completed succeeded successful success publish won none notrefunded notdisputed
    new unused used sold delivered issued assigned available aktiv gültig bezahlt abgeschlossen`,
  refunded: `refunded refund partiallyrefunded partialrefund returned reversed erstattet storniert`,
  disputed: `disputed chargeback chargedback chargebacked lost fraud fraudulent`,
  disabled: `disabled deactivated revoked suspended blocked banned blacklisted terminated deleted
    void voided invalid invalidated locked gesperrt deaktiviert widerrufen ungültig`,
  expired: `expired ended lapsed abgelaufen beendet`,
  cancelled: `cancelled canceled gekündigt`,
  unpaid: `failed pending unpaid pastdue onhold draft ready billed incomplete incompleteexpired
    uncaptured declined unbezahlt offen`,
}
const MEANING_OF = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, words]) =>
    wordsOf(words).map((word) => [word, meaning as StateMeaning] as const),
  ),
)
/** The meaning of a word. WooCommerce writes `wc-refunded`. */
const meaningOf = (word: string): StateMeaning =>
  MEANING_OF.get(plainTitle(word.replace(/^wc-/i, ''))) ?? 'unknown'

/** Whether a cell counts as empty. An amount of zero does, and so does `not refunded`. */
export const isUnset = (cell: string): boolean =>
  /^(?:|-|–|false|no|n|nein|falsch|null|nil|none|n\/a|not .*|\p{Sc}?\s*0+(?:[.,]0+)?\s*(?:\p{Sc}|[a-z]{3})?)$/iu.test(
    cell,
  )

/** The indexes of the columns that say by their titles whether a key works. */
export function findStateColumns(rows: readonly ImportRow[], examined: readonly ImportRow[]): number[] {
  return (rows[0]?.cells ?? []).flatMap((title, column) => {
    const kind = KINDS.get(plainTitle(title))
    if (kind?.by === 'words' && kind.isUnsure) {
      const words = examined.map(({ cells }) => cells[column] ?? '').filter((word) => word !== '')
      return words.length > 0 && words.every((word) => meaningOf(word) !== 'unknown') ? [column] : []
    }
    return kind === undefined ? [] : [column]
  })
}

/** Finds the columns among `others` whose words say that a purchase was given back. */
export const findRefundColumns = (rows: readonly ImportRow[], others: readonly number[]): number[] =>
  others.filter((column) => {
    let isBack = false
    for (const { cells } of rows) {
      const cell = cells[column] ?? ''
      const meaning = cell === '' ? 'works' : meaningOf(cell)
      if (meaning === 'unknown') return false
      isBack ||= meaning === 'refunded' || meaning === 'disputed'
    }
    return isBack
  })

/**
 * Reads what the cells of a line say about its key.
 * @param titles of all columns; a column with an unknown title is read by its words
 */
export function statesOf(
  cells: readonly string[],
  columns: readonly number[],
  titles: readonly string[],
): readonly FileState[] {
  const kinds = columns.map((column) => KINDS.get(plainTitle(titles[column] ?? '')) ?? WORDS)
  const isWon = columns.some((column, at) => kinds[at]?.by === 'won' && !isUnset(cells[column] ?? ''))
  return columns.flatMap((column, at): FileState[] => {
    const [kind, cell] = [kinds[at] ?? WORDS, cells[column] ?? '']
    if (kind.by === 'won') return []
    if (kind.by === 'words') {
      if (cell === '') return []
      return [{ id: `${column}:${cell.toLowerCase()}`, column, word: cell, meaning: meaningOf(cell) }]
    }
    const isSet = kind.by === 'yes' ? !isUnset(cell) : cell !== '' && isUnset(cell)
    if (!isSet || (isWon && kind.meaning === 'disputed')) return []
    return [{ id: `${column}:`, column, word: '', answer: kind.by, meaning: kind.meaning }]
  })
}

/** Nothing that was refunded, disputed or disabled works, unless a person has chosen it. */
export function effectOf({ id, meaning }: FileState, choices: StateChoices): StateEffect {
  const chosen = choices[id]
  if (chosen !== undefined) return chosen
  if (meaning === 'works') return 'works'
  if (meaning === 'unknown') return 'ask'
  return canEnd(meaning) ? 'ends' : 'banned'
}

/** Whether the end of the key says how long it works. */
export const canEnd = (meaning: StateMeaning): boolean => meaning === 'expired' || meaning === 'cancelled'

/** Whether the first effect is stricter than the other one. */
export const isStricter = (one: StateEffect, other: StateEffect): boolean =>
  STRICTNESS.indexOf(one) > STRICTNESS.indexOf(other)

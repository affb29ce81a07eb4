/** How to read `03/04/2027`. */
export type DateOrder = 'day-first' | 'month-first'

/** The end of a key. `at`: the Unix second from which it no longer works. */
export type ImportEnd =
  | { readonly kind: 'never' }
  | { readonly kind: 'at'; readonly second: number }
  | { readonly kind: 'wrong'; readonly problem: 'end-unreadable' | 'end-ambiguous' | 'end-too-late' }

const NEVER =
  /^(?:|-|0|-1|never|none|null|n\/a|lifetime|perpetual|unlimited|forever|nie|unbegrenzt|unbefristet|lebenslang|0000-00-00.*)$/i
const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(am|pm)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i')
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${TIME}$`, 'i')

/** Times in the API are signed 32-bit integers. */
const LAST_SECOND = 2 ** 31 - 1
const UNREADABLE: ImportEnd = { kind: 'wrong', problem: 'end-unreadable' }

/**
 * Reads the end of a key: a date with or without a time, Unix seconds or milliseconds, or a word such
 * as `never`. A day counts as a whole, and times without a zone are those of this computer.
 * @param order for dates such as `03/04/2027`, which otherwise are ambiguous
 */
export function readEnd(text: string, order: DateOrder | undefined): ImportEnd {
  if (NEVER.test(text)) return { kind: 'never' }
  if (/^\d{9,10}$/.test(text)) return at(Number(text))
  if (/^\d{12,13}$/.test(text)) return at(Math.floor(Number(text) / 1_000))
  const [, year, month, day, ...time] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) return atDay(Number(year), Number(month), Number(day), time)
  const [, first, sign, second, lastYear, ...lastTime] = YEAR_LAST.exec(text) ?? []
  if (first === undefined) return UNREADABLE
  const [one, two] = [Number(first), Number(second)]
  // With dots, the day is first everywhere.
  const known = sign === '.' || one > 12 ? 'day-first' : two > 12 ? 'month-first' : order
  if (known === undefined && one !== two) return { kind: 'wrong', problem: 'end-ambiguous' }
  const [ofDay, ofMonth] = known === 'month-first' ? [two, one] : [one, two]
  return atDay(Number(lastYear), ofMonth, ofDay, lastTime)
}

/**
 * Finds out whether the dates of a column have the day or the month first: a number above 12 is a
 * day. Undefined if no date shows it. `hasAny`: the column has such dates.
 */
export function guessDateOrder(texts: Iterable<string>): {
  readonly order: DateOrder | undefined
  readonly hasAny: boolean
} {
  const shown = new Set<DateOrder>()
  let hasAny = false
  for (const text of texts) {
    const [, first, sign, second] = YEAR_LAST.exec(text) ?? []
    if (first === undefined || sign === '.') continue
    hasAny = true
    if (Number(first) > 12) shown.add('day-first')
    if (Number(second) > 12) shown.add('month-first')
  }
  const [order, another] = shown
  return { order: another === undefined ? order : undefined, hasAny }
}

function at(second: number): ImportEnd {
  if (second > LAST_SECOND) return { kind: 'wrong', problem: 'end-too-late' }
  return second > 0 ? { kind: 'at', second } : UNREADABLE
}

function atDay(
  year: number,
  month: number,
  day: number,
  [hour, minute = '0', second = '0', half = '', zone = '']: readonly (string | undefined)[],
): ImportEnd {
  const date = new Date(Date.UTC(year, month - 1, day))
  // `Date` takes the 30th of February for a day in March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return UNREADABLE
  if (hour === undefined) return at(new Date(year, month - 1, day + 1).getTime() / 1_000)
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  const time = [hours, Number(minute), Number(second)] as const
  if (time[0] > 23 || time[1] > 59 || time[2] > 59) return UNREADABLE
  if (zone === '') return at(new Date(year, month - 1, day, ...time).getTime() / 1_000)
  const [, sign, zoneHours = '0', zoneMinutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  const offset = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -60 : 60)
  return at(Date.UTC(year, month - 1, day, ...time) / 1_000 - offset)
}

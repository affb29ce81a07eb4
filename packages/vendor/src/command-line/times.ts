import { NEVER } from '@latchkey/protocol'
import { UsageError } from './usage-error.ts'

/** The last second that the wire can say: a signed 32-bit integer, in January 2038. */
const LAST_SECOND = 2 ** 31 - 1

export interface Times {
  /** Unix seconds. */
  now(): number
  /** Such as `2027-01-01 00:00 (in 3 months)`; `never` for -1, and `–` for 0. */
  describe(second: number): string
  /** How long a number of seconds is, in the largest unit that says it exactly: `90 minutes`. */
  length(seconds: number): string
  /** The second that a date of the command line means, in this machine's time zone. */
  parse(text: string, option: string): number
}

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/

/** @param clock Unix milliseconds */
export function createTimes(clock: () => number): Times {
  // The Swedish way to write a date is the one that everybody reads and that sorts: 2027-01-01 00:00.
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  const now = () => Math.floor(clock() / 1_000)

  const distance = (seconds: number): string => {
    for (const [unit, length] of UNITS) {
      if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
    }
    return 'now'
  }

  return {
    now,
    describe(second) {
      if (second === NEVER) return 'never'
      if (second === 0) return '–'
      return `${local.format(second * 1_000)} (${distance(second - now())})`
    },
    length(seconds) {
      const [unit, size] = UNITS.find((candidate) => seconds % candidate[1] === 0) ?? ['second', 1]
      return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
    },
    parse(text, option) {
      const [, day = '', time = '00:00', zone = ''] = DATE.exec(text) ?? []
      const date = new Date(`${day}T${time}${zone}`)
      if (!isDay(day) || Number.isNaN(date.getTime())) {
        throw new UsageError(`${option} takes a date such as 2027-01-01, or 2027-01-01T18:30.`)
      }
      const second = Math.floor(date.getTime() / 1_000)
      if (second <= now()) throw new UsageError(`${option} lies in the past.`)
      if (second > LAST_SECOND) throw new UsageError(`${option} cannot lie after 2038-01-19.`)
      return second
    },
  }
}

/** JavaScript takes the 30th of February for a day in March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

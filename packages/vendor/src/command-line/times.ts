import { type OptionSpecs, type OptionValues, UsageError } from '@latchkey/command-line'
import { NEVER } from '@latchkey/protocol'

/** The last second of a signed 32-bit integer, in January 2038. */
const LAST_SECOND = 2 ** 31 - 1
const SECONDS_A_DAY = 86_400
const MAX_DAYS = 36_500

export const EXPIRY_OPTIONS = {
  days: { value: 'N', help: 'A number of days.', parse: parseDays },
  until: {
    value: 'DATE',
    help: 'Until a date such as 2027-01-01, at 00:00 in the time zone of this computer.',
  },
  never: { help: 'Without an end.' },
} as const satisfies OptionSpecs

export type Expiry =
  | { readonly kind: 'unset' }
  | { readonly kind: 'never' }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'at'; readonly second: number }

export interface Times {
  /** Describes a second: `2027-01-01 00:00 (in 3 months)`; `never` for -1, and `–` for 0. */
  describe(second: number): string
  /** A day in UTC, such as `2027-01-01`; `–` for 0. */
  day(second: number): string
  /** How often something is possible with this cooldown in seconds; -1: never. */
  cooldown(seconds: number): string
  /** Reads the options for an expiry. At most one of them may be given. */
  readExpiry(options: OptionValues<typeof EXPIRY_OPTIONS>): Expiry
  /** Reads a date in the past. @throws UsageError */
  readPast(text: string, option: string): number
  /** The second at which the last days began. */
  daysAgo(days: number): number
  /** When an expiry ends if its days count from now: -1 for never, undefined if unset. */
  endOf(expiry: Expiry): number | undefined
}

const UNITS = [
  ['year', 365 * SECONDS_A_DAY],
  ['month', 30 * SECONDS_A_DAY],
  ['day', SECONDS_A_DAY],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** @param clock Unix milliseconds */
export function createTimes(clock: () => number): Times {
  // Swedish dates have the ISO format, which everybody can read: 2027-01-01 00:00.
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  const now = () => Math.floor(clock() / 1_000)
  const readFuture = (text: string): number => {
    const second = parseDate(text, '--until')
    if (second <= now()) throw new UsageError('--until is in the past.')
    if (second > LAST_SECOND) throw new UsageError('--until must not be later than 2038-01-19.')
    return second
  }
  /** Describes a duration in the largest unit without a remainder: `90 minutes`. */
  const duration = (seconds: number): string => {
    const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ['second', 1]
    return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
  }
  return {
    describe(second) {
      if (second === NEVER) return 'never'
      if (second === 0) return '–'
      const distance = second - now()
      const [unit, size] = UNITS.find(([, length]) => Math.abs(distance) >= length) ?? ['second', 1]
      return `${local.format(second * 1_000)} (${relative.format(Math.trunc(distance / size), unit)})`
    },
    day: (second) => (second === 0 ? '–' : new Date(second * 1_000).toISOString().slice(0, 10)),
    cooldown(seconds) {
      if (seconds < 0) return 'disabled'
      return seconds === 0 ? 'at any time' : `once in ${duration(seconds)}`
    },
    readExpiry({ days, until, never }) {
      if ([days, until, never].filter((value) => value !== undefined).length > 1) {
        throw new UsageError('Only one of --days, --until and --never can be given.')
      }
      if (days !== undefined) return { kind: 'days', days }
      if (until !== undefined) return { kind: 'at', second: readFuture(until) }
      return { kind: never === true ? 'never' : 'unset' }
    },
    readPast(text, option) {
      const second = parseDate(text, option)
      if (second < now()) return second
      throw new UsageError(`${option} is not in the past.`)
    },
    daysAgo: (days) => now() - days * SECONDS_A_DAY,
    endOf(expiry) {
      if (expiry.kind === 'unset') return undefined
      if (expiry.kind === 'never') return NEVER
      if (expiry.kind === 'at') return expiry.second
      return Math.min(LAST_SECOND, now() + Math.round(expiry.days * SECONDS_A_DAY))
    },
  }
}

export function parseDays(text: string, option: string): number {
  const days = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || days <= 0 || days > MAX_DAYS) {
    throw new UsageError(`${option} needs a number up to ${MAX_DAYS}, such as 30.`)
  }
  return days
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/

/** Unix seconds of a date in the time zone of this computer. @throws UsageError */
export function parseDate(text: string, option: string): number {
  const [, day = '', time = '00:00', zone = ''] = DATE.exec(text) ?? []
  const second = Math.floor(Date.parse(`${day}T${time}${zone}`) / 1_000)
  if (isDay(day) && !Number.isNaN(second)) return second
  throw new UsageError(`${option} needs a date such as 2027-01-01 or 2027-01-01T18:30.`)
}

/** `Date` accepts the 30th of February as a day in March. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

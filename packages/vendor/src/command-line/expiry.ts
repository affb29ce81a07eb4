import { NEVER } from '@latchkey/protocol'
import type { OptionSpecs, OptionValues } from './command.ts'
import type { Times } from './times.ts'
import { UsageError } from './usage-error.ts'

const SECONDS_A_DAY = 86_400
const MOST_DAYS = 36_500

export const EXPIRY_OPTIONS = {
  days: { type: 'string', value: 'N', help: 'For so many days.' },
  until: {
    type: 'string',
    value: 'DATE',
    help: 'Until a date, such as 2027-01-01, at 00:00 on this machine.',
  },
  never: { type: 'boolean', help: 'Without an end.' },
} as const satisfies OptionSpecs

export type Expiry =
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'at'; readonly second: number }
  | { readonly kind: 'never' }

/** Reads the three ways to say when something ends, of which one may be used. */
export function readExpiry(options: OptionValues<typeof EXPIRY_OPTIONS>, times: Times): Expiry {
  const { days, until, never } = options
  if ([days, until, never].filter((value) => value !== undefined).length > 1) {
    throw new UsageError('--days, --until and --never exclude each other.')
  }
  if (days !== undefined) return { kind: 'days', days: parseDays(days) }
  if (until !== undefined) return { kind: 'at', second: times.parse(until, '--until') }
  return { kind: never === true ? 'never' : 'unsaid' }
}

/** The second at which it ends when the days count from now: -1 for never, undefined when nothing was said. */
export function endOf(expiry: Expiry, times: Times): number | undefined {
  switch (expiry.kind) {
    case 'unsaid':
      return undefined
    case 'never':
      return NEVER
    case 'at':
      return expiry.second
    case 'days':
      return Math.min(2 ** 31 - 1, times.now() + Math.round(expiry.days * SECONDS_A_DAY))
  }
}

function parseDays(text: string): number {
  const days = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || days <= 0 || days > MOST_DAYS) {
    throw new UsageError(`--days takes a number of days up to ${MOST_DAYS}, such as 30.`)
  }
  return days
}

import { type OptionValues, UsageError } from '@latchkey/command-line'
import type { KeyRecord } from '@latchkey/management'
import { isFeature, MAX_FEATURES, NEVER } from '@latchkey/protocol'
import { given } from '../command-line/command.ts'
import { parseDate, type Times } from '../command-line/times.ts'

/** Reads a list of features, separated by commas. Empty: none. */
export function featureNames(text: string, option: string): readonly string[] {
  const names = text.split(',').flatMap((name) => name.trim() || [])
  if (names.length <= MAX_FEATURES && names.every(isFeature)) return names
  throw new UsageError(
    `${option} takes up to ${MAX_FEATURES} names of 1 to 32 of a to z, 0 to 9 and -, separated by commas.`,
  )
}

/** What a key opens, for `users create` and `users update`. */
export const TERM_OPTIONS = {
  features: {
    value: 'NAMES',
    help: 'What the key opens beside the features of its project: a,b. "" for nothing.',
    parse: featureNames,
  },
  'updates-until': {
    value: 'DATE',
    help: 'Versions of the app that were built later are not offered. forever: all are.',
    parse: (text: string, option: string) => (text === 'forever' ? NEVER : parseDate(text, option)),
  },
  perpetual: { help: 'After its end the key goes on working, for the versions that were built before.' },
} as const

export const TERM_CHANGES = {
  ...TERM_OPTIONS,
  'not-perpetual': { help: 'After its end the key works no more.' },
} as const

/**
 * Reads the options into the fields of a request.
 * @throws UsageError
 */
export function termsOf(options: OptionValues<typeof TERM_OPTIONS & Partial<typeof TERM_CHANGES>>) {
  const { features, 'updates-until': updates_until, perpetual, 'not-perpetual': notPerpetual } = options
  if (perpetual && notPerpetual) {
    throw new UsageError('Only one of --perpetual and --not-perpetual can be given.')
  }
  return given({
    features: features && [...features],
    updates_until,
    perpetual: notPerpetual ? false : perpetual,
  })
}

export const describeFeatures = (features: readonly string[]): string => features.join(', ') || 'none'

/** Rows with what a key opens. */
export const describeTerms = (
  { features, updates_until, perpetual }: KeyRecord,
  times: Times,
): readonly (readonly [name: string, value: string])[] => [
  ['Features', describeFeatures(features)],
  ['Updates until', updates_until === NEVER ? 'forever' : times.describe(updates_until)],
  ['Perpetual', perpetual ? 'yes: works after its end, without later versions' : 'no'],
]

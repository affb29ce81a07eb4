import type { FactReasonCode } from './device-view.ts'

/**
 * Values that firmware, hypervisors and cloned images report instead of a real identifier. Compared
 * in normalised form, so that `To be filled by O.E.M.` and `to be filled by oem` are one entry, and
 * `-` equals the empty entry.
 */
const PLACEHOLDERS = new Set(
  [
    '',
    '03000200-0400-0500-0006-000700080009',
    '00010203-0405-0607-0809-0a0b0c0d0e0f',
    'deadbeef-dead-beef-dead-beefdeadbeef',
    '12345678-1234-1234-1234-123456789012',
    '12345678-1234-5678-90ab-cddeefaabbcc',
    'To be filled by O.E.M.',
    'O.E.M.',
    'Default',
    'Default string',
    'System Serial Number',
    'Chassis Serial Number',
    'Base Board Serial Number',
    'Board Serial Number',
    'Type2 - Board Serial Number',
    'Serial Number',
    'System Product Name',
    'System manufacturer',
    'None',
    'Null',
    'N/A',
    'Not Applicable',
    'Not Available',
    'Not Specified',
    'Not Present',
    'Not Settable',
    'Not Defined',
    'Unknown',
    'Undefined',
    'Unspecified',
    'Uninitialized',
    'Invalid',
    'Invalid string',
    'Empty',
    'Standard',
    'Permission denied',
    'Access is denied',
  ].map(normalise),
)

/** Ascending sequences that placeholders are cut from: `123456789`, `0123456789ABCDEF`. */
const SEQUENCES = [
  '0123456789'.repeat(4),
  '0123456789abcdef'.repeat(3),
  'abcdefghijklmnopqrstuvwxyz'.repeat(2),
]

/** Shorter serial numbers are counters or revisions, which many machines share. */
const MIN_SERIAL_LENGTH = 5

const UUID_SHAPE = /^[0-9a-f]{32}$/

/** Lower-case letters and digits only, so that different spellings of one value are equal. */
function normalise(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

export type IdentifierCheck =
  /** `value` is normalised. */
  | { readonly kind: 'accepted'; readonly value: string }
  | { readonly kind: 'rejected'; readonly reason: FactReasonCode }

/** Checks whether a value can identify one machine. `form` is its documented format. */
export function validateIdentifier(raw: string, form: 'uuid' | 'serial' | 'either'): IdentifierCheck {
  const value = normalise(raw)
  if (value === '') return rejected('no-value')
  if (
    PLACEHOLDERS.has(value) ||
    SEQUENCES.some((sequence) => sequence.includes(value)) ||
    isRepetition(value)
  ) {
    return rejected('placeholder')
  }
  if (UUID_SHAPE.test(value) && form !== 'serial') return { kind: 'accepted', value }
  if (form === 'uuid') return rejected('wrong-form')
  if (value.length < MIN_SERIAL_LENGTH) return rejected('too-short')
  if (!/\d/.test(value) && /\s/.test(raw.trim())) return rejected('words')
  return { kind: 'accepted', value }
}

const rejected = (reason: FactReasonCode): IdentifierCheck => ({ kind: 'rejected', reason })

/** One to four characters repeated: `0000…`, `ffff…`, `fefe…`, `12341234…`. */
function isRepetition(value: string): boolean {
  return [1, 2, 3, 4].some(
    (period) =>
      value.length >= 2 * period &&
      value === value.slice(0, period).repeat(value.length).slice(0, value.length),
  )
}

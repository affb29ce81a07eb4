import type { FactReasonCode } from './device-view.ts'

/**
 * What firmware, hypervisors and cloned images write where an identity should stand.
 * Compared without case, spaces and punctuation, so that `To be filled by O.E.M.` and `to be filled by oem`
 * are one entry, and `-` is the empty one.
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
  ].map(squeeze),
)

/** Counting up, in decimal and in hex, as placeholders do: `123456789`, `0123456789ABCDEF`. */
const RUNS = ['0123456789'.repeat(4), '0123456789abcdef'.repeat(3), 'abcdefghijklmnopqrstuvwxyz'.repeat(2)]

/** A shorter serial is a counter or a revision, not an identity. */
const SHORTEST_SERIAL = 5

const UUID_SHAPE = /^[0-9a-f]{32}$/

/** Letters and digits alone, in lower case: the form in which two spellings of a value are one. */
export function squeeze(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

export type Judgement =
  /** `value` is the squeezed form. */
  | { readonly kind: 'identity'; readonly value: string }
  | { readonly kind: 'not-one'; readonly reason: FactReasonCode }

/** Whether a value that a machine gives for itself can be its own. `form` is what its source promises. */
export function judgeValue(raw: string, form: 'uuid' | 'serial' | 'either'): Judgement {
  const value = squeeze(raw)
  if (value === '') return notOne('no-value')
  if (PLACEHOLDERS.has(value) || RUNS.some((run) => run.includes(value)) || repeatsItself(value)) {
    return notOne('placeholder')
  }
  if (UUID_SHAPE.test(value) && form !== 'serial') return { kind: 'identity', value }
  if (form === 'uuid') return notOne('wrong-form')
  if (value.length < SHORTEST_SERIAL) return notOne('too-short')
  if (!/\d/.test(value) && /\s/.test(raw.trim())) return notOne('words')
  return { kind: 'identity', value }
}

const notOne = (reason: FactReasonCode): Judgement => ({ kind: 'not-one', reason })

/** `0000…`, `ffff…`, `fefe…`, `12341234…`: one to four characters, over and over. */
function repeatsItself(value: string): boolean {
  return [1, 2, 3, 4].some(
    (period) =>
      value.length >= 2 * period &&
      value === value.slice(0, period).repeat(value.length).slice(0, value.length),
  )
}

import type { KeyRecord } from '@latchkey/management'
import { dayOf, startOfDay } from './keys-search.ts'

/** What keys open, as it is typed. */
export const NO_TERMS = {
  /** Names with spaces or commas between them. */
  features: '',
  updates: 'all' as 'all' | 'until',
  /** The last day of the updates, such as `2026-11-22`. */
  updates_until: '',
  isPerpetual: false,
}
export type TermsForm = typeof NO_TERMS

export type Terms = Pick<KeyRecord, 'features' | 'updates_until' | 'perpetual'>

export const formOfTerms = ({ features, updates_until: until, perpetual }: Terms): TermsForm => ({
  features: features.join(' '),
  updates: until > 0 ? 'until' : 'all',
  updates_until: until > 0 ? dayOf(new Date(until * 1_000)) : '',
  isPerpetual: perpetual,
})

// The pattern of @latchkey/protocol would bring `node:crypto` into the page.
const FEATURE = /^[a-z0-9-]{1,32}$/
const MOST_FEATURES = 32
/** Times on the wire are signed 32-bit integers. */
const LAST_SECOND = 2 ** 31 - 1

/** Reads the names in a text. Undefined if one of them is not allowed, or if there are too many. */
export function readFeatures(text: string): string[] | undefined {
  const names = [...new Set(text.split(/[\s,;]+/).filter((name) => name !== ''))]
  return names.length <= MOST_FEATURES && names.every((name) => FEATURE.test(name)) ? names : undefined
}

/** The last second of a day, which may be in the past. */
export function readLastDay(day: string): number | undefined {
  const end = startOfDay(day, 1) - 1
  return day !== '' && end > 0 && end <= LAST_SECOND ? end : undefined
}

/** The fields that may be wrong, by the service's names. */
export type TermsField = 'features' | 'updates_until'

/** The fields of a request, or the name of the one that is wrong. */
export function readTerms(form: TermsForm): Terms | TermsField {
  const features = readFeatures(form.features)
  if (features === undefined) return 'features'
  const updates_until = form.updates === 'all' ? -1 : readLastDay(form.updates_until)
  return updates_until === undefined
    ? 'updates_until'
    : { features, updates_until, perpetual: form.isPerpetual }
}

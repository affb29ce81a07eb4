import type { OneKeyAction } from '@latchkey/management'
import { MAX_FEATURES, NEVER } from '@latchkey/protocol'
import type { Customer } from '../core/customer/customers.ts'
import type { SomeFields } from '../core/fields.ts'
import { type Ban, decideBan, decideUnban } from '../core/license/bans.ts'
import { endAfterDays, isOver, LONGEST_DAYS } from '../core/license/key-expiry.ts'
import { isUnclaimed, keyStateOf } from '../core/license/key-state.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import type { Terms } from '../core/license/terms.ts'
import { decideReset, type Reset, type ResetOutcome } from '../devices/reset-device.ts'
import { decideDelete, decideUpdate } from './change-license.ts'
import { decideLink, type LinkOutcome } from './link-chat.ts'

/** A change of one key or of many. */
export type KeyChange =
  | { readonly action: 'extend'; readonly days: number }
  | {
      readonly action: 'note'
      readonly notes: SomeFields<Pick<License, 'note' | 'vendorNote'>>
      readonly append: boolean
      readonly longest: number
    }
  | { readonly action: 'customer'; readonly customer: Customer | 'none' }
  | { readonly action: 'terms'; readonly terms: TermsChange }
  | { readonly action: 'ban'; readonly ban: Omit<Ban, 'unbanToken'>; unbanTokenOf(license: License): string }
  | { readonly action: 'unban'; readonly onlyDevices: boolean }
  | { readonly action: 'reset'; readonly reset: Reset }
  | { readonly action: 'expire'; readonly authExpire: number; readonly keyDays?: number | undefined }
  | { readonly action: 'link'; readonly chatId: string; readonly force: boolean }
type Checked = { readonly [A in OneKeyAction]: Extract<KeyChange, { action: A }> }

/** A change of the terms. The features that replace the present ones come first. */
type TermsChange = SomeFields<Terms & Record<'addFeatures' | 'removeFeatures', readonly string[]>>

export type KeyChangeOutcome =
  | 'updated'
  | 'never-expires'
  | 'already-claimed'
  | 'note-too-long'
  | 'too-many-features'
  | 'banned'
  | 'ban-already-over'
  | 'unbanned'
  | 'key-not-banned'
  | 'devices-not-banned'
  | ResetOutcome
  | LinkOutcome
  | 'key-deleted'

const RULES: {
  readonly [A in OneKeyAction]: (
    known: License,
    change: Checked[A],
    now: number,
  ) => LicenseChange<KeyChangeOutcome>
} = {
  extend: (known, { days }, now) => decideExtend(known, days, now),
  note(known, { notes, append, longest }, now) {
    const written = (before: string, text: string | undefined): string | undefined =>
      append && before !== '' && text !== undefined ? `${before}\n${text}` : text
    const note = written(known.note, notes.note)
    const vendorNote = written(known.vendorNote, notes.vendorNote)
    return [note, vendorNote].some((text = '') => text.length > longest)
      ? { outcome: 'note-too-long' }
      : decideUpdate(known, { note, vendorNote }, now)
  },
  customer: (known, { customer }) => ({ outcome: 'updated', license: known, customer }),
  terms: (known, { terms }, now) => decideTerms(known, terms, now),
  ban: (known, { ban, unbanTokenOf }, now) =>
    decideBan(known, { ...ban, unbanToken: unbanTokenOf(known) }, now),
  unban(known, { onlyDevices }, now) {
    const { outcome, ...change } = decideUnban(known, now, onlyDevices)
    return outcome === 'not-banned' ? { outcome: 'key-not-banned' } : { outcome, ...change }
  },
  reset: (known, { reset }, now) => decideReset(known, reset, now),
  expire(known, { authExpire, keyDays }, now) {
    if (keyDays === undefined) return decideUpdate(known, { authExpire }, now)
    return isUnclaimed(known) && known.chatId === ''
      ? { outcome: 'updated', license: { ...known, authExpire: 0, keyDays } }
      : { outcome: 'already-claimed' }
  },
  link: (known, { chatId, force }, now) =>
    chatId === '' ? decideUpdate(known, { chatId }, now) : decideLink(known, { chatId, force }, now),
}

/**
 * Decides a change of a key. If the key was deleted, the license is only a ban, which can be
 * lifted.
 */
export function decideKeyChange(
  known: License,
  change: KeyChange,
  now: number,
): LicenseChange<KeyChangeOutcome> {
  if (known.key === '' && change.action !== 'unban') return { outcome: 'key-deleted' }
  const rule = RULES[change.action] as (typeof RULES)[OneKeyAction & 'unban']
  return rule(known, change as Checked['unban'], now)
}

export const decideKeyDelete = (known: License, now: number): LicenseChange<'deleted' | 'key-deleted'> =>
  known.key === '' ? { outcome: 'key-deleted' } : decideDelete(known, now)

/** Deletes a key that a filter has found, which may be a filter for expired keys. */
export const decideFilteredDelete = (
  known: License,
  now: number,
): ReturnType<typeof decideKeyDelete> | LicenseChange<'still-works'> =>
  keyStateOf(known, now) === 'expired' && !isOver(known, now)
    ? { outcome: 'still-works' }
    : decideKeyDelete(known, now)

/**
 * Extends a key. An expired key is valid from now on, and a countdown that has not started gets
 * longer.
 */
function decideExtend(known: License, days: number, now: number): LicenseChange<'updated' | 'never-expires'> {
  const { authExpire, keyDays } = known
  if (authExpire === NEVER) return { outcome: 'never-expires' }
  if (authExpire === 0) {
    return { outcome: 'updated', license: { ...known, keyDays: Math.min(LONGEST_DAYS, keyDays + days) } }
  }
  return {
    outcome: 'updated',
    license: { ...known, authExpire: endAfterDays(days, Math.max(now, authExpire)) },
  }
}

function decideTerms(
  known: License,
  { features = known.features, addFeatures = [], removeFeatures = [], ...others }: TermsChange,
  now: number,
): LicenseChange<'updated' | 'too-many-features'> {
  const names = [...new Set([...features, ...addFeatures])].filter((name) => !removeFeatures.includes(name))
  if (names.length > MAX_FEATURES) return { outcome: 'too-many-features' }
  return decideUpdate(known, { ...others, features: names }, now)
}

/**
 * Makes a rule for a request that may be repeated: a license that the request has changed already
 * stays unchanged. A license only has the ID of the last such request.
 */
export const onceFor =
  <Outcome extends string>(request: string, rule: (license: License) => LicenseChange<Outcome>) =>
  (known: License): LicenseChange<Outcome | 'done-before'> => {
    if (known.recorded.request === request) return { outcome: 'done-before' }
    const change = rule(known)
    if (change.license === undefined) return change
    return { ...change, license: { ...change.license, recorded: { ...change.license.recorded, request } } }
  }

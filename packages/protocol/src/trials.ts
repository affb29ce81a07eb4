import { Type } from 'typebox'

// Trials without a key. The interface does not have them. An app needs a public key to use them.

/** GET, relative to a node's base URL, with `by` in the query. Tells whether a trial is offered. */
export const OFFER_PATH = 'external_offer'
/** POST, relative to a node's base URL, with `by` and `strength` in the query. Starts a trial. */
export const TRIAL_PATH = 'external_trial'

/** How well a device ID tells this computer from others. */
export const DEVICE_STRENGTHS = ['strong', 'medium', 'weak'] as const
/** One of `DEVICE_STRENGTHS`. */
export type DeviceStrength = (typeof DEVICE_STRENGTHS)[number]

/** The signed answer to an offer request. Status 404: the project offers no trial. */
export const OfferRecord = Type.Object({
  /** How long a trial lasts. */
  trial_days: Type.Integer({ minimum: 1 }),
  /** Whether a device with the strength `weak` gets a trial, too. */
  weak_devices: Type.Boolean(),
})
export type OfferRecord = Type.Static<typeof OfferRecord>

/** The path and query of an offer request. */
export const offerPath = (appName: string): string => `${OFFER_PATH}?${new URLSearchParams({ by: appName })}`

/**
 * The path and query of a trial request. It has the headers of a key check. In its signature
 * `signedKey('trial', '')` is in the place of the key. It is answered as a key check is: `KEY_VALID`
 * with the data of the new key, which is in `latchkey-license` (`parseTrialKey`), or a refusal.
 */
export const trialPath = (appName: string, strength: DeviceStrength): string =>
  `${TRIAL_PATH}?${new URLSearchParams({ by: appName, strength })}`

/** Codes with which a trial is refused, beside those of a key check. */
export const TRIAL_REFUSALS = [
  /** The project offers no trial. */
  'TRIAL_NOT_OFFERED',
  /** The trial of this device has ended. */
  'TRIAL_USED',
  /** The limit of trials in a day was reached, for the project or for this address. */
  'TRIAL_LIMIT_REACHED',
  /** This device is hard to tell from others. */
  'TRIAL_DEVICE_WEAK',
] as const
/** One of `TRIAL_REFUSALS`. */
export type TrialRefusal = (typeof TRIAL_REFUSALS)[number]

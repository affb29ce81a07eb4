import type {
  FailureKind,
  FailureView,
  LocalRefusal,
  MoveRefusal,
  RefusalCode,
  RefusedView,
  TrialRefusal,
  UnreachableView,
} from '@latchkey/client'
import type { HelpTopic } from '@latchkey/client/bridge'
import type { Language } from '../messages/choose-language.ts'
import type { OutcomeTexts } from '../messages/en.ts'

/**
 * `problem`: this key or this copy of the app is not accepted. `pause`: only waiting helps.
 * `notice`: the user can fix the cause. `calm`: nothing is wrong.
 */
export type Tone = 'problem' | 'pause' | 'notice' | 'calm'

const OWN_ACTIONS = [
  /** Uses the key on this computer instead of another one. */
  'move-here',
  /** Uses the key again on this computer, which was released. No other computer is replaced. */
  'use-again',
  /** Asks the owner of the license to free a computer. */
  'ask-owner',
  /** Shows the computers of the key, so that the user can release one. */
  'devices',
  'retry',
  /** The user corrects the key in its field, so there is no button. */
  'edit-key',
  /** Uses the provisional device ID: this computer counts as a new device. */
  'accept-device',
] as const
export type OutcomeAction = (typeof OWN_ACTIONS)[number] | HelpTopic

interface Presentation {
  readonly tone: Tone
  /** In order of preference. Help topics depend on the system and the vendor's settings. */
  readonly actions: readonly OutcomeAction[]
  /** Seconds to wait before the next try, if the service requests no other time. */
  readonly waitSeconds?: number
}

/** Half of the one-minute window of usual rate limits: short enough for a user to wait. */
const PAUSE_SECONDS = 30

const REFUSALS: Readonly<Record<RefusalCode | MoveRefusal | TrialRefusal | LocalRefusal, Presentation>> = {
  KEY_INVALID: { tone: 'notice', actions: ['edit-key'] },
  KEY_INCORRECT: { tone: 'notice', actions: ['edit-key', 'support'] },
  KEY_HWID_LOCKED: { tone: 'problem', actions: ['support', 'retry'] },
  KEY_EXPIRED: { tone: 'problem', actions: ['renew', 'support', 'retry'] },
  KEY_BANNED: { tone: 'problem', actions: ['support', 'retry'] },
  INVALID_EXECUTOR: { tone: 'problem', actions: ['support', 'retry'] },
  TIME_ERROR: { tone: 'notice', actions: ['clock-settings', 'retry'] },
  SECURITY_ERROR: { tone: 'problem', actions: ['support', 'retry'] },
  APP_NOT_APPROVED: { tone: 'problem', actions: ['support', 'retry'] },
  USER_AGENT_NOT_ALLOWED: { tone: 'problem', actions: ['support', 'retry'] },
  RATE_LIMITED: { tone: 'pause', actions: ['retry'], waitSeconds: PAUSE_SECONDS },
  UNKNOWN_ERROR: { tone: 'pause', actions: ['retry', 'support'] },
  MOVE_DISABLED: { tone: 'problem', actions: ['support', 'retry'] },
  MOVE_ON_COOLDOWN: { tone: 'pause', actions: ['support', 'retry'] },
  MOVE_LIMIT_REACHED: { tone: 'pause', actions: ['support', 'retry'] },
  OFFLINE_LICENSE_ACTIVE: { tone: 'pause', actions: ['support', 'retry'] },
  DEVICE_NOT_FOUND: { tone: 'notice', actions: ['retry'] },
  VERSION_NOT_COVERED: { tone: 'notice', actions: ['renew', 'support', 'retry'] },
  TRIAL_NOT_OFFERED: { tone: 'calm', actions: ['shop', 'support'] },
  TRIAL_USED: { tone: 'calm', actions: ['shop', 'support'] },
  TRIAL_LIMIT_REACHED: { tone: 'pause', actions: ['shop', 'support'] },
  TRIAL_DEVICE_WEAK: { tone: 'notice', actions: ['support', 'shop'] },
}

/** The end of a trial, both when the service reports it and when it cannot be reached. */
const TRIAL_OVER: Presentation = { tone: 'calm', actions: ['shop', 'retry', 'support'] }

/** Refusals of this computer, not of the key: what the service offers with them is shown. */
const OF_COMPUTER: ReadonlySet<string> = new Set([
  'KEY_HWID_LOCKED',
  'MOVE_ON_COOLDOWN',
  'MOVE_LIMIT_REACHED',
  'OFFLINE_LICENSE_ACTIVE',
] satisfies (RefusalCode | MoveRefusal)[])

const UNKNOWN_REFUSAL: Presentation = { tone: 'problem', actions: ['support', 'retry'] }

const FAILURES: Readonly<Record<FailureKind, Presentation>> = {
  offline: { tone: 'notice', actions: ['retry', 'network-settings'] },
  'name-not-found': { tone: 'notice', actions: ['retry', 'network-settings'] },
  'connection-refused': { tone: 'pause', actions: ['retry', 'support'] },
  proxy: { tone: 'notice', actions: ['network-settings', 'retry'] },
  'captive-portal': { tone: 'notice', actions: ['network-login', 'retry'] },
  tls: { tone: 'problem', actions: ['retry', 'clock-settings'] },
  'timed-out': { tone: 'pause', actions: ['retry', 'network-settings'] },
  'outcome-unknown': { tone: 'pause', actions: ['retry', 'support'] },
  'too-many-requests': { tone: 'pause', actions: ['retry'], waitSeconds: PAUSE_SECONDS },
  'service-unwell': { tone: 'pause', actions: ['retry', 'support'] },
  'answer-malformed': { tone: 'problem', actions: ['retry', 'support'] },
  'answer-not-authentic': { tone: 'problem', actions: ['support', 'retry'] },
  'no-usable-node': { tone: 'pause', actions: ['retry', 'support'] },
  clock: { tone: 'notice', actions: ['clock-settings', 'retry'] },
  'device-unsure': { tone: 'notice', actions: ['retry', 'accept-device'] },
  'not-configured': { tone: 'problem', actions: ['support'] },
}

/** A refusal or failure, as the gate shows it. */
export interface Outcome extends OutcomeTexts {
  /** The value of the attribute `data-code`: the refusal code, or the kind of failure. */
  readonly code: string
  readonly tone: Tone
  /** The available actions. The first one is the primary action of the view. */
  readonly actions: readonly OutcomeAction[]
  readonly waitSeconds: number
  /** The message of the service; empty when there is none. */
  readonly message: string
  /** The issuer of a certificate that was not trusted. */
  readonly certificateIssuer: string | undefined
  readonly details: readonly string[]
}

export type NegativeView = RefusedView | UnreachableView

/** The parts of an offer that a page can carry out. */
export interface OfferOptions {
  /** It can move the refused key to this computer. Default: yes. */
  readonly canMove?: boolean
  /** It can show the computers of the refused key. Default: no. */
  readonly canRelease?: boolean
  /** It can ask the owner of the refused key. Default: no. */
  readonly canAsk?: boolean
  /** The user has started a trial, and has entered no key. Default: no. */
  readonly isTrial?: boolean
}

export function describeOutcome(
  view: NegativeView,
  language: Language,
  helpTopics: readonly HelpTopic[],
  options: OfferOptions = {},
): Outcome {
  const messages = language.messages.outcomes
  const available: readonly OutcomeAction[] = [...OWN_ACTIONS, ...helpTopics]
  const present = ({ tone, actions, waitSeconds = 0 }: Presentation) => ({
    tone,
    actions: actions.filter((action) => available.includes(action)),
    waitSeconds,
  })
  const { over, failures } = language.messages.trial
  const ofTrial = view.isTrialOver && { ...present(TRIAL_OVER), ...over, message: '' }
  if (view.kind === 'unreachable') {
    const { kind, details, retryAfterSeconds, certificateIssuer } = view.failure
    const presentation = present(FAILURES[kind])
    const ofKind: Partial<Record<FailureKind, string>> = failures
    return {
      ...presentation,
      code: kind,
      ...messages.failures[kind],
      ...(options.isTrial && ofKind[kind] && { text: ofKind[kind] }),
      waitSeconds: retryAfterSeconds ?? presentation.waitSeconds,
      message: '',
      certificateIssuer,
      details,
      ...ofTrial,
    }
  }
  const { code, message } = view
  const known = isKnownCode(code)
  const presentation = present(known ? REFUSALS[code] : UNKNOWN_REFUSAL)
  const { action, ...offer }: Partial<Offer> = describeOffer(view, language, options) ?? {}
  const knownTexts = known ? messages.refusals[code] : messages.unknownRefusal
  const stopTexts = view.stopped && messages.stops[view.stopped]
  const texts = view.isDeviceBanned ? messages.deviceBanned : (stopTexts ?? knownTexts)
  const ask = options.canAsk && view.mayAskOwner && ('ask-owner' as const)
  const until = code === 'VERSION_NOT_COVERED' && view.updatesUntil
  return {
    ...presentation,
    code,
    ...texts,
    ...(until && { text: `${messages.versionsUntil(language.formats.date(until))} ${texts.text}` }),
    message,
    certificateIssuer: undefined,
    details: [],
    ...offer,
    ...(ask && {
      tone: offer.tone ?? 'notice',
      text: `${offer.text ?? texts.text} ${language.messages.computers.askOwner}`,
    }),
    actions: [...(action ? [action] : []), ...(ask ? [ask] : []), ...presentation.actions],
    ...ofTrial,
  }
}

/** Replaces the message of the service, too, which says less and is in one language. */
interface Offer extends Partial<Pick<Outcome, 'title' | 'tone'>> {
  readonly text: string
  readonly message: ''
  readonly action?: 'move-here' | 'use-again' | 'devices'
}

/** What to show instead of the usual texts. Offers nothing that the service would refuse. */
function describeOffer(
  { code, devices, move, movedAt }: RefusedView,
  { messages, formats }: Language,
  { canMove = true, canRelease = false }: OfferOptions,
): Offer | undefined {
  const text = messages.computers
  if (!OF_COMPUTER.has(code) || (devices ?? move ?? movedAt) === undefined) return undefined
  const { linked, most } = devices ?? { linked: 1, most: 1 }
  const common = {
    message: '',
    ...(most > 1 && { title: text.inUse(linked, most) }),
    ...(movedAt !== undefined && { title: text.movedOn(formats.date(movedAt)) }),
  } as const
  if (move === undefined) return { ...common, text: text.askVendor }
  const { wait, left } = move
  if (movedAt !== undefined && linked < most) {
    const title = text.releasedOn(formats.date(movedAt))
    return { ...common, title, tone: 'notice', text: text.useAgain, ...(canMove && { action: 'use-again' }) }
  }
  if (wait !== undefined) {
    const from = text.usableFrom(formats.moment(wait.until))
    return { ...common, tone: 'pause', text: `${text.waits[wait.for]} ${from}` }
  }
  // With more computers than allowed now, releasing one makes no room.
  if (canRelease && most > 1 && linked <= most) {
    return { ...common, tone: 'notice', text: `${text.releaseOne} ${text.left(left)}`, action: 'devices' }
  }
  const consequence = linked > 1 ? text.oldestLocks : text.otherLocks
  return {
    ...common,
    tone: 'notice',
    text: `${consequence} ${text.left(left)}`,
    ...(canMove && { action: 'move-here' }),
  }
}

// The code comes from the network: `constructor` must not be found in the table.
const isKnownCode = (code: string): code is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, code)

export const REFUSAL_CODES = Object.keys(REFUSALS) as readonly (keyof typeof REFUSALS)[]
export const FAILURE_KINDS = Object.keys(FAILURES) as readonly FailureView['kind'][]

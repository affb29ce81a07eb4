import type { FailureKind, FailureView, RefusalCode, RefusedView, UnreachableView } from '@latchkey/client'
import type { HelpTopic } from '@latchkey/electron/ipc'
import type { Messages, OutcomeTexts } from '../messages/en.ts'

/**
 * `problem`: this key or this copy of the app is not accepted. `pause`: only waiting helps.
 * `notice`: the user can fix the cause.
 */
export type Tone = 'problem' | 'pause' | 'notice'

const OWN_ACTIONS = [
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

const REFUSALS: Readonly<Record<RefusalCode, Presentation>> = {
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
}

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

export function describeOutcome(
  view: NegativeView,
  messages: Messages['outcomes'],
  helpTopics: readonly HelpTopic[],
): Outcome {
  const available: readonly OutcomeAction[] = [...OWN_ACTIONS, ...helpTopics]
  const present = ({ tone, actions, waitSeconds = 0 }: Presentation) => ({
    tone,
    actions: actions.filter((action) => available.includes(action)),
    waitSeconds,
  })
  if (view.kind === 'unreachable') {
    const { kind, details, retryAfterSeconds, certificateIssuer } = view.failure
    const presentation = present(FAILURES[kind])
    return {
      ...presentation,
      code: kind,
      ...messages.failures[kind],
      waitSeconds: retryAfterSeconds ?? presentation.waitSeconds,
      message: '',
      certificateIssuer,
      details,
    }
  }
  const { code, message } = view
  const known = isKnownCode(code)
  return {
    ...present(known ? REFUSALS[code] : UNKNOWN_REFUSAL),
    code,
    ...(known ? messages.refusals[code] : messages.unknownRefusal),
    message,
    certificateIssuer: undefined,
    details: [],
  }
}

// The code comes from the network: `constructor` must not be found in the table.
const isKnownCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code)

export const REFUSAL_CODES = Object.keys(REFUSALS) as readonly RefusalCode[]
export const FAILURE_KINDS = Object.keys(FAILURES) as readonly FailureView['kind'][]

import type { FailureKind, FailureView, RefusalCode, RefusedView, UnreachableView } from '@latchkey/client'
import type { HelpTopic } from '@latchkey/electron/ipc'
import type { Messages, OutcomeTexts } from '../messages/en.ts'

/**
 * `problem`: this key or this copy of the app is not accepted. `pause`: trying again later may
 * work. `notice`: the user can fix the cause.
 */
export type Tone = 'problem' | 'pause' | 'notice'

export type OutcomeAction =
  | { readonly kind: 'retry' }
  | { readonly kind: 'edit-key' }
  | { readonly kind: 'show-device' }
  | { readonly kind: 'copy-report' }
  /** Uses the provisional device ID: this computer counts as a new device. */
  | { readonly kind: 'accept-device' }
  | { readonly kind: 'help'; readonly topic: HelpTopic }

const retry: OutcomeAction = { kind: 'retry' }
const editKey: OutcomeAction = { kind: 'edit-key' }
const showDevice: OutcomeAction = { kind: 'show-device' }
const copyReport: OutcomeAction = { kind: 'copy-report' }
const acceptDevice: OutcomeAction = { kind: 'accept-device' }
const help = (topic: HelpTopic): OutcomeAction => ({ kind: 'help', topic })

interface Presentation {
  readonly tone: Tone
  /**
   * The actions in order of preference. The first available one is primary, the second one
   * secondary. Help topics depend on the system and the vendor's settings, so every list contains
   * an action that is always available.
   */
  readonly actions: readonly [OutcomeAction, ...OutcomeAction[]]
  /** Seconds to wait before the next try, if the service requests no other time. */
  readonly waitSeconds?: number
}

/** Half of the one-minute window of usual rate limits: short enough for a user to wait. */
const PAUSE_SECONDS = 30

const REFUSALS: Readonly<Record<RefusalCode, Presentation>> = {
  KEY_INVALID: { tone: 'notice', actions: [editKey] },
  KEY_INCORRECT: { tone: 'notice', actions: [editKey, help('support')] },
  KEY_HWID_LOCKED: { tone: 'problem', actions: [help('support'), showDevice] },
  KEY_EXPIRED: { tone: 'problem', actions: [help('renew'), help('support'), retry] },
  KEY_BANNED: { tone: 'problem', actions: [help('support'), copyReport] },
  INVALID_EXECUTOR: { tone: 'problem', actions: [showDevice, help('support')] },
  TIME_ERROR: { tone: 'notice', actions: [help('clock-settings'), retry] },
  SECURITY_ERROR: { tone: 'problem', actions: [help('support'), copyReport] },
  APP_NOT_APPROVED: { tone: 'problem', actions: [help('support'), copyReport] },
  USER_AGENT_NOT_ALLOWED: { tone: 'problem', actions: [help('support'), copyReport] },
  RATE_LIMITED: { tone: 'pause', actions: [retry], waitSeconds: PAUSE_SECONDS },
  UNKNOWN_ERROR: { tone: 'pause', actions: [retry, help('support')] },
}

const UNKNOWN_REFUSAL: Presentation = { tone: 'problem', actions: [help('support'), retry] }

const FAILURES: Readonly<Record<FailureKind, Presentation>> = {
  offline: { tone: 'pause', actions: [retry, help('network-settings')] },
  'name-not-found': { tone: 'pause', actions: [retry, help('network-settings')] },
  'connection-refused': { tone: 'pause', actions: [retry, help('support')] },
  proxy: { tone: 'notice', actions: [help('network-settings'), retry] },
  'captive-portal': { tone: 'notice', actions: [help('network-login'), retry] },
  tls: { tone: 'problem', actions: [retry, help('clock-settings')] },
  'timed-out': { tone: 'pause', actions: [retry, help('network-settings')] },
  'outcome-unknown': { tone: 'pause', actions: [retry, help('support')] },
  'too-many-requests': { tone: 'pause', actions: [retry], waitSeconds: PAUSE_SECONDS },
  'service-unwell': { tone: 'pause', actions: [retry, help('support')] },
  'answer-malformed': { tone: 'problem', actions: [retry, help('support')] },
  'answer-not-authentic': { tone: 'problem', actions: [help('support'), retry] },
  'no-usable-node': { tone: 'pause', actions: [retry, help('support')] },
  clock: { tone: 'notice', actions: [help('clock-settings'), retry] },
  'device-unsure': { tone: 'notice', actions: [retry, acceptDevice] },
  'not-configured': { tone: 'problem', actions: [help('support'), copyReport] },
}

/** A refusal or failure, as the gate shows it. */
export interface Outcome extends OutcomeTexts {
  /** The value of the attribute `data-code`: the refusal code, or the kind of failure. */
  readonly code: string
  readonly tone: Tone
  readonly primary: OutcomeAction
  readonly secondary: OutcomeAction | undefined
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
  const choose = ({ tone, actions, waitSeconds = 0 }: Presentation) => {
    const possible = actions.filter((action) => action.kind !== 'help' || helpTopics.includes(action.topic))
    return { tone, primary: possible[0] ?? retry, secondary: possible[1], waitSeconds }
  }
  if (view.kind === 'unreachable') {
    const { kind, details, retryAfterSeconds, certificateIssuer } = view.failure
    const presentation = choose(FAILURES[kind])
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
    ...choose(known ? REFUSALS[code] : UNKNOWN_REFUSAL),
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

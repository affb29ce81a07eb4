import type { FailureKind, FailureView, RefusalCode, RefusedView, UnreachableView } from '@latchkey/client'
import type { HelpTopic } from '@latchkey/electron/ipc'
import type { Messages, OutcomeTexts } from '../messages/messages.ts'

/** `problem`: this key or this copy will not do. `pause`: it may well work in a moment. `notice`: mend and go on. */
export type Tone = 'problem' | 'pause' | 'notice'

export type OutcomeAction =
  | { readonly kind: 'retry' }
  | { readonly kind: 'edit-key' }
  | { readonly kind: 'show-device' }
  | { readonly kind: 'copy-report' }
  /** Takes this computer for a new device. */
  | { readonly kind: 'accept-device' }
  | { readonly kind: 'help'; readonly topic: HelpTopic }

const retry: OutcomeAction = { kind: 'retry' }
const editKey: OutcomeAction = { kind: 'edit-key' }
const showDevice: OutcomeAction = { kind: 'show-device' }
const copyReport: OutcomeAction = { kind: 'copy-report' }
const acceptDevice: OutcomeAction = { kind: 'accept-device' }
const help = (topic: HelpTopic): OutcomeAction => ({ kind: 'help', topic })

interface Manner {
  readonly tone: Tone
  /**
   * What to offer, best first: the first that this system can do is the primary action, the second a quiet one.
   * Help depends on the system and the vendor's settings, so every list ends in something that always works.
   */
  readonly actions: readonly [OutcomeAction, ...OutcomeAction[]]
  /** Seconds to wait before the next try, when the service names none. */
  readonly waitSeconds?: number
}

/** Long enough that a service's window of a minute has moved on, short enough to be waited for. */
const PAUSE_SECONDS = 30

const REFUSALS: Readonly<Record<RefusalCode, Manner>> = {
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

const UNKNOWN_REFUSAL: Manner = { tone: 'problem', actions: [help('support'), retry] }

const FAILURES: Readonly<Record<FailureKind, Manner>> = {
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

/** Everything that the gate shows about an outcome. */
export interface Outcome extends OutcomeTexts {
  /** What outside tools see as `data-code`. */
  readonly code: string
  readonly tone: Tone
  readonly primary: OutcomeAction
  readonly secondary: OutcomeAction | undefined
  readonly waitSeconds: number
  /** The service's own messages; empty when it said none. */
  readonly message: string
  /** Who issued a certificate that was not trusted. */
  readonly certificateIssuer: string | undefined
  readonly details: readonly string[]
}

export type UndecidedOrRefused = RefusedView | UnreachableView

export function describeOutcome(
  view: UndecidedOrRefused,
  messages: Messages['outcomes'],
  helpTopics: readonly HelpTopic[],
): Outcome {
  const choose = ({ tone, actions, waitSeconds = 0 }: Manner) => {
    const possible = actions.filter((action) => action.kind !== 'help' || helpTopics.includes(action.topic))
    return { tone, primary: possible[0] ?? retry, secondary: possible[1], waitSeconds }
  }
  if (view.kind === 'unreachable') {
    const { kind, details, retryAfterSeconds, certificateIssuer } = view.failure
    const manner = choose(FAILURES[kind])
    return {
      ...manner,
      code: kind,
      ...messages.failures[kind],
      waitSeconds: retryAfterSeconds ?? manner.waitSeconds,
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

import type { LicenseView } from '../../packages/client/src/license/license-view.ts'
import type { Attack } from './attack.ts'
import type { Traffic } from './hostile-node.ts'

/** The app's reaction to an attack. */
export interface Observation {
  /** Whether the product's page is shown or its files can be loaded. */
  readonly isOpen: boolean
  /** The `data-code` of the outcome in the window. Undefined if there was none in time. */
  readonly reportedCode: string | undefined
  /** The view in the main process. */
  readonly view: LicenseView | undefined
  readonly afterMs: number
  readonly traffic: Traffic
  /** Other errors, as texts: exceptions, a window that does not respond. */
  readonly faults: readonly string[]
}

export interface Finding {
  readonly attack: Attack
  readonly observation: Observation
  /** Why the app failed against the attack. Empty if it did not. */
  readonly reasons: readonly string[]
}

/** The app shortens texts to less than this. */
const LONGEST_TEXT = 400
/** The longest note that the service accepts. */
const LONGEST_NOTE = 1_000
const LONGEST_WAIT_SECONDS = 3_600
/** The end of the year 9999. */
const LATEST_SECONDS = 253_402_300_799
/** This is more than the socket buffers of both processes can hold. */
const MAX_BYTES_RECEIVED = 48 * 2 ** 20

/** Control, direction and invisible characters, lone surrogates, and long sequences of marks. */
export const UNSHOWABLE =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\p{M}{6}/u

export function evaluate(attack: Attack, observation: Observation): Finding {
  const { isOpen, reportedCode, view, traffic, faults } = observation
  const reasons: string[] = [...faults]
  if (isOpen && !attack.mayOpen) reasons.push('the product opened')
  if (reportedCode === undefined) reasons.push('no outcome in time')
  else if (!attack.expectedCodes.includes(reportedCode))
    reasons.push(`reported ${reportedCode}, expected ${attack.expectedCodes.join(' or ')}`)
  if (isOpen !== (reportedCode === 'KEY_VALID'))
    reasons.push(isOpen ? 'opened without reporting it' : 'reported a valid key without opening')
  if (traffic.checks > (attack.observeAfter?.checks ?? 1))
    reasons.push(`sent ${traffic.checks} key checks for one activation`)
  if (traffic.trapped > 0) reasons.push('connected to another address')
  if (traffic.cookies > 0) reasons.push('sent a cookie back')
  if (traffic.received > MAX_BYTES_RECEIVED)
    reasons.push(`received ${(traffic.received / 2 ** 20).toFixed(0)} MiB`)
  if (view !== undefined) reasons.push(...unsafeIn(view, attack))
  const text = JSON.stringify(view) ?? ''
  if (traffic.sensitive.some((sensitive) => text.includes(sensitive)))
    reasons.push('the view contains a key, a secret, the device ID or a signature')
  return { attack, observation, reasons }
}

/** Fields that a license under attack must not have, except `isTrial` for a trial. */
const TERMS = ['features', 'updatesUntil', 'isPerpetual', 'isTrial'] as const

function unsafeIn(view: LicenseView, { use }: Attack): string[] {
  switch (view.kind) {
    case 'licensed': {
      const { note, executions, expiresAt } = view
      return [
        ...unsafeTexts({ note }, LONGEST_NOTE),
        ...TERMS.filter((name) => (view[name] !== undefined) !== (name === 'isTrial' && use === 'trial')).map(
          (name) => `a license with ${name}: ${view[name]}`,
        ),
        ...(Number.isSafeInteger(executions) && executions >= 0 ? [] : [`executions ${executions}`]),
        ...(expiresAt === 'never' ||
        (Number.isSafeInteger(expiresAt) && expiresAt > 0 && expiresAt <= LATEST_SECONDS)
          ? []
          : [`expires at ${expiresAt}`]),
      ]
    }
    case 'refused':
      return unsafeTexts({ message: view.message, code: view.code })
    case 'unreachable': {
      const { details, certificateIssuer = '', retryAfterSeconds = 0 } = view.failure
      return [
        ...unsafeTexts({ details: details.join(' '), certificateIssuer }),
        ...(retryAfterSeconds <= LONGEST_WAIT_SECONDS ? [] : [`waits for ${retryAfterSeconds} s`]),
      ]
    }
    default:
      return []
  }
}

const unsafeTexts = (texts: Readonly<Record<string, string>>, longest = LONGEST_TEXT): string[] =>
  Object.entries(texts).flatMap(([name, text]) => [
    ...(UNSHOWABLE.test(text) ? [`unsafe characters in the ${name}`] : []),
    ...(text.length > longest ? [`${name} of ${text.length} characters`] : []),
  ])

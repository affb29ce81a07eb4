import type { LicenseView } from '../../packages/client/src/license/license-view.ts'
import type { Attack } from './attack.ts'
import type { Traffic } from './hostile-node.ts'

/** What the app made of an attack. */
export interface Observation {
  /** Whether the product can be had: a page of it, or a file. */
  readonly isOpen: boolean
  /** `data-code`: what the user was told. Undefined when nothing was, in time. */
  readonly told: string | undefined
  /** What a window may know, as the main process says it. */
  readonly view: LicenseView | undefined
  readonly afterMs: number
  readonly traffic: Traffic
  /** Everything else that is wrong, in words: a page that threw, a window that no longer answers. */
  readonly faults: readonly string[]
}

export interface Finding {
  readonly attack: Attack
  readonly observation: Observation
  /** Why it fell; empty when it held. */
  readonly reasons: readonly string[]
}

/** Longer than what the app cuts texts to, and short enough for a window. */
const LONGEST_TEXT = 400
const LONGEST_WAIT_SECONDS = 3_600
/** The last second of the year 9999. */
const LATEST_SECONDS = 253_402_300_799
/** What fits into the buffers of the two systems on the way, with room to spare. */
const MOST_BYTES_TAKEN = 48 * 2 ** 20

/** Controls, what turns the reading direction, what is invisible, and halves of characters. */
export const UNSHOWABLE =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\p{M}{6}/u

export function evaluate(attack: Attack, observation: Observation): Finding {
  const { isOpen, told, view, traffic, faults } = observation
  const reasons: string[] = [...faults]
  if (isOpen && !attack.mayOpen) reasons.push('the product opened')
  if (told === undefined) reasons.push('no outcome in time')
  else if (!attack.tells.includes(told))
    reasons.push(`told as ${told} and not as ${attack.tells.join(' or ')}`)
  if (isOpen !== (told === 'KEY_VALID'))
    reasons.push(isOpen ? 'opened without saying so' : 'said valid without opening')
  if (traffic.checks > (attack.watched?.checks ?? 1))
    reasons.push(`sent ${traffic.checks} key checks for one press`)
  if (traffic.strayed > 0) reasons.push('was led to another address')
  if (traffic.cookies > 0) reasons.push('sent a cookie back')
  if (traffic.taken > MOST_BYTES_TAKEN) reasons.push(`took ${(traffic.taken / 2 ** 20).toFixed(0)} MiB`)
  if (view !== undefined) reasons.push(...unsafeIn(view))
  return { attack, observation, reasons }
}

function unsafeIn(view: LicenseView): string[] {
  switch (view.kind) {
    case 'licensed': {
      const { note, executions, expiresAt } = view
      return [
        ...unsafeTexts({ note }),
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

const unsafeTexts = (texts: Readonly<Record<string, string>>): string[] =>
  Object.entries(texts).flatMap(([name, text]) => [
    ...(UNSHOWABLE.test(text) ? [`unsafe characters in the ${name}`] : []),
    ...(text.length > LONGEST_TEXT ? [`${name} of ${text.length} characters`] : []),
  ])

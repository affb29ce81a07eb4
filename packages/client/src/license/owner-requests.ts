import { ASK_EVERY_SECONDS, type LicenseKey } from '@latchkey/protocol'
import type { Schedule } from './clock.ts'
import type { Identified } from './gate-parts.ts'
import type { GateEvent } from './gate-types.ts'
import type { KeyExchange } from './key-exchange.ts'
import type { AskView } from './license-view.ts'
import { toDeviceName } from './linked-devices.ts'
import type { OwnerStatus } from './owner-answer.ts'
import type { Answer } from './send-request.ts'

/** How often the status is requested: for five minutes. */
const LOOKS = 300 / ASK_EVERY_SECONDS

interface OwnerRequestParts {
  readonly exchange: Pick<KeyExchange, 'askOwner'>
  readonly identify: () => Promise<Identified>
  readonly schedule: Schedule
  readonly dispatch: (event: GateEvent) => void
  /** Whether the gate still waits for the answer to this request. */
  readonly isAsking: (id: number) => boolean
}

/** Asks the owner of a key for a place, and waits for the answer. Counts no execution. */
export function createOwnerRequests({ exchange, identify, schedule, dispatch, isAsking }: OwnerRequestParts) {
  const pause = () => new Promise<void>((resolve) => schedule.after(ASK_EVERY_SECONDS * 1000, resolve))

  return async function ask(id: number, key: LicenseKey, name: string): Promise<void> {
    const report = (result: AskView | 'allowed'): void => dispatch({ kind: 'owner-answered', id, result })
    const device = await identify().catch(() => undefined)
    if (device === undefined || device.provisional) return report(ended('device-unsure'))
    const of = { key, deviceId: device.id }
    const sent = await exchange.askOwner({ use: 'ask-owner', name: toDeviceName(name), ...of })
    if (sent.kind !== 'valid' || sent.answer !== 'OWNER_ASKED') return report(viewOf(sent))
    const { words } = sent
    report({ kind: 'waiting', words })
    for (let look = 0; look < LOOKS; look++) {
      await pause()
      if (!isAsking(id)) return
      const answer = await exchange.askOwner({ use: 'ask-status', ...of })
      // A network that fails for a moment, or a limit, does not end the waiting.
      const isOpen = answer.kind === 'failed' || codeOf(answer) === 'RATE_LIMITED'
      if (!isOpen && codeOf(answer) !== 'OWNER_ASKED') return report(viewOf(answer))
    }
    report({ kind: 'late', words })
  }
}

const ended = (code: string): AskView => ({ kind: 'ended', code })

const codeOf = (answer: Answer<OwnerStatus>): string =>
  answer.kind === 'valid' ? answer.answer : answer.kind === 'refused' ? answer.code : answer.failure.kind

const viewOf = (answer: Answer<OwnerStatus>): AskView | 'allowed' =>
  codeOf(answer) === 'OWNER_ALLOWED' ? 'allowed' : ended(codeOf(answer))

import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { DEVICES_LISTED, type DeviceId, type LicenseKey, parsePublicKeys } from '@latchkey/protocol'
import type { ExchangeSettings, TimeLimits } from '../../packages/client/src/license/exchange-settings.ts'
import { createKeyExchange, type KeyExchange } from '../../packages/client/src/license/key-exchange.ts'
import type { LicenseView } from '../../packages/client/src/license/license-view.ts'
import { createNodeTransport } from '../../packages/client/src/license/testing/node-transport.ts'
import { systemClock, systemSchedule } from '../../packages/electron/src/main/system-clock.ts'
import type { Attack } from './attack.ts'
import { openHostileNode, type RealService } from './hostile-node.ts'
import { type Target, within } from './run-attacks.ts'

/** Shorter than the app's limits, but enough for a local service on a busy machine. */
const LIMITS: TimeLimits = { syncMs: 8_000, checkMs: 8_000, checkBodyMs: 5_000 }
/** This limit is longer than the sum of the limits above. */
const OUTCOME_LIMIT_MS = 26_000
const CLOSE_LIMIT_MS = 5_000

const DEVICE_ID = '5a'.repeat(32) as DeviceId

/** Runs only the key exchange, in this process over Node's HTTP. Much faster than a window. */
export async function openExchangeTarget(
  service: RealService &
    Omit<ExchangeSettings, 'syncUrl' | 'allowLoopbackHttp' | 'publicKeys'> & { readonly publicKeys: string },
): Promise<Target> {
  const node = await openHostileNode(service)
  const { publicKeys: text, ...common } = { ...service, syncUrl: node.url, allowLoopbackHttp: true }
  const publicKeys = parsePublicKeys(text)
  if (publicKeys === undefined) throw new Error('The demo has no public keys.')
  const settingsOf = (hasPublicKeys = false): ExchangeSettings =>
    hasPublicKeys ? { ...common, publicKeys } : common

  async function send({
    key = 'valid',
    use,
    hasPublicKeys,
  }: Partial<Attack> = {}): Promise<Sent | undefined> {
    const exchange = createKeyExchange({
      fetch: createNodeTransport(),
      clock: systemClock,
      schedule: systemSchedule,
      random: randomInt,
      settings: settingsOf(hasPublicKeys),
      limits: LIMITS,
    })
    const controller = new AbortController()
    const { signal } = controller
    const ofKey = service.keys[key] as LicenseKey
    const options = { signal, onPhase: () => {} }
    const requests = {
      check: () => exchange.check(ofKey, DEVICE_ID, options),
      move: () => exchange.check(ofKey, DEVICE_ID, { use: 'move', ...options }),
      devices: () => exchange.manage({ use: 'devices', key: ofKey, deviceId: DEVICE_ID }),
      trial: () => exchange.startTrial({ deviceId: DEVICE_ID, strength: 'weak' }, options),
    }
    const outcome = await within<Sent>(OUTCOME_LIMIT_MS, requests[use ?? 'check']())
    controller.abort()
    return outcome
  }

  const target: Target = {
    async run(attack) {
      node.play(attack)
      const startedAt = performance.now()
      let outcome: Sent | undefined
      const faults: string[] = []
      try {
        outcome = await send(attack)
      } catch (error) {
        faults.push(`the exchange threw: ${error}`)
      }
      const afterMs = performance.now() - startedAt
      // Each request has its own connection, and none may outlive its check.
      const closedBy = performance.now() + CLOSE_LIMIT_MS
      while (node.traffic().open > 0 && performance.now() < closedBy) await delay(5)
      if (node.traffic().open > 0) faults.push('left a connection open')
      const view = outcome && viewOf(outcome)
      return {
        isOpen: view?.kind === 'licensed',
        reportedCode: outcome && 'devices' in outcome ? DEVICES_LISTED : view && codeOf(view),
        view,
        afterMs,
        traffic: node.traffic(),
        faults,
      }
    },
    close: node.close,
  }
  // Records an earlier answer for replay attacks.
  await send()
  return target
}

/** The outcome of a check, a move or a list. */
type Sent = Awaited<ReturnType<KeyExchange['check' | 'manage']>>

/** Converts an outcome to the view that the gate would show. */
function viewOf(outcome: Sent): LicenseView {
  switch (outcome.kind) {
    case 'valid':
      // The answer is a list of computers, which opens nothing.
      if (!('license' in outcome)) return { kind: 'locked' }
      return {
        kind: 'licensed',
        ...outcome.license,
        checkedAt: outcome.serviceTime,
        source: 'online',
        serviceTime: outcome.serviceTime,
        isChecking: false,
        storedBy: 'nothing',
      }
    case 'refused':
      return outcome
    case 'failed':
      return { kind: 'unreachable', failure: outcome.failure }
    case 'cancelled':
      return { kind: 'locked' }
  }
}

function codeOf(view: LicenseView): string | undefined {
  if (view.kind === 'licensed') return 'KEY_VALID'
  if (view.kind === 'refused') return view.code
  return view.kind === 'unreachable' ? view.failure.kind : undefined
}

import { createHash, randomInt } from 'node:crypto'
import { type DeviceId, type LicenseKey, parsePublicKeys } from '@latchkey/protocol'
import { createKeyExchange } from '../../packages/client/src/license/key-exchange.ts'
import { createOfflineLicensing } from '../../packages/client/src/license/offline-license.ts'
import { createNodeTransport } from '../../packages/client/src/license/testing/node-transport.ts'
import { systemClock, systemSchedule } from '../../packages/electron/src/main/system-clock.ts'
import type { DemoLine } from '../../packages/electron-tools/src/development/demo-service.ts'

/** Another computer with the same app: another device ID, and no window. */
export type OtherComputer = ReturnType<ReturnType<typeof createOtherComputers>>

/** Returns a function that opens the computer of a name. */
export function createOtherComputers(service: DemoLine) {
  const publicKeys = parsePublicKeys(service.publicKeys)
  if (publicKeys === undefined) throw new Error('The demo project has no public keys.')
  const settings = { ...service, syncUrl: service.url, allowLoopbackHttp: true, publicKeys }
  const exchange = createKeyExchange({
    fetch: createNodeTransport(),
    clock: systemClock,
    schedule: systemSchedule,
    random: randomInt,
    settings,
  })
  return (computer: string) => {
    const deviceId = createHash('sha256').update(computer).digest('hex') as DeviceId
    const send = async (use: 'check' | 'move', key: string): Promise<string> => {
      const { signal } = new AbortController()
      const outcome = await exchange.check(key as LicenseKey, deviceId, { use, signal, onPhase: () => {} })
      if (outcome.kind === 'valid') return 'KEY_VALID'
      return outcome.kind === 'refused' ? outcome.code : JSON.stringify(outcome)
    }
    return {
      /** Checks the key. Resolves to the code of the answer. */
      check: (key: string) => send('check', key),
      move: (key: string) => send('move', key),
      async nameItself(key: string, name: string): Promise<void> {
        const answer = await exchange.manage({ use: 'name', key: key as LicenseKey, deviceId, name })
        if (answer.kind !== 'valid') throw new Error(`It got no name: ${JSON.stringify(answer)}`)
      },
      /** The text that requests a license file. */
      requestFile(key: string): string {
        const time = Math.floor(Date.now() / 1000)
        const offline = createOfflineLicensing(settings, randomInt)
        return offline?.request(key as LicenseKey, deviceId, time) ?? ''
      },
    }
  }
}

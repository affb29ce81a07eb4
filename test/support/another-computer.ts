import { isLicenseKey } from '@latchkey/protocol'
import { createDevice } from '../../packages/client/src/device/device.ts'
import { createMachineReader } from '../../packages/client/src/device/machine-reader.ts'
import { LINUX_MACHINES } from '../../packages/client/src/device/testing/recorded-machines/linux.ts'
import { filesOf, playBack } from '../../packages/client/src/device/testing/recorded-machines/recording.ts'
import { createDeviceSealer } from '../../packages/client/src/license/sealer.ts'
import { createLicenseStore } from '../../packages/client/src/license/store.ts'
import { openProfile } from '../../packages/client/src/profile.ts'

/**
 * Writes the files of an app that was activated on another computer: a recorded one with this many
 * facts. All else is the app's own. The key was verified there, within the grace period.
 */
export async function writeFilesOfAnotherComputer(
  dir: string,
  { appName, key, facts }: { readonly appName: string; readonly key: string; readonly facts: 1 | 3 },
): Promise<void> {
  const machine = LINUX_MACHINES.find(({ expected }) => expected.counted.length === facts)
  if (machine === undefined || !isLicenseKey(key)) throw new Error('No such machine, or no such key.')
  const profile = openProfile(dir)
  const device = createDevice({
    appName,
    files: profile.device,
    startReading: createMachineReader({
      platform: machine.platform,
      load: async () => playBack(machine),
      linuxFiles: filesOf(machine),
    }),
  })
  const sealer = createDeviceSealer(() => device.sealingKey('license'))
  const store = createLicenseStore({
    file: profile.license,
    keyring: { ...sealer, kind: 'keyring', isAvailable: () => false },
    device: sealer,
  })
  const now = Date.now() / 1000
  const license = { note: '', executions: 1, expiresAt: 'never' } as const
  const history = { time: { offsetSeconds: 0, highestSeconds: now }, ended: { keys: [] } }
  await store.save({ key, proof: { license, checkedAt: now } }, history)
}

/** How many facts this computer shows to the app. */
export async function countFactsHere(): Promise<number> {
  const query = createMachineReader({ platform: process.platform, load: () => import('systeminformation') })()
  await query.complete
  return query.snapshot().facts.filter(({ answer }) => answer.kind === 'value' && answer.value !== '').length
}

import { openProfile } from '../../profile.ts'
import { createDeviceSealer } from '../sealer.ts'
import { createLicenseStore, type LicenseStore } from '../store.ts'
import { KEY, OTHER_KEY } from './test-service.ts'

/** The store on a real disk. */
export function openStoreIn(dir: string): LicenseStore {
  const device = createDeviceSealer(async () => new Uint8Array(32).fill(7))
  return createLicenseStore({
    file: openProfile(dir).license,
    keyring: { ...device, kind: 'keyring', isAvailable: () => false },
    device,
  })
}

/** Even rounds save one key and odd rounds another, so that a mix of two rounds is detected. */
export const keyOfRound = (round: number) => (round % 2 === 0 ? KEY : OTHER_KEY)

// Runs as a child process that saves one state after another until it is killed.
const [, script, dir, from] = process.argv
if (script === import.meta.filename && dir !== undefined) {
  const store = openStoreIn(dir)
  for (let round = Number(from); ; round++) {
    const license = { note: 'n'.repeat(round % 300), executions: round, expiresAt: 'never' as const }
    await store.save(
      { key: keyOfRound(round), proof: { license, checkedAt: round } },
      { time: { offsetSeconds: 0, highestSeconds: round }, ended: { keys: [] } },
    )
    if (round === Number(from)) process.stdout.write('saving\n')
  }
}

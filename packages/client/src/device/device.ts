import { randomBytes } from 'node:crypto'
import type { RandomBytes } from '../encryption.ts'
import type { Schedule } from '../license/clock.ts'
import type { DeviceFiles } from '../profile.ts'
import type { MachineQuery, MachineReader } from './machine-reading.ts'
import { type DeviceIdentity, type ResolvedIdentity, resolveIdentity } from './resolve-identity.ts'
import { purposeKey } from './sealed-store.ts'

export { supportReport, toDeviceView } from './device-report.ts'
export type { DeviceIdentity } from './resolve-identity.ts'

export interface Device {
  /**
   * Resolves to the same identity until `identifyAgain` or `adopt` changes it.
   * Takes at most `limitMs` plus the writing of one file. Never rejects.
   */
  identify(): Promise<DeviceIdentity>
  /**
   * Reads the machine again if the ID is provisional: facts that were late or blocked may be
   * available now. Otherwise returns the current identity. Never rejects.
   */
  identifyAgain(): Promise<DeviceIdentity>
  /**
   * Replaces the stored ID by the provisional one. Data that was sealed under the stored ID can no
   * longer be opened. Has no effect if the ID is not provisional.
   */
  adopt(): Promise<void>
  /**
   * A key of 32 bytes for one purpose, the same at every start, and different on every machine:
   * data sealed with it cannot be opened elsewhere. On a machine without usable facts, and while
   * the ID is provisional, the key depends only on a random number in a file. Never rejects.
   */
  sealingKey(purpose: string): Promise<Uint8Array>
}

export interface DeviceParts {
  /** The name of the app in the licensing settings. The device ID depends on it. */
  readonly appName: string
  readonly startReading: MachineReader
  readonly files: DeviceFiles
  readonly setTimer?: SetTimer
  readonly random?: RandomBytes
  readonly limitMs?: number
}

type SetTimer = Schedule['after']

/**
 * Time limit for all calls together. systeminformation has no timeout, and PowerShell alone can
 * take seconds to start on a busy Windows. The gate accepts input meanwhile: only a key check waits
 * for the device ID.
 */
export const IDENTIFY_LIMIT_MS = 6_000

/** How long late answers are still accepted in the background, to be stored for the next start. */
export const LATE_LIMIT_MS = 60_000

/** Creates the device, which reads the facts about this computer once and derives its ID. */
export function createDevice(parts: DeviceParts): Device {
  const { setTimer = startTimer, random = randomBytes, limitMs = IDENTIFY_LIMIT_MS } = parts
  let resolved: Promise<ResolvedIdentity> | undefined
  /** A query that exceeded the time limit and still runs; `identifyAgain` reuses it. */
  let lateQuery: MachineQuery | undefined

  async function resolve(query: MachineQuery): Promise<ResolvedIdentity> {
    const [stored, isComplete] = await Promise.all([
      parts.files.sealed.read(),
      completesWithin(query.complete, limitMs, setTimer),
    ])
    const result = await resolveIdentity(query.snapshot(), stored, { ...parts, random })
    if (isComplete) query.stop()
    else void awaitLateFacts(query, result)
    return result
  }

  async function awaitLateFacts(query: MachineQuery, result: ResolvedIdentity): Promise<void> {
    lateQuery = query
    const isComplete = await completesWithin(query.complete, LATE_LIMIT_MS, setTimer)
    if (lateQuery === query) lateQuery = undefined
    query.stop()
    if (isComplete) await result.addLateFacts(query.snapshot())
  }

  const current = (): Promise<ResolvedIdentity> => {
    resolved ??= resolve(parts.startReading())
    return resolved
  }
  return {
    identify: async () => (await current()).identity,
    async identifyAgain() {
      if ((await current()).identity.provisional) resolved = resolve(lateQuery ?? parts.startReading())
      return (await current()).identity
    },
    async adopt() {
      const before = await current()
      if (before.identity.provisional) resolved = before.adopt()
      await current()
    },
    sealingKey: async (purpose) => purposeKey((await current()).masterKey, purpose),
  }
}

function completesWithin(work: Promise<void>, limitMs: number, setTimer: SetTimer): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = setTimer(limitMs, () => resolve(false))
    void work.then(() => {
      cancel()
      resolve(true)
    })
  })
}

const startTimer: SetTimer = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

import { randomBytes } from 'node:crypto'
import type { DeviceFiles } from './device-files.ts'
import type { AskMachine, MachineQuery } from './machine-reading.ts'
import { purposeKey, type RandomBytes } from './sealed-store.ts'
import { type DeviceIdentity, type Settled, settleIdentity } from './settle-identity.ts'

export { supportReport, toDeviceView } from './device-report.ts'
export type { DeviceIdentity } from './settle-identity.ts'

export interface Device {
  /** The same answer for as long as the app runs, unless it is asked for again; within `limitMs` and the writing of a file. Never rejects. */
  identify(): Promise<DeviceIdentity>
  /** Looks at the machine once more if the ID is provisional. What was late, or kept from the app, may be there now. */
  identifyAgain(): Promise<DeviceIdentity>
  /**
   * Takes a provisional ID as this machine's from now on, in the place of the one that is kept. What was sealed on
   * the machine before cannot be opened any more. Without effect on an ID that is not provisional.
   */
  adopt(): Promise<void>
  /**
   * 32 bytes that only this machine has again at the next start: what is sealed with them cannot be carried to
   * another. On a machine that nothing identifies, and under a provisional ID, they are only as good as the file
   * that keeps a random number. Never rejects.
   */
  sealingKey(purpose: string): Promise<Uint8Array>
}

export interface DeviceParts {
  /** As in the licensing settings. Another name is another device ID. */
  readonly appName: string
  readonly askMachine: AskMachine
  readonly files: DeviceFiles
  readonly setTimer?: SetTimer
  readonly random?: RandomBytes
  readonly limitMs?: number
}

/** Calls back once, after a time; returns what cancels it. */
export type SetTimer = (milliseconds: number, callback: () => void) => () => void

/**
 * For every call to answer. systeminformation sets no limit of its own, and on a busy Windows PowerShell alone
 * may need seconds to start. The gate takes typing meanwhile: only a key check waits for the device ID.
 */
export const IDENTIFY_LIMIT_MS = 6_000

/** How long what was cut off is still listened to in the background, so that the next start knows the machine. */
export const LATE_LIMIT_MS = 60_000

export function createDevice(parts: DeviceParts): Device {
  const { setTimer = startTimer, random = randomBytes, limitMs = IDENTIFY_LIMIT_MS } = parts
  let settled: Promise<Settled> | undefined
  /** Answers that are late are waited for here; a second look goes on with it. */
  let lateQuery: MachineQuery | undefined

  async function settle(query: MachineQuery): Promise<Settled> {
    const [stored, isComplete] = await Promise.all([
      parts.files.sealed.read(),
      settlesWithin(query.complete, limitMs, setTimer),
    ])
    const result = await settleIdentity(query.soFar(), stored, { ...parts, random })
    if (isComplete) query.stop()
    else void listenOn(query, result)
    return result
  }

  async function listenOn(query: MachineQuery, result: Settled): Promise<void> {
    lateQuery = query
    const isComplete = await settlesWithin(query.complete, LATE_LIMIT_MS, setTimer)
    if (lateQuery === query) lateQuery = undefined
    query.stop()
    if (isComplete) await result.learn(query.soFar())
  }

  const once = (): Promise<Settled> => {
    settled ??= settle(parts.askMachine())
    return settled
  }
  return {
    identify: async () => (await once()).identity,
    async identifyAgain() {
      if ((await once()).identity.provisional) settled = settle(lateQuery ?? parts.askMachine())
      return (await once()).identity
    },
    async adopt() {
      const current = await once()
      if (current.identity.provisional) settled = current.adopt()
      await once()
    },
    sealingKey: async (purpose) => purposeKey((await once()).masterKey, purpose),
  }
}

function settlesWithin(work: Promise<void>, limitMs: number, setTimer: SetTimer): Promise<boolean> {
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

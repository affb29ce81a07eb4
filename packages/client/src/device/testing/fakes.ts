import type { Schedule } from '../../license/clock.ts'
import type { DeviceFiles, SmallFile } from '../../profile.ts'
import type { SystemInformation } from '../machine-reader.ts'

// Fakes for the tests of the device: files in memory, a timer under test control, calls that never
// return.

export interface MemoryFile extends SmallFile {
  text: string | undefined
  isReadOnly: boolean
}

export interface MemoryFiles extends DeviceFiles {
  readonly sealed: MemoryFile
  readonly random: MemoryFile
}

const createMemoryFile = (text?: string): MemoryFile => ({
  text,
  isReadOnly: false,
  read() {
    return this.text
  },
  writeNow(written) {
    if (!this.isReadOnly) this.text = written
    return !this.isReadOnly
  },
  async write(written) {
    return this.writeNow(written)
  },
})

export const createMemoryFiles = (sealed?: string, random?: string): MemoryFiles => ({
  sealed: createMemoryFile(sealed),
  random: createMemoryFile(random),
})

export interface ManualTimer {
  readonly setTimer: Schedule['after']
  /** Advances the time and runs the timers that are due. Returns their number. */
  pass(milliseconds: number): number
}

export function createManualTimer(): ManualTimer {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  return {
    setTimer(milliseconds, callback) {
      const timer = { at: now + milliseconds, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pass(milliseconds) {
      now += milliseconds
      const due = [...timers].filter(({ at }) => at <= now)
      for (const timer of due) {
        timers.delete(timer)
        timer.callback()
      }
      return due.length
    },
  }
}

const never = <T>(): Promise<T> => new Promise<T>(() => {})

export const hangingSystemInformation: SystemInformation = {
  uuid: never,
  baseboard: never,
  system: never,
  powerShellStart: () => {},
  powerShellRelease: () => {},
}

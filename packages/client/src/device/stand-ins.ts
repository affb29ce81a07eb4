import type { SystemInformation } from './ask-machine.ts'
import type { SetTimer } from './device.ts'
import type { DeviceFiles, TextFile } from './device-files.ts'

/** For the tests of this room: files in memory, a timer in the test's hand, and a machine that never answers. */
export interface MemoryFile extends TextFile {
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
  async read() {
    return this.text
  },
  async write(written) {
    if (!this.isReadOnly) this.text = written
    return !this.isReadOnly
  },
})

export const createMemoryFiles = (sealed?: string, random?: string): MemoryFiles => ({
  sealed: createMemoryFile(sealed),
  random: createMemoryFile(random),
})

export interface ManualTimer {
  readonly setTimer: SetTimer
  /** Lets time pass. Answers how many timers went off. */
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

export const hungSystemInformation: SystemInformation = {
  uuid: never,
  baseboard: never,
  system: never,
  powerShellStart: () => {},
  powerShellRelease: () => {},
}

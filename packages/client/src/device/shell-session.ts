import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

interface ShellControl {
  powerShellStart(): void
  powerShellRelease(): void
}

export interface ShellSession {
  /** Settles when the shell is gone, on its own or because it never started. May be never. */
  readonly ended: Promise<void>
  /** Ends the shell that this session started, and no other. */
  close(): void
}

/**
 * One PowerShell for all calls of systeminformation, with its faults caught.
 *
 * systeminformation listens to no `error` of a shell that could not be started, nor of its standard input, and
 * an `error` that nobody listens to ends the app. A policy or an antivirus that forbids PowerShell would do that.
 * It does not hand out the process either, so Node's own announcement of new processes is listened to.
 */
export function openShellSession(control: ShellControl): ShellSession {
  let shell: ChildProcess | undefined
  const onProcess = (message: unknown) => {
    shell ??= (message as { process: ChildProcess }).process
  }
  subscribe('child_process', onProcess)
  try {
    control.powerShellStart()
  } catch {
    // systeminformation then starts a shell for each call, and takes that one's faults for an empty answer.
  } finally {
    unsubscribe('child_process', onProcess)
  }

  const started = shell
  const ended = new Promise<void>((resolve) => {
    started?.on('error', () => resolve())
    started?.on('exit', () => resolve())
    started?.stdin?.on('error', () => resolve())
  })
  let isOpen = true
  return {
    ended,
    close() {
      if (!isOpen) return
      isOpen = false
      control.powerShellRelease()
      // A shell that hangs in a query does not read the `exit` that it was sent.
      started?.kill()
    },
  }
}

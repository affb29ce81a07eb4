import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { SystemInformation } from './machine-reader.ts'

export interface ShellSession {
  /** Resolves when the shell exits, fails to start or rejects input. May never resolve. */
  readonly ended: Promise<void>
  /** Terminates the shell that this session started. */
  close(): void
}

/**
 * Starts the one PowerShell process that systeminformation uses for all its calls, and handles its
 * errors.
 *
 * systeminformation adds no `error` listener to the process or to its standard input. An unhandled
 * `error` event would terminate the app, for example when a policy or an antivirus blocks
 * PowerShell. systeminformation does not return the process either, so it is taken from Node's
 * `child_process` diagnostics channel.
 */
export function openShellSession(
  control: Pick<SystemInformation, 'powerShellStart' | 'powerShellRelease'>,
): ShellSession {
  let shell: ChildProcess | undefined
  const onProcess = (message: unknown) => {
    shell ??= (message as { process: ChildProcess }).process
  }
  subscribe('child_process', onProcess)
  try {
    control.powerShellStart()
  } catch {
    // systeminformation then starts one shell per call and treats errors as empty answers.
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
      // A shell that hangs in a query does not read the `exit` command.
      started?.kill()
    },
  }
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cleanAppEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import { endGroup, killGroup, startGroup } from '../../packages/electron-tools/src/development/processes.ts'
import { electronPath } from '../../tools/set-up/launcher.js'
import { rootDir } from '../../tools/set-up/places.js'

export interface AppProcess {
  readonly pid: number
  /** All output of the app and its helper processes since its start. */
  output(): string
  readonly exited: Promise<number | null>
  end(): Promise<void>
  /** Ends the app and its helper processes at once: they have no time to write anything. */
  kill(): Promise<void>
}

/** Starts the built app as the operating system does: no program controls it. */
export function startAppProcess(
  userDataDir: string,
  {
    env = {},
    args = [],
    appDir = rootDir,
  }: { env?: Record<string, string>; args?: readonly string[]; appDir?: string } = {},
): AppProcess {
  const child: ChildProcess = startGroup(electronPath(), [appDir, '--lang=en-US', ...args], {
    cwd: rootDir,
    env: cleanAppEnv({ LATCHKEY_USER_DATA_DIR: userDataDir, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return {
    pid: child.pid ?? Number.NaN,
    output: () => Buffer.concat(chunks).toString('latin1'),
    exited,
    end: () => endGroup(child),
    async kill() {
      killGroup(child)
      await exited
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CommandError } from '../cli/project.ts'
import { firstLine } from './processes.ts'

/** Whether a window can be opened without a virtual display. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}

/** A common screen size of laptops. */
const SCREEN = '1280x800x24'
const START_LIMIT_MS = 20_000

/** Starts a virtual display and sets DISPLAY for this process and its children. */
export async function openVirtualDisplay() {
  // Xvfb chooses a free display number and writes it to file descriptor 3, so there is no race.
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset']
  const server = spawn('Xvfb', args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // On Ctrl-C in the terminal the windows must end before the display.
    detached: true,
  })
  const limit = setTimeout(() => server.kill('SIGKILL'), START_LIMIT_MS)
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const display = await Promise.race([
    firstLine(server.stdio[3]),
    once(server, 'error').then(() => undefined),
  ])
  clearTimeout(limit)
  if (display === undefined) {
    throw new CommandError(
      'There is no display, and the virtual one (Xvfb) did not start. On Debian and Ubuntu: apt-get install xvfb',
    )
  }
  const before = process.env['DISPLAY']
  process.env['DISPLAY'] = `:${display}`
  // The display does not keep this process alive, and it ends with this process.
  server.unref()
  const killServer = (): boolean => server.kill('SIGKILL')
  process.once('exit', killServer)
  return {
    async close(): Promise<void> {
      process.off('exit', killServer)
      if (before === undefined) delete process.env['DISPLAY']
      else process.env['DISPLAY'] = before
      server.ref()
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs something that opens windows, hidden ones too, on a virtual display if there is no other. */
export async function withDisplay<T>(run: () => Promise<T> | T): Promise<T> {
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  try {
    return await run()
  } finally {
    await display?.close()
  }
}

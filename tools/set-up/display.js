import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { firstLine } from '../processes.js'
import { SetupError } from './setup-error.js'

/** @returns {boolean} whether a window can be opened without a virtual display */
export function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}

/** A common screen size of laptops. */
const SCREEN = '1280x800x24'
const START_LIMIT_MS = 20_000

/**
 * Starts a virtual display and sets DISPLAY for this process and its children.
 * @returns {Promise<{ close: () => Promise<void> }>}
 */
export async function openVirtualDisplay() {
  // Xvfb chooses a free display number and writes it to file descriptor 3, so there is no race.
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset']
  const server = spawn('Xvfb', args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // On Ctrl-C in the terminal the windows must end before the display.
    detached: true,
  })
  const limit = setTimeout(() => server.kill('SIGKILL'), START_LIMIT_MS)
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => server.once('exit', () => resolve()))
  const display = await Promise.race([
    firstLine(server.stdio[3]),
    once(server, 'error').then(() => undefined),
  ])
  clearTimeout(limit)
  if (display === undefined) {
    throw new SetupError('The virtual display (Xvfb) did not start. Run: node tools/set-up.js')
  }
  const before = process.env['DISPLAY']
  process.env['DISPLAY'] = `:${display}`
  // The display does not keep this process alive, and it ends with this process.
  server.unref()
  const killServer = () => server.kill('SIGKILL')
  process.once('exit', killServer)
  return {
    async close() {
      process.off('exit', killServer)
      if (before === undefined) delete process.env['DISPLAY']
      else process.env['DISPLAY'] = before
      server.ref()
      server.kill('SIGTERM')
      await ended
    },
  }
}

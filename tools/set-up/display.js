import { spawn } from 'node:child_process'
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
export function openVirtualDisplay() {
  // Xvfb chooses a free display number and writes it to file descriptor 3, so there is no race.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // On Ctrl-C in the terminal the windows must end before the display.
    detached: true,
  })
  const before = process.env['DISPLAY']
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      server.kill('SIGKILL')
      reject(
        new SetupError(`The virtual display (Xvfb) did not start within ${START_LIMIT_MS / 1000} seconds.`),
      )
    }, START_LIMIT_MS)
    server.once('error', () => {
      clearTimeout(limit)
      reject(new SetupError('There is no virtual display (Xvfb). Run: node tools/set-up.js'))
    })
    server.once('exit', (code, signal) => {
      clearTimeout(limit)
      reject(new SetupError(`The virtual display (Xvfb) ended at once (${signal ?? `exit code ${code}`}).`))
    })
    let text = ''
    server.stdio[3]?.on('data', (chunk) => {
      text += chunk
      if (!text.includes('\n')) return
      clearTimeout(limit)
      const display = `:${text.trim()}`
      process.env['DISPLAY'] = display
      // The display does not keep this process alive, and it ends with this process.
      server.unref()
      const killServer = () => server.kill('SIGKILL')
      process.once('exit', killServer)
      resolve({
        close: () =>
          new Promise((closed) => {
            process.off('exit', killServer)
            if (before === undefined) delete process.env['DISPLAY']
            else process.env['DISPLAY'] = before
            if (server.exitCode !== null || server.signalCode !== null) return closed()
            server.ref()
            server.once('exit', () => closed())
            server.kill('SIGTERM')
          }),
      })
    })
  })
}

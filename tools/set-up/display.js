import { spawn } from 'node:child_process'
import { SetupError } from './setup-error.js'

/** @returns {boolean} whether a window can open here as things are */
export function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}

/** A common laptop's screen, so that pictures look like what people see. */
const SCREEN = '1280x800x24'
const START_LIMIT_MS = 20_000

/**
 * Starts a virtual display on a number that is free, and points this process and what it starts at it.
 * @returns {Promise<{ close: () => Promise<void> }>}
 */
export function openVirtualDisplay() {
  // It finds a free number itself and says it on file descriptor 3: no guess, so no race with another one.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // A Ctrl-C in the terminal must reach the windows before the display they stand on.
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
    let said = ''
    server.stdio[3]?.on('data', (chunk) => {
      said += chunk
      if (!said.includes('\n')) return
      clearTimeout(limit)
      const display = `:${said.trim()}`
      process.env['DISPLAY'] = display
      // The display must not keep its owner alive, and the owner's end is its end.
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

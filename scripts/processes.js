import { spawn } from 'node:child_process'

/** How long a program may take to end in good order before it is ended the hard way. */
const GOOD_ORDER_MS = 5_000

/**
 * Starts a program as the head of a process group of its own, so that it can be ended with all that it started.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startGroup(command, args, options) {
  return spawn(command, args, { ...options, detached: process.platform !== 'win32' })
}

/**
 * Ends a program and everything it started; resolves when it has gone.
 * @param {import('node:child_process').ChildProcess} child of `startGroup`
 */
export async function endGroup(child) {
  if (hasEnded(child)) return killGroup(child, 'SIGKILL')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  killGroup(child, 'SIGTERM')
  const limit = setTimeout(() => killGroup(child, 'SIGKILL'), GOOD_ORDER_MS)
  await ended
  clearTimeout(limit)
  // What it left behind.
  killGroup(child, 'SIGKILL')
}

/** @param {import('node:child_process').ChildProcess} child */
export const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {'SIGTERM' | 'SIGKILL'} signal
 */
function killGroup(child, signal) {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    child.kill(signal)
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // The whole group has gone: what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

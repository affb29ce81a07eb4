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
  if (!hasEnded(child)) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    // The head alone is asked: it ends its helpers in the order it knows.
    child.kill('SIGTERM')
    const limit = setTimeout(() => killGroup(child), GOOD_ORDER_MS)
    await ended
    clearTimeout(limit)
  }
  killGroup(child)
}

const PARENT_LOOK_MS = 500

/**
 * Resolves when this process is to end: Ctrl-C, a terminal that is closed, a supervisor's request, or the end of
 * whoever started it. npm passes a request to its shell alone, which ends and leaves its child without a word.
 */
export function askedToEnd() {
  const parent = process.ppid
  return new Promise((resolve) => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, resolve)
    setInterval(() => process.ppid !== parent && resolve(undefined), PARENT_LOOK_MS).unref()
  })
}

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

/**
 * Whatever is left of it, at once.
 * @param {import('node:child_process').ChildProcess} child
 */
export function killGroup(child) {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    child.kill('SIGKILL')
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    // The whole group has gone: what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

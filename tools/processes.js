import { spawn } from 'node:child_process'

/** Time between SIGTERM and SIGKILL. */
const TERMINATION_LIMIT_MS = 5_000

/**
 * Starts a program as the leader of a new process group, so that it can be killed with its
 * children.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startGroup(command, args, options) {
  return spawn(command, args, { ...options, detached: process.platform !== 'win32' })
}

/**
 * Terminates a program and its children. Resolves when it has exited.
 * @param {import('node:child_process').ChildProcess} child of `startGroup`
 */
export async function endGroup(child) {
  if (!hasEnded(child)) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    // Only the leader gets SIGTERM: it terminates its children in the right order.
    child.kill('SIGTERM')
    const limit = setTimeout(() => killGroup(child), TERMINATION_LIMIT_MS)
    await ended
    clearTimeout(limit)
  }
  killGroup(child)
}

const PARENT_POLL_MS = 500

/**
 * Resolves on SIGINT, SIGTERM or SIGHUP, or when the parent process has exited. npm forwards
 * signals only to its shell, which exits without notifying this process.
 */
export function terminationRequested() {
  const parent = process.ppid
  return new Promise((resolve) => {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, resolve)
    setInterval(() => process.ppid !== parent && resolve(undefined), PARENT_POLL_MS).unref()
  })
}

/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = (child) => child.exitCode !== null || child.signalCode !== null

/**
 * Kills all processes of the group.
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
    // ESRCH: no process of the group is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * Reads the first line that a program writes.
 * @param {import('node:stream').Stream | null | undefined} stream
 * @returns {Promise<string | undefined>} undefined if the stream closes before the first line
 */
export function firstLine(stream) {
  return new Promise((resolve) => {
    let text = ''
    stream?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    stream?.once('close', () => resolve(undefined))
  })
}

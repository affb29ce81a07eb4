import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import type { Stream } from 'node:stream'

/** Time between SIGTERM and SIGKILL. */
const TERMINATION_LIMIT_MS = 5_000

/**
 * Starts a program as the leader of a new process group, so that it can be killed with its
 * children.
 */
export function startGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn(command, args, { ...options, detached: process.platform !== 'win32' })
}

/** Terminates a program of `startGroup` and its children. Resolves when it has exited. */
export async function endGroup(child: ChildProcess): Promise<void> {
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
export function terminationRequested(): Promise<unknown> {
  const parent = process.ppid
  return new Promise((resolve) => {
    // Not `once`: a second Ctrl-C would end this process before its children have ended.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve)
    setInterval(() => process.ppid !== parent && resolve(undefined), PARENT_POLL_MS).unref()
  })
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

export function killGroup(child: ChildProcess): void {
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

/** Reads the first line that a program writes; undefined if the stream closes before it. */
export function firstLine(stream: Stream | null | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = ''
    stream?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    stream?.once('close', () => resolve(undefined))
  })
}

import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ProtectMessage, ProtectWork } from './protect-worker.ts'
import type { WorkerLimits } from './source-size.ts'

/**
 * The process that protects one script. The work is done by a thread, which has a larger stack than
 * a process can have everywhere, and limits. A thread that needs too much memory is usually ended
 * by Node, but V8 may be first and end its process: this one, not the service.
 */

/** The first and only message to the process. */
export interface ProtectJob {
  readonly work: ProtectWork
  readonly limits: WorkerLimits
}

/** The messages of the process: those of the thread, or why it ended without a result. */
export type ProcessMessage =
  | ProtectMessage
  | { readonly kind: 'too-much'; readonly of: 'memory' | 'time' }
  | { readonly kind: 'failed'; readonly problem: string }

const STACK_MB = 16

const LOOK_AT_TIME_EVERY_MS = 100
/**
 * Key checks have a higher priority, so on a busy machine the thread may wait for processor time.
 * Its limit in real time is this many times the one in processor time.
 */
const WAITS_FOR_PROCESSOR = 4
const STARTS_WITHIN_SECONDS = 30

/** The thread is TypeScript in this repository, and JavaScript in the published package. */
const WORKER = new URL(`./protect-worker${extname(import.meta.filename)}`, import.meta.url)

const end = (message: ProcessMessage): void => {
  process.send?.(message, () => process.exit())
}

function protect({ work, limits: { memoryMb, seconds } }: ProtectJob): void {
  const worker = new Worker(WORKER, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: STACK_MB },
    stdin: false,
  })
  worker.on('message', (message: ProtectMessage) => {
    if (message.kind === 'processed' || message.kind === 'rejected') return end(message)
    if (message.kind === 'parsing') limitTime(worker, seconds)
    process.send?.(message)
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    end(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? { kind: 'too-much', of: 'memory' }
        : { kind: 'failed', problem: String(error.stack) },
    ),
  )
}

/**
 * Limits the time of a thread from now on, because the time to load it does not depend on the
 * source.
 */
function limitTime(worker: Worker, seconds: number): void {
  const stop = (): void => end({ kind: 'too-much', of: 'time' })
  const before = worker.cpuUsage()
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage(await before)
    if (user + system > seconds * 1_000_000) stop()
  }
  // These fail if the thread has ended, which is not a problem.
  setInterval(() => void look().catch(() => undefined), LOOK_AT_TIME_EVERY_MS)
  before.catch(() => undefined)
  setTimeout(stop, (seconds * WAITS_FOR_PROCESSOR + STARTS_WITHIN_SECONDS) * 1_000)
}

// Key checks have a higher priority. The thread inherits this one.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.once('message', protect)
// The service has ended.
process.once('disconnect', () => process.exit())

import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Protection } from './javascript/protect.ts'
import type { ProtectMessage, ProtectWork } from './protect-worker.ts'
import type { Processed, ProcessScript } from './script-updates.ts'
import type { ScriptUpdateStage } from './scripts.ts'
import { limitsOfSource, type WorkerLimits } from './source-size.ts'

export interface ProcessingParts {
  /** Returns the secret that proves the answers to a script's heartbeats. */
  readonly beatSecretOf: (scriptId: string) => string
  readonly beatEverySeconds?: number
  /** Limits by the size of a source, instead of the usual ones. */
  readonly limitsOf?: (bytes: number) => WorkerLimits
}

/** The interval of heartbeats. A script that runs all day sends about 1,400. */
const BEAT_EVERY_SECONDS = 60
const MOST_MISSED_BEATS = 3
const STACK_MB = 16

const LOOK_AT_TIME_EVERY_MS = 100
/**
 * Key checks have a higher priority, so on a busy machine a worker may wait for processor time. Its
 * limit in real time is this many times the one in processor time.
 */
const WAITS_FOR_PROCESSOR = 4
const STARTS_WITHIN_SECONDS = 30

/** The worker is TypeScript in this repository, and JavaScript in the published package. */
const WORKER = new URL(`./protect-worker${extname(import.meta.filename)}`, import.meta.url)

/**
 * Protects each script in a new worker thread, so that neither its size nor its contents can delay
 * the service: a worker that needs too much memory or time is ended.
 */
export function createScriptProcessing({
  beatSecretOf,
  beatEverySeconds = BEAT_EVERY_SECONDS,
  limitsOf = limitsOfSource,
}: ProcessingParts): ProcessScript {
  return (job, reach) => {
    const { source, script, signal } = job
    const { id, name, silent, lightning } = script
    const protection: Protection = {
      name,
      silent,
      lightning,
      heartbeat: script.heartbeat ? { secret: beatSecretOf(id), mostMissed: MOST_MISSED_BEATS } : undefined,
      lookEverySeconds: beatEverySeconds,
    }
    return runWorker({ source, protection }, signal, reach, limitsOf(Buffer.byteLength(source)))
  }
}

async function runWorker(
  work: ProtectWork,
  signal: AbortSignal,
  reach: (stage: ScriptUpdateStage) => Promise<void>,
  { memoryMb, seconds }: WorkerLimits,
): Promise<Processed> {
  signal.throwIfAborted()
  const worker = new Worker(WORKER, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: STACK_MB },
    // SECURITY: a worker that parses untrusted text gets no environment variables.
    env: {},
    stdin: false,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Processed>()
  let reached: Promise<void> | undefined
  let clearTimer = (): void => undefined
  worker.on('message', (message: ProtectMessage) => {
    if (message.kind === 'parsing')
      clearTimer = limitTime(worker, seconds, () => resolve(tooMuch(`${seconds} seconds of processor time`)))
    else if (message.kind === 'obfuscating') {
      reached = reach('obfuscating')
      // The promise is awaited below. It may reject before that, and an unhandled rejection would
      // end the process.
      reached.catch(() => undefined)
    } else resolve(message)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(tooMuch(`${memoryMb} MiB of memory`))
    else reject(error)
  })
  worker.on('exit', (code) => reject(new Error(`The worker ended with ${code} before it was done.`)))
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    const processed = await promise
    await reached
    return processed
  } finally {
    // A later message would start the timers again.
    worker.removeAllListeners('message')
    clearTimer()
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/**
 * The refusal of a source that needs too much: another try would end the same way, so the source
 * must change.
 */
const tooMuch = (limit: string): Processed => ({
  kind: 'rejected',
  message: `The script needs more than ${limit} to be processed. Make it smaller, or split it.`,
})

/**
 * Limits the time of a worker from now on, because the time to load it does not depend on the
 * source.
 */
function limitTime(worker: Worker, seconds: number, end: () => void): () => void {
  const before = worker.cpuUsage()
  const look = async (): Promise<void> => {
    const { user, system } = await worker.cpuUsage(await before)
    if (user + system > seconds * 1_000_000) end()
  }
  // This fails if the worker has ended, which is not a problem.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_AT_TIME_EVERY_MS)
  const longest = setTimeout(end, (seconds * WAITS_FOR_PROCESSOR + STARTS_WITHIN_SECONDS) * 1_000)
  before.catch(() => undefined)
  return () => {
    clearInterval(timer)
    clearTimeout(longest)
  }
}

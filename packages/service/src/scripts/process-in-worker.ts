import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Processed, ProcessScript, ScriptJob } from '../script-updates.ts'
import type { ScriptUpdateStage } from '../storage/records.ts'
import { createTurns } from './create-turns.ts'
import type { Heartbeat, Protection } from './platform.ts'
import type { ProtectMessage, ProtectWork } from './protect-worker.ts'

export interface ProcessingParts {
  /** The secret that a script's heartbeats are proven with. */
  readonly beatSecretOf: (scriptId: string) => string
  readonly beatEverySeconds?: number
  /** Of the heap of one worker. */
  readonly memoryMb?: number
  readonly timeLimitSeconds?: number
  /** How many are processed at the same time; the others wait for their turn. */
  readonly atOnce?: number
}

/** Long enough that a script that runs all day asks some 1,400 times. */
const BEAT_EVERY_SECONDS = 60
const MOST_MISSED_BEATS = 3
const MEMORY_MB = 1_024
const TIME_LIMIT_SECONDS = 300
const STACK_MB = 16
/** One core stays for key checks. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)

const WORKER = new URL('./protect-worker.ts', import.meta.url)

/**
 * Protects a script in a worker thread of its own, so that neither its size nor its contents hold up the service: a
 * worker that needs too much memory or time ends, and that is all.
 */
export function createScriptProcessing({
  beatSecretOf,
  beatEverySeconds = BEAT_EVERY_SECONDS,
  memoryMb = MEMORY_MB,
  timeLimitSeconds = TIME_LIMIT_SECONDS,
  atOnce = AT_ONCE,
}: ProcessingParts): ProcessScript {
  const turns = createTurns(atOnce)

  return (job, reach) => {
    const { id, name, silent, lightning, heartbeat } = job.script
    const beat: Heartbeat = { secret: beatSecretOf(id), mostMissed: MOST_MISSED_BEATS }
    const protection: Protection = {
      name,
      silent,
      lightning,
      heartbeat: heartbeat ? beat : undefined,
      lookEverySeconds: beatEverySeconds,
    }
    const work: ProtectWork = { platform: job.platform, source: job.source, protection }
    return turns.take(() => runWorker(work, job, reach, { memoryMb, timeLimitSeconds }))
  }
}

type Limits = Required<Pick<ProcessingParts, 'memoryMb' | 'timeLimitSeconds'>>

async function runWorker(
  work: ProtectWork,
  { signal }: ScriptJob,
  reach: (stage: ScriptUpdateStage) => Promise<void>,
  { memoryMb, timeLimitSeconds }: Limits,
): Promise<Processed> {
  signal.throwIfAborted()
  const worker = new Worker(WORKER, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: STACK_MB },
    // SECURITY: what parses a stranger's text needs nothing of the service's environment.
    env: {},
    stdin: false,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Processed>()
  let reached: Promise<void> | undefined
  worker.on('message', (message: ProtectMessage) => {
    if (message.kind === 'obfuscating') {
      reached = reach('obfuscating')
      // It is awaited below, and may fail before that: nobody would have looked at it yet, which ends the process.
      reached.catch(() => undefined)
    } else if (message.kind === 'rejected') resolve(message)
    else resolve({ kind: 'processed', source: message.source })
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(tooMuch(`${memoryMb} MiB of memory`))
    else reject(error)
  })
  worker.on('exit', (code) => reject(new Error(`The worker ended with ${code} before it was done.`)))
  const timer = setTimeout(() => resolve(tooMuch(`${timeLimitSeconds} seconds`)), timeLimitSeconds * 1_000)
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    const processed = await promise
    await reached
    return processed
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

/** Another try would end the same way, so it is the source that has to change. */
const tooMuch = (limit: string): Processed => ({
  kind: 'rejected',
  message: `The script needs more than ${limit} to be processed. Make it smaller, or split it.`,
})

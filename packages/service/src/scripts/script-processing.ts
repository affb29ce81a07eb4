import { fork } from 'node:child_process'
import { extname } from 'node:path'
import type { Protection } from './javascript/protect.ts'
import type { ProcessMessage, ProtectJob } from './protect-process.ts'
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
/** The program is TypeScript in this repository, and JavaScript in the published package. */
const PROGRAM = new URL(`./protect-process${extname(import.meta.filename)}`, import.meta.url)

/**
 * Protects each script in a new process, so that neither its size nor its contents can delay or end
 * the service: a process that needs too much memory or time is ended.
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
    const limits = limitsOf(Buffer.byteLength(source))
    return runProcess({ work: { source, protection }, limits }, signal, reach)
  }
}

async function runProcess(
  job: ProtectJob,
  signal: AbortSignal,
  reach: (stage: ScriptUpdateStage) => Promise<void>,
): Promise<Processed> {
  signal.throwIfAborted()
  const child = fork(PROGRAM, {
    // SECURITY: a process that parses untrusted text gets no environment variables.
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { memoryMb, seconds } = job.limits
  const tooMuch = {
    memory: rejectedFor(`${memoryMb} MiB of memory`),
    time: rejectedFor(`${seconds} seconds of processor time`),
  }
  const { promise, resolve, reject } = Promise.withResolvers<Processed>()
  let reached: Promise<void> | undefined
  child.on('message', (message: ProcessMessage) => {
    switch (message.kind) {
      case 'parsing':
        break
      case 'obfuscating':
        reached = reach('obfuscating')
        // The promise is awaited below. It may reject before that, and an unhandled rejection would
        // end the service.
        reached.catch(() => undefined)
        break
      case 'too-much':
        resolve(tooMuch[message.of])
        break
      case 'failed':
        reject(new Error(message.problem))
        break
      default:
        resolve(message)
    }
  })
  child.on('error', reject)
  child.on('exit', (code, endedBy) => {
    if (OUT_OF_MEMORY.has(endedBy ?? code)) resolve(tooMuch.memory)
    else reject(new Error(`The process ended with ${endedBy ?? code} before it was done.`))
  })
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop)
  // If it fails, the process has ended, and `exit` says how.
  child.send(job, () => undefined)
  try {
    const processed = await promise
    await reached
    return processed
  } finally {
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}

/**
 * How a process ends when V8 finds no memory: by a signal that depends on where it happens and on
 * the processor, on Windows with the code of `abort()` or of a breakpoint.
 */
const OUT_OF_MEMORY: ReadonlySet<NodeJS.Signals | number | null> = new Set([
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  134,
  0x80000003,
])

/**
 * The refusal of a source that needs too much: another try would end the same way, so the source
 * must change.
 */
const rejectedFor = (limit: string): Processed => ({
  kind: 'rejected',
  message: `The script needs more than ${limit} to be processed. Make it smaller, or split it.`,
})

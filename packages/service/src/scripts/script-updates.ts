import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { AuditNote } from '../domain/audit.ts'
import {
  ALIVE_EVERY_SECONDS,
  ALIVE_WITHIN_SECONDS,
  isAlive,
  type ScriptSettings,
  updatedScript,
  type WaitingLimits,
} from '../domain/script-update.ts'
import type { Script, ScriptUpdateStage } from '../domain/scripts.ts'
import { obfuscationPeriod } from '../domain/usage.ts'
import type { Storage } from '../storage/storage.ts'
import { createFairQueue } from './fair-queue.ts'
import { isSmallSource } from './source-size.ts'

export interface ScriptJob {
  readonly source: string
  /** Of the project. */
  readonly platform: string
  /** As it will be when the update succeeds. */
  readonly script: Script
  /** Aborted when the service stops. */
  readonly signal: AbortSignal
}

/**
 * Turns a source into the delivered script. Rejects when it fails for another reason than the
 * source.
 */
export type ProcessScript = (
  job: ScriptJob,
  reach: (stage: ScriptUpdateStage) => Promise<void>,
) => Promise<Processed>

export type Processed =
  | { readonly kind: 'processed'; readonly source: string }
  /** The message says what is wrong with the source, and where. */
  | { readonly kind: 'rejected'; readonly message: string }

export interface ScriptUpdateRequest {
  readonly trackId: string
  readonly accountId: string
  readonly projectId: string
  readonly platform: string
  readonly scriptId: string
  readonly source: string
  readonly settings: ScriptSettings
  readonly inBackground: boolean
  /** Obfuscations a month. */
  readonly mostObfuscations: number
  readonly audit: AuditNote
}

export type ScriptUpdateOutcome =
  | { readonly kind: 'updated' }
  | { readonly kind: 'tracked' }
  | { readonly kind: 'rejected'; readonly message: string }
  /** It goes on, and may end well. */
  | { readonly kind: 'too-long' }
  /** Broken off because the service stops. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'no-such-script' | 'allowance-used-up' }
  /** Of this account, or of all of them. Room comes as updates end. */
  | { readonly kind: 'too-many-of-account-waiting' | 'too-many-waiting' }

export interface ScriptUpdates {
  update(request: ScriptUpdateRequest): Promise<ScriptUpdateOutcome>
  /** Ends, now and again, updates that a process left behind when it was killed. */
  begin(): void
  /** Resolves when nothing is under way any longer. */
  settled(): Promise<void>
  /** Breaks off what is under way; each leaves a failure on record. */
  stop(): Promise<void>
}

export interface ScriptUpdatesParts {
  readonly storage: Storage
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly process: ProcessScript
  /** How long an answer may be waited for, when the update is not in the background. */
  readonly answerWithinMs: number
  readonly waiting: WaitingLimits
  /** How many scripts are processed at the same time. */
  readonly workers?: number
}

/** Shorter than what common gateways and clients wait, so that the answer is ours. */
export const ANSWER_WITHIN_MS = 50_000

/**
 * One core stays for key checks; but a small script never waits for a large one, so there are two
 * at least.
 */
const WORKERS = Math.max(2, availableParallelism() - 1)

const STOPPED = 'The service stopped while it processed the script. Send it again.'
const BROKEN = 'The script could not be processed, through no fault of it. Send it again.'

/** Every source takes a moment to delete, and key checks want the database, too. */
const BREAK_OFF_AT_ONCE = 20
const LOOK_FOR_DEAD_EVERY_SECONDS = 30

/** An update without its source, which waits in the database until its turn comes. */
interface Job
  extends Pick<
    ScriptUpdateRequest,
    'trackId' | 'accountId' | 'projectId' | 'platform' | 'scriptId' | 'settings'
  > {
  readonly isSmall: boolean
  /** The last second at which its record said that it is alive. */
  heardAt: number
  readonly ended: PromiseWithResolvers<Ended>
}

type Ended = Processed | { readonly kind: 'stopped' }

/**
 * Every update leaves a record, whether or not somebody waits for it, and ends once. The process
 * that took an update processes it; any other that shares the database can tell how far it is, or
 * that it broke off.
 */
export function createScriptUpdates({
  storage,
  clock,
  log,
  process,
  answerWithinMs,
  waiting,
  workers = WORKERS,
}: ScriptUpdatesParts): ScriptUpdates {
  /** Those that wait and those that are processed. */
  const underWay = new Set<Job>()
  const stopping = new AbortController()
  let aliveTimer: NodeJS.Timeout | undefined
  let deadTimer: NodeJS.Timeout | undefined

  const reportAlive = async (): Promise<void> => {
    const now = clock()
    const jobs = [...underWay]
    try {
      await storage.keepUpdatesAlive(
        jobs.map(({ trackId }) => trackId),
        now,
      )
      for (const job of jobs) job.heardAt = now
    } catch (err) {
      log.error({ err }, 'the progress of scripts was not stored')
    }
  }

  const breakOffDead = async (): Promise<void> => {
    try {
      const aliveBefore = clock() - ALIVE_WITHIN_SECONDS
      while ((await storage.breakOffDeadUpdates(aliveBefore, BREAK_OFF_AT_ONCE, STOPPED)) > 0);
    } catch (err) {
      if (stopping.signal.aborted) return
      log.error({ err }, 'updates that a killed process left behind were not ended')
    }
  }

  const carryOut = async (job: Job): Promise<Ended> => {
    const { trackId, projectId, scriptId, platform, settings } = job
    const reach = async (stage: ScriptUpdateStage): Promise<void> => {
      const now = clock()
      await storage.reachStage(trackId, stage, now)
      job.heardAt = now
    }
    try {
      stopping.signal.throwIfAborted()
      const known = await storage.findScript(projectId, scriptId)
      const source = await storage.findWaitingSource(trackId)
      if (known === undefined || source === undefined) throw new Error('The script of an update is gone.')
      const script = updatedScript(known, settings)
      const processed = await process({ source, platform, script, signal: stopping.signal }, reach)
      // Otherwise its progress may already have been reported as failed.
      if (!isAlive({ aliveAt: job.heardAt }, clock())) throw new Error('The update has already ended.')
      const ended = await storage.endScriptUpdate(
        trackId,
        processed.kind === 'processed'
          ? {
              state: 'succeeded',
              source: processed.source,
              // The flags that the script was protected with, even if it was changed meanwhile.
              change: (current) => ({ ...updatedScript(current, settings), ...flagsOf(script) }),
            }
          : { state: 'rejected', message: processed.message },
      )
      if (ended !== 'ended') throw new Error('The update has already ended.')
      return processed
    } catch (error) {
      if (stopping.signal.aborted) {
        await storage.endScriptUpdate(trackId, { state: 'broken', message: STOPPED })
        return { kind: 'stopped' }
      }
      log.error({ err: error }, 'an update of a script failed')
      await storage.endScriptUpdate(trackId, { state: 'broken', message: BROKEN })
      throw error
    }
  }

  const forget = (job: Job): void => {
    underWay.delete(job)
    if (underWay.size > 0) return
    clearInterval(aliveTimer)
    aliveTimer = undefined
  }

  const queue = createFairQueue<Job>({
    workers,
    async run(job) {
      await carryOut(job).then(job.ended.resolve, job.ended.reject)
      forget(job)
    },
  })

  const enqueue = (job: Job): void => {
    underWay.add(job)
    aliveTimer ??= setInterval(() => void reportAlive(), ALIVE_EVERY_SECONDS * 1_000).unref()
    // A failure is reported to a waiting caller, and stored for the others.
    job.ended.promise.catch(() => undefined)
    queue.add(job)
  }

  /** Holds the source in memory for no longer than the database takes to store it. */
  const accept = async (request: ScriptUpdateRequest): Promise<Job | ScriptUpdateOutcome> => {
    const { trackId, accountId, projectId, platform, scriptId, source, settings } = request
    const now = clock()
    const begun = await storage.beginScriptUpdate(
      {
        id: trackId,
        projectId,
        scriptId,
        startedAt: now,
        aliveAt: now,
        state: 'processing',
        stage: 'parsing',
        message: '',
      },
      source,
      {
        most: request.mostObfuscations,
        since: obfuscationPeriod(now).since,
        brokenBefore: now - ALIVE_WITHIN_SECONDS,
        waiting,
      },
      request.audit,
    )
    if (begun !== 'begun') return { kind: begun }
    const job: Job = {
      trackId,
      accountId,
      projectId,
      platform,
      scriptId,
      settings,
      isSmall: isSmallSource(Buffer.byteLength(source)),
      heardAt: now,
      ended: Promise.withResolvers(),
    }
    if (stopping.signal.aborted) {
      await breakOff([job])
      return { kind: 'stopped' }
    }
    enqueue(job)
    return job
  }

  const outcomeOf = async ({ ended }: Job): Promise<ScriptUpdateOutcome> => {
    // Does not keep the process alive.
    const end = await Promise.race([ended.promise, setTimeout(answerWithinMs, undefined, { ref: false })])
    if (end === undefined) return { kind: 'too-long' }
    return end.kind === 'processed' ? { kind: 'updated' } : end
  }

  const settled = async (): Promise<void> => {
    await Promise.allSettled([...underWay].map(({ ended }) => ended.promise))
  }

  const breakOff = async (jobs: readonly Job[]): Promise<void> => {
    for (let start = 0; start < jobs.length; start += BREAK_OFF_AT_ONCE) {
      const some = jobs.slice(start, start + BREAK_OFF_AT_ONCE)
      await storage
        .breakOffUpdates(
          some.map(({ trackId }) => trackId),
          STOPPED,
        )
        .catch((err: unknown) => log.error({ err }, 'updates of scripts were not ended'))
      for (const job of some) {
        job.ended.resolve({ kind: 'stopped' })
        forget(job)
      }
    }
  }

  return {
    async update(request) {
      const accepted = await accept(request)
      if ('kind' in accepted) return accepted
      // Not awaited here: the request, and with it the source, would stay in memory until the end.
      return request.inBackground ? { kind: 'tracked' } : outcomeOf(accepted)
    },
    begin() {
      void breakOffDead()
      deadTimer ??= setInterval(() => void breakOffDead(), LOOK_FOR_DEAD_EVERY_SECONDS * 1_000).unref()
    },
    settled,
    async stop() {
      stopping.abort(new Error(STOPPED))
      clearInterval(deadTimer)
      await breakOff(queue.drain())
      await settled()
    },
  }
}

const flagsOf = ({ silent, heartbeat, lightning }: Script): Partial<Script> => ({
  silent,
  heartbeat,
  lightning,
})

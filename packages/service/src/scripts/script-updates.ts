import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { obfuscationPeriod } from '../core/accounts/usage.ts'
import type { Clock } from '../core/clock.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { WaitingLimits } from '../core/settings.ts'
import { createFairQueue } from './fair-queue.ts'
import {
  ALIVE_EVERY_SECONDS,
  ALIVE_WITHIN_SECONDS,
  type AllowanceRefusal,
  isAlive,
  type ScriptSettings,
  SERVICE_STOPPED,
  updatedScript,
} from './script-update.ts'
import type { Script, ScriptUpdateStage } from './scripts.ts'
import { isSmallSource } from './source-size.ts'
import type { ScriptStorage, ScriptUpdateEnd } from './storage.ts'

export interface ScriptJob {
  readonly source: string
  /** The script with the settings that it has when the update succeeds. */
  readonly script: Script
  /** Aborted when the service stops. */
  readonly signal: AbortSignal
}

/**
 * Processes a source to the delivered script. Rejects on a failure that the source has not caused.
 */
export type ProcessScript = (
  job: ScriptJob,
  reach: (stage: ScriptUpdateStage) => Promise<void>,
) => Promise<Processed>

export type Processed =
  | { readonly kind: 'processed'; readonly source: string }
  /** The message names the problem in the source, and its place. */
  | { readonly kind: 'rejected'; readonly message: string }

export interface ScriptUpdateRequest {
  readonly trackId: string
  readonly accountId: string
  readonly projectId: string
  readonly scriptId: string
  readonly source: string
  readonly settings: ScriptSettings
  readonly inBackground: boolean
  /** The most obfuscations in a month. */
  readonly mostObfuscations: number
  readonly by: Origin
}

type NotBegun = { readonly kind: 'no-such-script' | AllowanceRefusal }

/**
 * The outcome of an update. `too-long`: it continues, and may succeed. `stopped`: it ended because
 * the service stops.
 */
export type ScriptUpdateOutcome =
  | { readonly kind: 'updated' | 'tracked' }
  | { readonly kind: 'too-long' | 'stopped' }
  | Extract<Processed, { readonly kind: 'rejected' }>
  | NotBegun

export interface ScriptUpdatesParts {
  readonly storage: ScriptStorage
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  readonly process: ProcessScript
  /** How long a request waits for the end of an update that is not in the background. */
  readonly answerWithinMs: number
  readonly waiting: WaitingLimits
  /** How many scripts are processed at the same time. */
  readonly workers?: number
}

/**
 * The time is shorter than those of common gateways and clients, so that the answer is the
 * service's.
 */
export const ANSWER_WITHIN_MS = 50_000

/**
 * One core is left for key checks. There are at least two workers, so that a small script never
 * waits for a large one.
 */
const WORKERS = Math.max(2, availableParallelism() - 1)

const BROKEN = 'The script could not be processed, through no fault of it. Send it again.'

/** Deleting a source takes a moment, in which key checks wait for the database. */
const BREAK_OFF_AT_ONCE = 20
const LOOK_FOR_DEAD_EVERY_SECONDS = 30

/** An update without its source, which is in the database until the update's turn comes. */
interface Job extends Omit<ScriptUpdateRequest, 'source'> {
  readonly isSmall: boolean
  /** The last second at which its record was marked as alive. */
  aliveAt: number
  readonly ended: PromiseWithResolvers<Ended>
}

type Ended = Processed | { readonly kind: 'stopped' }

/**
 * Every update leaves a record and ends once. The process that accepted an update processes it. Any
 * other process on the same database can tell its progress, or that it broke off.
 */
export function createScriptUpdates({
  storage,
  clock,
  log,
  process,
  answerWithinMs,
  waiting,
  workers = WORKERS,
}: ScriptUpdatesParts) {
  /** The updates that wait and those that are processed. */
  const underWay = new Set<Job>()
  const stopping = new AbortController()
  let aliveTimer: NodeJS.Timeout | undefined
  let deadTimer: NodeJS.Timeout | undefined

  const reportAlive = async (): Promise<void> => {
    const now = clock()
    const jobs = [...underWay]
    try {
      await storage.keepUpdatesAlive(trackIdsOf(jobs), now)
      for (const job of jobs) job.aliveAt = now
    } catch (err) {
      log.error({ err }, 'the progress of scripts was not stored')
    }
  }

  const breakOffDead = async (): Promise<void> => {
    try {
      const aliveBefore = clock() - ALIVE_WITHIN_SECONDS
      while ((await storage.breakOffDeadUpdates(aliveBefore, BREAK_OFF_AT_ONCE, SERVICE_STOPPED)) > 0);
    } catch (err) {
      if (!stopping.signal.aborted) log.error({ err }, 'updates of a killed process were not ended')
    }
  }

  const carryOut = async (job: Job): Promise<Processed> => {
    const { trackId, projectId, scriptId, settings } = job
    const { signal } = stopping
    signal.throwIfAborted()
    const known = await storage.findScript(projectId, scriptId)
    const source = await storage.findWaitingSource(trackId)
    if (known === undefined || source === undefined) throw new Error('The script of an update is gone.')
    const script = updatedScript(known, settings)
    const { silent, heartbeat, lightning } = script
    const processed = await process({ source, script, signal }, async (stage) => {
      const now = clock()
      await storage.reachStage(trackId, stage, now)
      job.aliveAt = now
    })
    const end: ScriptUpdateEnd =
      processed.kind === 'rejected'
        ? { state: 'rejected', message: processed.message }
        : {
            state: 'succeeded',
            source: processed.source,
            // The script gets the flags with which it was protected, even if they were changed
            // since.
            change: (current) => ({ ...updatedScript(current, settings), silent, heartbeat, lightning }),
          }
    // An update that is not alive any more may already have been reported as failed.
    if (!isAlive(job, clock()) || (await storage.endScriptUpdate(trackId, end)) !== 'ended') {
      throw new Error('The update has already ended.')
    }
    return processed
  }

  const run = async (job: Job): Promise<Ended> => {
    try {
      return await carryOut(job)
    } catch (err) {
      const isStopping = stopping.signal.aborted
      if (!isStopping) log.error({ err }, 'an update of a script failed')
      const message = isStopping ? SERVICE_STOPPED : BROKEN
      await storage.endScriptUpdate(job.trackId, { state: 'broken', message })
      if (isStopping) return { kind: 'stopped' }
      throw err
    }
  }

  const forget = (job: Job): void => {
    underWay.delete(job)
    if (underWay.size > 0) return
    clearInterval(aliveTimer)
    aliveTimer = undefined
  }

  const queue = createFairQueue<Job>(workers, async (job) => {
    await run(job).then(job.ended.resolve, job.ended.reject)
    forget(job)
  })

  /** Stores the source. It is in memory only for the time that the database needs. */
  const accept = async ({ source, ...request }: ScriptUpdateRequest): Promise<Job | NotBegun> => {
    const { trackId, projectId, scriptId } = request
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
      request.by,
    )
    if (begun !== 'begun') return { kind: begun }
    const isSmall = isSmallSource(Buffer.byteLength(source))
    const job: Job = { ...request, isSmall, aliveAt: now, ended: Promise.withResolvers() }
    // A failure is reported to a waiting caller, and stored for other callers.
    job.ended.promise.catch(() => undefined)
    underWay.add(job)
    aliveTimer ??= setInterval(() => void reportAlive(), ALIVE_EVERY_SECONDS * 1_000).unref()
    return job
  }

  const outcomeOf = async ({ ended }: Job): Promise<ScriptUpdateOutcome> => {
    // The timer does not keep the process alive.
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
        .breakOffUpdates(trackIdsOf(some), SERVICE_STOPPED)
        .catch((err: unknown) => log.error({ err }, 'updates of scripts were not ended'))
      for (const job of some) {
        job.ended.resolve({ kind: 'stopped' })
        forget(job)
      }
    }
  }

  return {
    async update(request: ScriptUpdateRequest): Promise<ScriptUpdateOutcome> {
      const { inBackground } = request
      const accepted = await accept(request)
      if ('kind' in accepted) return accepted
      if (stopping.signal.aborted) {
        await breakOff([accepted])
        return { kind: 'stopped' }
      }
      queue.add(accepted)
      // The promise is not awaited here: the request, and with it the source, would stay in memory
      // until the end.
      return inBackground ? { kind: 'tracked' } : outcomeOf(accepted)
    },
    /** Starts to end the updates of killed processes regularly. */
    begin(): void {
      void breakOffDead()
      deadTimer ??= setInterval(() => void breakOffDead(), LOOK_FOR_DEAD_EVERY_SECONDS * 1_000).unref()
    },
    /** Resolves when no update is under way any longer. */
    settled,
    /** Ends all updates. Each is stored as failed. */
    async stop(): Promise<void> {
      stopping.abort(new Error(SERVICE_STOPPED))
      clearInterval(deadTimer)
      await breakOff(queue.drain())
      await settled()
    },
  }
}

export type ScriptUpdates = ReturnType<typeof createScriptUpdates>

const trackIdsOf = (jobs: readonly Job[]): string[] => jobs.map(({ trackId }) => trackId)

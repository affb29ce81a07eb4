import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'
import {
  ALIVE_EVERY_SECONDS,
  ALIVE_WITHIN_SECONDS,
  isAlive,
  type ScriptSettings,
  updatedScript,
} from './domain/script-update.ts'
import { obfuscationPeriod } from './domain/usage.ts'
import { createTurns, type Turns } from './scripts/create-turns.ts'
import type { AuditNote, Script, ScriptUpdateStage } from './storage/records.ts'
import type { Storage } from './storage/storage.ts'

export interface ScriptJob {
  readonly source: string
  /** Of the project. */
  readonly platform: string
  /** As it will be when the update succeeds. */
  readonly script: Script
  /** Aborted when the service stops. */
  readonly signal: AbortSignal
}

/** What makes of a source that which is delivered. Rejects when it broke off. */
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

export interface ScriptUpdates {
  update(request: ScriptUpdateRequest): Promise<ScriptUpdateOutcome>
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
}

/** Shorter than what common gateways and clients wait, so that the answer is ours. */
export const ANSWER_WITHIN_MS = 50_000

const STOPPED = 'The service stopped while it processed the script. Send it again.'
const BROKEN = 'The script could not be processed, through no fault of it. Send it again.'

interface Alive {
  reach(stage: ScriptUpdateStage): Promise<void>
  /** Otherwise somebody may have been told already that it broke off. */
  wasHeard(): boolean
  end(): void
}

type Ended = Processed | { readonly kind: 'stopped' }

/** Every update leaves a record, whether or not somebody waits for it, and ends once. */
export function createScriptUpdates({
  storage,
  clock,
  log,
  process,
  answerWithinMs,
}: ScriptUpdatesParts): ScriptUpdates {
  const underWay = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  const turnsByScript = new Map<string, Turns>()

  /** Says all the while that it is alive, and tells at the end whether that was heard. */
  const keepAlive = (trackId: string, since: number): Alive => {
    let stage: ScriptUpdateStage = 'parsing'
    let heardAt = since
    const say = async (): Promise<void> => {
      const now = clock()
      await storage.reachStage(trackId, stage, now)
      heardAt = now
    }
    const complain = (err: unknown): void => log.error({ err }, 'the progress of a script was not kept')
    const timer = setInterval(() => void say().catch(complain), ALIVE_EVERY_SECONDS * 1_000).unref()
    return {
      reach: (next: ScriptUpdateStage): Promise<void> => {
        stage = next
        return say()
      },
      wasHeard: () => isAlive({ aliveAt: heardAt }, clock()),
      end: () => clearInterval(timer),
    }
  }

  const carryOut = async (request: ScriptUpdateRequest, alive: Alive): Promise<Ended> => {
    const { trackId, projectId, scriptId, source, platform, settings } = request
    try {
      const known = await storage.findScript(projectId, scriptId)
      if (known === undefined) throw new Error('The script of an update is gone.')
      const script = updatedScript(known, settings)
      const processed = await process({ source, platform, script, signal: stopping.signal }, alive.reach)
      if (!alive.wasHeard()) throw new Error('It was given up meanwhile.')
      await storage.endScriptUpdate(
        trackId,
        processed.kind === 'processed'
          ? {
              state: 'succeeded',
              source: processed.source,
              // What the script was protected with, whatever else became of it meanwhile.
              change: (current) => ({ ...updatedScript(current, settings), ...flagsOf(script) }),
            }
          : { state: 'rejected', message: processed.message },
      )
      return processed
    } catch (error) {
      if (stopping.signal.aborted) {
        await storage.endScriptUpdate(trackId, { state: 'broken', message: STOPPED })
        return { kind: 'stopped' }
      }
      log.error({ err: error }, 'an update of a script broke off')
      await storage.endScriptUpdate(trackId, { state: 'broken', message: BROKEN })
      throw error
    } finally {
      alive.end()
    }
  }

  const start = (request: ScriptUpdateRequest, since: number): Promise<Ended> => {
    const { trackId, scriptId } = request
    const turns = turnsByScript.get(scriptId) ?? createTurns(1)
    turnsByScript.set(scriptId, turns)
    const alive = keepAlive(trackId, since)
    // One after the other, or an older source could end up in place of a newer one.
    const work = turns.take(() => carryOut(request, alive))
    underWay.add(work)
    // Whoever waits hears of a failure; for those who do not, it is in the record.
    const forget = (): void => {
      underWay.delete(work)
      if (turns.isFree()) turnsByScript.delete(scriptId)
    }
    work.then(forget, forget)
    return work
  }

  const settled = async (): Promise<void> => {
    await Promise.allSettled(underWay)
  }

  return {
    async update(request) {
      const { trackId, projectId, scriptId, inBackground, mostObfuscations, audit } = request
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
        {
          most: mostObfuscations,
          since: obfuscationPeriod(now).since,
          brokenBefore: now - ALIVE_WITHIN_SECONDS,
        },
        audit,
      )
      if (begun !== 'begun') return { kind: begun }

      const work = start(request, now)
      if (inBackground) return { kind: 'tracked' }
      // A reference would keep a process that is done waiting for the time-out.
      const ended = await Promise.race([work, setTimeout(answerWithinMs, undefined, { ref: false })])
      if (ended === undefined) return { kind: 'too-long' }
      return ended.kind === 'processed' ? { kind: 'updated' } : ended
    },
    settled,
    async stop() {
      stopping.abort(new Error(STOPPED))
      await settled()
    },
  }
}

const flagsOf = ({ silent, heartbeat, lightning }: Script): Partial<Script> => ({
  silent,
  heartbeat,
  lightning,
})

import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'
import { ALIVE_WITHIN_SECONDS, type ScriptSettings, updatedScript } from './domain/script-update.ts'
import { obfuscationPeriod } from './domain/usage.ts'
import type { AuditNote, ScriptUpdateStage } from './storage/records.ts'
import type { Storage } from './storage/storage.ts'

/** What makes of a source that which is delivered. */
export type ProcessScript = (
  source: string,
  settings: ScriptSettings,
  reach: (stage: ScriptUpdateStage) => Promise<void>,
) => Promise<Processed>

export type Processed =
  | { readonly kind: 'processed'; readonly source: string }
  /** The message says what is wrong with the source, and where. */
  | { readonly kind: 'rejected'; readonly message: string }

export interface ScriptUpdateRequest {
  readonly trackId: string
  readonly projectId: string
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
  | { readonly kind: 'no-such-script' | 'allowance-used-up' }

export interface ScriptUpdates {
  update(request: ScriptUpdateRequest): Promise<ScriptUpdateOutcome>
  /** Resolves when nothing is under way any longer. */
  settled(): Promise<void>
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

/** Delivers a source as it was sent. */
export const keepAsItIs: ProcessScript = async (source) =>
  source.trim() === '' ? { kind: 'rejected', message: 'The source is empty.' } : { kind: 'processed', source }

/** Every update leaves a record, whether or not somebody waits for it, and ends once. */
export function createScriptUpdates({
  storage,
  clock,
  log,
  process,
  answerWithinMs,
}: ScriptUpdatesParts): ScriptUpdates {
  const underWay = new Set<Promise<unknown>>()

  const carryOut = async ({ trackId, source, settings }: ScriptUpdateRequest): Promise<Processed> => {
    try {
      const processed = await process(source, settings, (stage) =>
        storage.reachStage(trackId, stage, clock()),
      )
      await storage.endScriptUpdate(
        trackId,
        processed.kind === 'processed'
          ? {
              state: 'succeeded',
              source: processed.source,
              change: (script) => updatedScript(script, settings),
            }
          : { state: 'rejected', message: processed.message },
      )
      return processed
    } catch (error) {
      log.error({ err: error }, 'an update of a script broke off')
      const message = 'The script could not be processed, through no fault of it. Send it again.'
      await storage.endScriptUpdate(trackId, { state: 'broken', message })
      throw error
    }
  }

  const start = (request: ScriptUpdateRequest): Promise<Processed> => {
    const work = carryOut(request)
    underWay.add(work)
    // Whoever waits hears of a failure; for those who do not, it is in the record.
    const forget = (): void => void underWay.delete(work)
    work.then(forget, forget)
    return work
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

      const work = start(request)
      if (inBackground) return { kind: 'tracked' }
      // A reference would keep a process that is done waiting for the time-out.
      const processed = await Promise.race([work, setTimeout(answerWithinMs, undefined, { ref: false })])
      if (processed === undefined) return { kind: 'too-long' }
      return processed.kind === 'rejected' ? processed : { kind: 'updated' }
    },
    async settled() {
      await Promise.allSettled(underWay)
    },
  }
}

import { type RandomBelow, SYNC_PATH, SyncRecord } from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { failureOfStatus, unexpectedStatus } from './answer-status.ts'
import type { Clock, Schedule } from './clock.ts'
import { type Failed, failed, failureDetails, failureOfFault } from './failures.ts'
import type { FailureKind } from './license-view.ts'
import { readAnswer } from './read-answer.ts'
import { type AddressRules, selectNodes } from './service-address.ts'
import { openTransfer } from './transfer.ts'
import type { Transport } from './transport.ts'

/**
 * How long the answer of a sync is used. Long enough to type a key, and short enough for the ±120
 * seconds in which the service accepts the time of a check.
 */
export const FRESH_FOR_SECONDS = 30

/** The year 2001. An earlier time means that the service's clock is not set. */
const EARLIEST_SECONDS = 1_000_000_000

/** The field `cf` (the region) is not used, so it may be missing. */
const UsedSyncFields = Type.Pick(SyncRecord, ['st', 'nodes'])

export interface Synced {
  readonly kind: 'synced'
  /** The field `st` of the answer: Unix seconds of the service's clock. */
  readonly time: number
  /**
   * When the answer arrived, on this computer's monotonic clock. A time counted from here is never
   * ahead of the service's clock, so a check at the expiry of a license is never too early.
   */
  readonly atMs: number
  /** Base URLs for checks, in random order. Never empty. */
  readonly nodes: readonly string[]
}

export interface Sync {
  /** The last answer if it is younger than `FRESH_FOR_SECONDS`, or a new one. Never rejects. */
  current(): Promise<Synced | Failed>
  /** Discards the last answer and the answer of a sync in progress. */
  forget(): void
}

export interface SyncParts {
  readonly fetch: Pick<Transport, 'get'>
  readonly clock: Clock
  readonly schedule: Schedule
  readonly random: RandomBelow
  readonly limitMs: number
  readonly settings: AddressRules & { readonly userAgent: string }
  readonly syncUrl: URL
}

/** Requests the time and the nodes of the service. */
export function createSync(parts: SyncParts): Sync {
  const { fetch, clock, schedule, settings, syncUrl } = parts
  const { host } = syncUrl
  const failure = (kind: FailureKind, why: string): Failed => failed(kind, failureDetails('sync', host, why))
  let cached: Synced | undefined
  let pending: Promise<Synced | Failed> | undefined

  async function request(): Promise<Synced | Failed> {
    const transfer = openTransfer(schedule)
    const result = await transfer.within(parts.limitMs, send(transfer.signal))
    const isLate = transfer.signal.aborted
    transfer.close()
    return isLate || result === 'too-late' ? failure('timed-out', 'no answer in time') : result
  }

  async function send(signal: AbortSignal): Promise<Synced | Failed> {
    const result = await fetch.get({
      url: syncUrl.href + SYNC_PATH,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': settings.userAgent,
      },
      signal,
    })
    if (result.kind === 'fault')
      return failureOfFault(result.fault, { phase: 'sync', host, wallSeconds: clock.wallSeconds() })
    const { answer } = result
    const statusFailure = failureOfStatus(answer, 'sync', host)
    if (statusFailure !== undefined) return statusFailure
    if (answer.status !== 200) return unexpectedStatus(answer, 'sync', host)
    const read = await readAnswer(answer)
    switch (read.kind) {
      case 'json':
        return parseSync(read.value)
      case 'page':
        return failure('captive-portal', 'a web page')
      case 'broken':
        return failure('service-unwell', 'the answer broke off')
      case 'malformed':
        return failure('answer-malformed', read.why)
    }
  }

  function parseSync(body: unknown): Synced | Failed {
    if (!Check(UsedSyncFields, body)) return failure('answer-malformed', 'not a sync record')
    if (body.st < EARLIEST_SECONDS) return failure('answer-malformed', `st ${body.st}`)
    const nodes = shuffle(selectNodes(body.nodes, syncUrl, settings), parts.random)
    if (nodes.length === 0) {
      return failure('no-usable-node', `none of ${body.nodes.length} nodes can be used`)
    }
    return { kind: 'synced', time: body.st, atMs: clock.monotonicMs(), nodes }
  }

  const isFresh = ({ atMs }: Synced): boolean => clock.monotonicMs() - atMs < FRESH_FOR_SECONDS * 1000

  function renew(): Promise<Synced | Failed> {
    const renewal = request().then((result) => {
      // Ignore the answer after `forget`: its time may be from before a sleep.
      if (pending === renewal) {
        pending = undefined
        cached = result.kind === 'synced' ? result : undefined
      }
      return result
    })
    return renewal
  }

  return {
    current() {
      if (cached !== undefined && isFresh(cached)) return Promise.resolve(cached)
      pending ??= renew()
      return pending
    },
    forget() {
      cached = undefined
      pending = undefined
    },
  }
}

/** Fisher-Yates shuffle: every order is equally likely. */
function shuffle(nodes: readonly string[], randomBelow: RandomBelow): string[] {
  const shuffled: string[] = []
  for (const node of nodes) {
    const place = randomBelow(shuffled.length + 1)
    shuffled.push(shuffled[place] ?? node)
    shuffled[place] = node
  }
  return shuffled
}

import { type RandomBelow, SYNC_PATH, SyncRecord } from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { answeredInPlace, unexpectedStatus } from './answer-status.ts'
import type { Clock, Schedule } from './clock.ts'
import { describe, type Failed, failed, failureOfFault } from './failures.ts'
import type { FailureKind } from './license-view.ts'
import { readAnswer } from './read-answer.ts'
import { type AddressRules, vetNodes } from './service-address.ts'
import { openTransfer } from './transfer.ts'
import type { Transport } from './transport.ts'

/** Seconds a sync answer may be used. Long enough to type a key, short enough for the service's window. */
export const FRESH_FOR_SECONDS = 30

/** 2001. A service whose clock says less does not know the time, and every countdown would start from it. */
const EARLIEST_SECONDS = 1_000_000_000

/** The region name (`cf`) is not needed, so its absence is no reason to fail. */
const NeededOfSync = Type.Pick(SyncRecord, ['st', 'nodes'])

export interface Synced {
  readonly kind: 'synced'
  /** `st` as received: Unix seconds of the service's clock. */
  readonly time: number
  /**
   * Of this computer's monotonic clock, when the answer was there. So a time that is counted on from here is never ahead of
   * the service's, and a check at the end of a license never comes before it.
   */
  readonly atMs: number
  /** Base URLs to check at, in random order, never empty. */
  readonly nodes: readonly string[]
}

export interface Sync {
  /** The answer in hand while it is fresh, else a new one. Never rejects. */
  current(): Promise<Synced | Failed>
  forget(): void
}

export interface SyncParts {
  readonly fetch: Transport
  readonly clock: Clock
  readonly schedule: Schedule
  readonly random: RandomBelow
  readonly limitMs: number
  readonly settings: AddressRules & { readonly userAgent: string }
  readonly syncUrl: URL
}

/** Keeps the time and the nodes of the service at hand, and a connection to the chosen node open. */
export function createSync(parts: SyncParts): Sync {
  const { fetch, clock, schedule, settings, syncUrl } = parts
  let kept: Synced | undefined
  let pending: Promise<Synced | Failed> | undefined

  async function request(): Promise<Synced | Failed> {
    const { host } = syncUrl
    const transfer = openTransfer(schedule)
    const result = await transfer.within(parts.limitMs, ask(transfer.signal))
    const isLate = transfer.signal.aborted
    transfer.close()
    return isLate || result === 'too-late'
      ? failed('timed-out', describe('sync', host, 'no answer in time'))
      : result
  }

  async function ask(signal: AbortSignal): Promise<Synced | Failed> {
    const { host } = syncUrl
    const asked = await fetch.get({
      url: syncUrl.href + SYNC_PATH,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': settings.userAgent,
      },
      signal,
      sendOnce: false,
    })
    if (asked.kind === 'fault')
      return failureOfFault(asked.fault, { phase: 'sync', host, wallSeconds: clock.wallSeconds() })
    const { answer } = asked
    const inPlace = answeredInPlace(answer, 'sync', host)
    if (inPlace !== undefined) return inPlace
    if (answer.status !== 200) return unexpectedStatus(answer, 'sync', host)
    const read = await readAnswer(answer)
    const failure = (kind: FailureKind, why: string) => failed(kind, describe('sync', host, why))
    switch (read.kind) {
      case 'json':
        return judge(read.value)
      case 'page':
        return failure('captive-portal', 'a web page')
      case 'broken':
        return failure('service-unwell', 'the answer broke off')
      case 'malformed':
        return failure('answer-malformed', read.why)
    }
  }

  function judge(body: unknown): Synced | Failed {
    const { host } = syncUrl
    if (!Check(NeededOfSync, body))
      return failed('answer-malformed', describe('sync', host, 'not a sync record'))
    if (body.st < EARLIEST_SECONDS) return failed('answer-malformed', describe('sync', host, `st ${body.st}`))
    const nodes = shuffle(vetNodes(body.nodes, syncUrl, settings), parts.random)
    if (nodes.length === 0) {
      return failed(
        'no-usable-node',
        describe('sync', host, `none of ${body.nodes.length} nodes can be used`),
      )
    }
    return { kind: 'synced', time: body.st, atMs: clock.monotonicMs(), nodes }
  }

  const isFresh = ({ atMs }: Synced): boolean => clock.monotonicMs() - atMs < FRESH_FOR_SECONDS * 1000

  function renew(): Promise<Synced | Failed> {
    const renewal = request().then((result) => {
      // Not when it was forgotten meanwhile: the computer slept, and its time is old.
      if (pending === renewal) {
        pending = undefined
        kept = result.kind === 'synced' ? result : undefined
      }
      const [first] = result.kind === 'synced' ? result.nodes : []
      if (first !== undefined) fetch.warm(first)
      return result
    })
    return renewal
  }

  return {
    current() {
      if (kept !== undefined && isFresh(kept)) return Promise.resolve(kept)
      pending ??= renew()
      return pending
    },
    forget() {
      kept = undefined
      pending = undefined
    },
  }
}

/** Fisher and Yates, so that every node is as likely to come first. */
function shuffle(nodes: readonly string[], randomBelow: RandomBelow): string[] {
  const shuffled: string[] = []
  for (const node of nodes) {
    const place = randomBelow(shuffled.length + 1)
    shuffled.push(shuffled[place] ?? node)
    shuffled[place] = node
  }
  return shuffled
}

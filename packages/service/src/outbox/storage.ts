import type {
  Channel,
  LeasedItem,
  NewItem,
  OutboxEntry,
  OutboxLimits,
  OutboxState,
  TryResult,
} from './outbox.ts'

export interface Lease {
  readonly node: string
  readonly now: number
  /** No other node tries before this second. */
  readonly until: number
  readonly most: number
  readonly limits: OutboxLimits
  /** From 0 to 1. */
  readonly random: () => number
}

export interface OutboxPage {
  readonly state?: OutboxState | undefined
  /** The ID of the license that the items are about. */
  readonly about?: string | undefined
  readonly limit: number
  /** After this row, the newest first. */
  readonly before?: number | undefined
}

export interface ListedItem {
  /** Its number in the storage. */
  readonly row: number
  readonly entry: OutboxEntry
}

/** The items of all projects. */
export interface OutboxCounts {
  readonly waiting: number
  /** When the oldest of them was written; 0: none waits. */
  readonly waitingSince: number
  readonly givenUp: number
}

/** What the queries of the outbox do, for its worker and for the lists. */
export interface OutboxStorage {
  /** Writes an item that is a change by itself. */
  queueItem(projectId: string, item: NewItem): Promise<'queued' | 'no-such-project'>
  /**
   * Takes items that are due for one try each, so that no other node tries at the same time. Those
   * over a limit are postponed. Nodes that lease at the same moment may exceed a limit, each by its
   * `most`.
   */
  leaseOutbox(lease: Lease): Promise<readonly LeasedItem[]>
  /**
   * Records how a try ended.
   * @returns false: the lease is another node's by now, and nothing was recorded
   */
  endTry(id: string, node: string, result: TryResult, now: number, random: number): Promise<boolean>
  listOutbox(projectId: string, channel: Channel, page: OutboxPage): Promise<readonly ListedItem[]>
  findOutboxEntry(projectId: string, channel: Channel, id: string): Promise<OutboxEntry | undefined>
  countOutbox(): Promise<OutboxCounts>
}

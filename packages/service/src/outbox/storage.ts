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
  /** The second before which no other node tries. */
  readonly until: number
  readonly most: number
  readonly limits: OutboxLimits
  /** Returns a number from 0 to 1. */
  readonly random: () => number
}

export interface OutboxPage {
  readonly state?: OutboxState | undefined
  /** The ID of the license that the items are about. */
  readonly about?: string | undefined
  readonly limit: number
  /** The row after which the list goes on, from the newest to the oldest. */
  readonly before?: number | undefined
}

export interface ListedItem {
  /** The number of the item in the storage. */
  readonly row: number
  readonly entry: OutboxEntry
}

/** The items of all projects. */
export interface OutboxCounts {
  readonly waiting: number
  /** When the oldest waiting item was written; 0 if none waits. */
  readonly waitingSince: number
  readonly givenUp: number
}

export interface NewReceiver {
  readonly receiver: string
  /** Changes the receiver in a body. */
  readonly readdress: (body: string) => string
}

/** The methods of the outbox, for its worker and for lists. */
export interface OutboxStorage {
  /** Writes an item that no other change causes. */
  queueItem(projectId: string, item: NewItem): Promise<'queued' | 'no-such-project'>
  /**
   * Takes items that are due for one try each, so that no other node tries at the same time. Items
   * over a limit are postponed. Nodes that lease at the same moment may exceed a limit, each by its
   * `most`.
   */
  leaseOutbox(lease: Lease): Promise<readonly LeasedItem[]>
  /**
   * Records the result of a try.
   * @returns false: another node has the lease by now, and nothing was recorded
   */
  endTry(id: string, node: string, result: TryResult, now: number, random: number): Promise<boolean>
  listOutbox(projectId: string, channel: Channel, page: OutboxPage): Promise<readonly ListedItem[]>
  findOutboxEntry(projectId: string, channel: Channel, id: string): Promise<OutboxEntry | undefined>
  countOutbox(): Promise<OutboxCounts>
  /**
   * Takes a receiver and the answers from all items, in all projects of the account. What waits is
   * deleted, or sent to another receiver instead.
   */
  forgetReceiver(accountId: string, receiver: string, instead?: NewReceiver): Promise<void>
}

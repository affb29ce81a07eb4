/** One of the processes that share the database. */
export interface Node {
  readonly id: string
  /** The URL at which apps reach it, ending in a slash. */
  readonly url: string
}

/** A node, and where its console is. */
export interface AnnouncedNode extends Node {
  /** The URL without a slash at the end. Absent: it has no console. */
  readonly consoleUrl?: string | undefined
}

/** A count that the nodes keep together. */
export interface SharedCountName {
  readonly name: string
  /**
   * The last second of a count that begins now. A count that ends more than a minute later was
   * begun with a clock that was ahead, so it has ended.
   */
  readonly until: number
}

/** An addition to a shared count. A count that has ended starts again with it. */
export interface SharedCount extends SharedCountName {
  readonly more: number
}

/** What the processes on one database share. */
export interface NodeStorage {
  /**
   * Records that a node is alive up to and including a second. Deletes expired nodes, counts,
   * tokens, links and sessions, and batches of old refusals, of the events before `eventsBefore`,
   * and of the keys of trials that have ended (see `trialKeptDays`). A node whose last second is
   * more than a minute later than this one's has a wrong clock, and is left out.
   * @returns the nodes that are alive, including this one, in the order of their IDs
   */
  announceNode(
    node: AnnouncedNode,
    until: number,
    now: number,
    eventsBefore?: number,
  ): Promise<readonly Node[]>
  withdrawNode(id: string): Promise<void>
  /** The URLs of the consoles of the nodes that are alive. */
  consoleUrls(now: number): Promise<readonly string[]>
  /**
   * Adds to counts. Unlike everything else, counts need not survive a crash of the database.
   * @returns the new value of each count, in the same order
   */
  addCounts(counts: readonly SharedCount[], now: number): Promise<readonly number[]>
  /** Subtracts one that was added with this `until`, but never from a count that began later. */
  takeBackCount(count: SharedCountName): Promise<void>
  /** Reads a count; 0 if there is none, or if it has ended. */
  readCount(count: SharedCountName, now: number): Promise<number>
  /**
   * Uses a token. `until` is the last second at which it is valid. It is stored for a day longer,
   * in case a clock is set back.
   * @returns whether this is its first use
   */
  spend(token: string, until: number): Promise<boolean>
  /** Resolves when the database can be read. */
  ping(): Promise<void>
  /** Writes a row and deletes it. Resolves when the database can write. */
  tryWriting(): Promise<void>
}

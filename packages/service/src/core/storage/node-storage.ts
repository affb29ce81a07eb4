/** One of the processes that share the database. */
export interface Node {
  readonly id: string
  /** Where apps reach it, ending in a slash. */
  readonly url: string
}

/** A node, and where its console is. */
export interface AnnouncedNode extends Node {
  /** Without a slash at the end. Absent: it has no console. */
  readonly consoleUrl?: string | undefined
}

/** A count that the nodes keep together. */
export interface SharedCountName {
  readonly name: string
  /**
   * The last second of a count that begins now. A count that ends more than a minute later was
   * begun by a clock that was ahead: it is over.
   */
  readonly until: number
}

/** An addition to such a count. A count that is over starts again with it. */
export interface SharedCount extends SharedCountName {
  readonly more: number
}

/** What the processes on one database share. */
export interface NodeStorage {
  /**
   * Records that a node is alive up to and including a second. Deletes expired nodes, counts,
   * tokens, links and sessions, and batches of old refusals, of the events before `eventsBefore`, and
   * of the keys of trials that are over (see `trialKeptDays`). A node whose last
   * second is more than a minute later than this one's has a wrong clock, and is left out.
   * @returns the nodes that are alive, this one among them, in the order of their IDs
   */
  announceNode(
    node: AnnouncedNode,
    until: number,
    now: number,
    eventsBefore?: number,
  ): Promise<readonly Node[]>
  withdrawNode(id: string): Promise<void>
  /** Where the nodes that are alive have their consoles. */
  consoleUrls(now: number): Promise<readonly string[]>
  /**
   * Unlike everything else, counts need not survive a crash of the database.
   * @returns each count as it is from now on, in the same order
   */
  addCounts(counts: readonly SharedCount[], now: number): Promise<readonly number[]>
  /**
   * Subtracts one that was added with this `until`, at no time from a count that began later.
   */
  takeBackCount(count: SharedCountName): Promise<void>
  /** 0 when there is none, or none any longer. */
  readCount(count: SharedCountName, now: number): Promise<number>
  /**
   * `until` is the last second at which it is good. It is remembered for a day longer, in case a
   * clock is set back.
   * @returns whether this is the first time
   */
  spend(token: string, until: number): Promise<boolean>
  /** Resolves when the database can be read. */
  ping(): Promise<void>
  /** Writes a row and deletes it. Resolves when the database can write. */
  tryWriting(): Promise<void>
}

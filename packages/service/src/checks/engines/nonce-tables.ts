import { hash } from 'node:crypto'
import { NONCE_KEPT_SECONDS } from '../nonces.ts'

/**
 * The number of slots in a table of 2 MB. A table never grows, because moving its entries would
 * stop the service.
 */
const SLOTS = 131_072
/** The most entries of a table. In a table that is nearly full, a search takes long. */
const MOST_ENTRIES = 98_304
/**
 * A new table begins after this time: a table is deleted as a whole, so its entries must be of
 * about the same age.
 */
const FILLED_FOR_SECONDS = 60

/**
 * Two of the words of a nonce's SHA-1 as its key. Open addressing with linear probing: a slot whose
 * words are both 0 is free.
 */
interface Table {
  readonly keys: Uint32Array
  /** The last second at which each nonce is refused, by the time of day. */
  readonly untils: Float64Array
  entries: number
  /** The start of the table, by the monotonic clock. */
  readonly startedAt: number
  lastAddedAt: number
  latestUntil: number
}

/**
 * Finds used nonces in memory. A `Map` of a million texts takes half a gigabyte and stops the
 * service while it grows. Sixteen bytes for each nonce are a hash of 64 bits, so one in 10^13 new
 * nonces is taken for a used one.
 */
export function createNonceTables() {
  /** The tables, oldest first. */
  let tables: Table[] = []

  const tableFor = (at: number): Table => {
    const newest = tables.at(-1)
    if (newest && newest.entries < MOST_ENTRIES && at - newest.startedAt < FILLED_FOR_SECONDS) return newest
    const table: Table = {
      keys: new Uint32Array(2 * SLOTS),
      untils: new Float64Array(SLOTS),
      entries: 0,
      startedAt: at,
      lastAddedAt: at,
      latestUntil: Number.NEGATIVE_INFINITY,
    }
    tables.push(table)
    return table
  }

  const insert = (high: number, low: number, until: number, at: number): void => {
    const table = tableFor(at)
    const slot = slotOf(table.keys, high, low)
    if (isFree(table.keys, slot)) table.entries += 1
    table.keys[2 * slot] = high
    table.keys[2 * slot + 1] = low
    table.untils[slot] = Math.max(table.untils[slot] ?? 0, until)
    table.lastAddedAt = at
    table.latestUntil = Math.max(table.latestUntil, until)
  }

  return {
    /**
     * Adds a nonce.
     * @param at by the monotonic clock; `refusedUntil` is by the time of day
     */
    add(name: string, refusedUntil: number, at: number): void {
      const [high, low] = keyOf(name)
      insert(high, low, refusedUntil, at)
    },

    /**
     * Finds a nonce.
     * @returns the last second at which it is refused
     */
    find(name: string): number | undefined {
      const [high, low] = keyOf(name)
      let latest: number | undefined
      // A nonce that was used again is in two tables.
      for (const { keys, untils } of tables) {
        const slot = slotOf(keys, high, low)
        if (isAt(keys, slot, high, low)) latest = Math.max(latest ?? 0, untils[slot] ?? 0)
      }
      return latest
    },

    /** Deletes tables that have expired by both clocks. */
    forget(now: number, at: number): void {
      const past = tables.filter(({ lastAddedAt }) => lastAddedAt + NONCE_KEPT_SECONDS < at)
      if (past.length === 0) return
      tables = tables.slice(past.length)
      for (const { keys, untils, latestUntil } of past) {
        if (latestUntil < now) continue
        // The time of day was ahead when these nonces were used.
        for (let slot = 0; slot < SLOTS; slot += 1) {
          const until = untils[slot] ?? 0
          if (until >= now) insert(keys[2 * slot] ?? 0, keys[2 * slot + 1] ?? 0, until, at)
        }
      }
    },
  }
}

const isFree = (keys: Uint32Array, slot: number): boolean => keys[2 * slot] === 0 && keys[2 * slot + 1] === 0

const isAt = (keys: Uint32Array, slot: number, high: number, low: number): boolean =>
  keys[2 * slot] === high && keys[2 * slot + 1] === low

/**
 * Finds the slot of a key in a table: the one that has it, or the free one where it would be added.
 */
function slotOf(keys: Uint32Array, high: number, low: number): number {
  let slot = high % SLOTS
  while (!isAt(keys, slot, high, low) && !isFree(keys, slot)) slot = (slot + 1) % SLOTS
  return slot
}

/** The key of a nonce. It is never two zeros, which mark a free slot. */
function keyOf(name: string): readonly [high: number, low: number] {
  const digest = hash('sha1', name, 'binary')
  return [wordOf(digest, 0), wordOf(digest, 4) || 1]
}

const wordOf = (bytes: string, start: number): number =>
  ((bytes.charCodeAt(start) << 24) |
    (bytes.charCodeAt(start + 1) << 16) |
    (bytes.charCodeAt(start + 2) << 8) |
    bytes.charCodeAt(start + 3)) >>>
  0

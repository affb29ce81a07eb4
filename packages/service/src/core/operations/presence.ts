import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { SECONDS_A_DAY } from '../license/key-expiry.ts'
import type { RateLimit } from '../security/rate-limit.ts'
import type { Node } from '../storage/node-storage.ts'
import type { CoreStorage } from '../storage/storage.ts'

/** After this time without an announcement, a node is no longer returned by /sync. */
const ALIVE_FOR_SECONDS = 15
const ANNOUNCE_EVERY_MS = 4_000
const SHARE_EVERY_MS = 1_000

interface PresenceParts {
  readonly storage: Pick<CoreStorage, 'announceNode' | 'withdrawNode' | 'addCounts'>
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  readonly id: string
  /** The URL at which apps reach this node, ending in a slash. */
  readonly url: () => string
  /** The URL of its console; undefined if it has none. */
  readonly consoleUrl?: () => string | undefined
  /** URLs that are returned instead of those of the running nodes, unless empty. */
  readonly fixedNodes: readonly string[]
  readonly limits: readonly RateLimit[]
  /** Stores the counts that this process has collected. */
  readonly flush: () => Promise<void>
  /** Days after which events are deleted. */
  readonly eventDays: number
}

/** Keeps the nodes that share a database informed of each other. */
export function createPresence(parts: PresenceParts) {
  const { storage, clock, log, id, url, consoleUrl, fixedNodes, limits, flush, eventDays } = parts
  let others: readonly Node[] = []
  let heardAt = 0
  let hasFailed = false
  const timers: NodeJS.Timeout[] = []
  let work: Promise<void> = Promise.resolve()

  const announce = async (): Promise<void> => {
    const now = clock()
    const eventsBefore = now - eventDays * SECONDS_A_DAY
    const node = { id, url: url(), consoleUrl: consoleUrl?.() }
    others = await storage.announceNode(node, now + ALIVE_FOR_SECONDS, now, eventsBefore)
    heardAt = now
    await flush()
  }
  const share = async (): Promise<void> => {
    // A single node shares nothing. A new node gets the counts of the whole window.
    if (others.length < 2) return
    for (const limit of limits) await limit.share(storage.addCounts, clock())
  }

  /** Runs tasks one after another. A task that failed is repeated at its next interval. */
  const soon = (task: () => Promise<void>): Promise<void> => {
    work = work.then(task).then(
      () => {
        if (hasFailed) log.info('the other nodes can be read again')
        hasFailed = false
      },
      (error: unknown) => {
        if (!hasFailed) log.warn({ err: error }, 'the other nodes cannot be read')
        hasFailed = true
      },
    )
    return work
  }
  const every = (ms: number, task: () => Promise<void>): void => {
    timers.push(setInterval(() => void soon(task), ms).unref())
  }

  return {
    /** Base URLs of the nodes to check keys with. */
    nodes(): readonly string[] {
      if (fixedNodes.length > 0) return fixedNodes
      const isOld = Math.abs(clock() - heardAt) > ALIVE_FOR_SECONDS
      return [...new Set([url(), ...(isOld ? [] : others.map((node) => node.url))])]
    },
    /** Announces this node now and repeatedly. */
    async begin() {
      await soon(announce)
      every(ANNOUNCE_EVERY_MS, announce)
      every(SHARE_EVERY_MS, share)
    },
    /** Shares the counts with the other nodes now. */
    async share() {
      await soon(announce)
      await soon(share)
    },
    /** Removes this node from the answers of the others. */
    async end() {
      for (const timer of timers) clearInterval(timer)
      await soon(flush)
      await soon(() => storage.withdrawNode(id))
    },
  }
}

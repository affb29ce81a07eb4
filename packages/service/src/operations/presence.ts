import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { RateLimit } from '../security/rate-limit.ts'
import type { Node, Storage } from '../storage/storage.ts'

/** A node that has not been heard of for this long is not handed out any longer. */
export const ALIVE_FOR_SECONDS = 15
const ANNOUNCE_EVERY_MS = 4_000
const SHARE_EVERY_MS = 1_000

export interface PresenceParts {
  readonly storage: Pick<Storage, 'announceNode' | 'withdrawNode' | 'addCounts'>
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Where apps reach this node, ending in a slash. */
  readonly url: string
  /** Handed out instead of the nodes that are alive; empty: those. */
  readonly fixedNodes: readonly string[]
  readonly limits: readonly RateLimit[]
}

export interface Presence {
  /** Base URLs of the nodes to check keys with. */
  nodes(): readonly string[]
  /** Tells the others that this node is here, again and again. */
  begin(): Promise<void>
  /** Now, and not at its next time. */
  share(): Promise<void>
  /** No other node hands this one out any longer. */
  end(): Promise<void>
}

/** Keeps a node and the others that share its database informed of each other. */
export function createPresence(parts: PresenceParts): Presence {
  const { storage, clock, log, url, fixedNodes, limits } = parts
  const self: Node = { id: randomUUID(), url }
  let others: readonly Node[] = []
  let heardAt = 0
  let hasFailed = false
  const timers: NodeJS.Timeout[] = []
  let work: Promise<void> = Promise.resolve()

  const announce = async (): Promise<void> => {
    const now = clock()
    others = await storage.announceNode(self, now + ALIVE_FOR_SECONDS, now)
    heardAt = now
  }
  const share = async (): Promise<void> => {
    // A node alone has nobody to tell; whoever comes is told of the whole window.
    if (others.length < 2) return
    for (const limit of limits) await limit.share(storage.addCounts, clock())
  }

  /** One thing after the other; what fails is tried again at its next time. */
  const soon = (task: () => Promise<void>): Promise<void> => {
    work = work.then(task).then(
      () => {
        if (hasFailed) log.info('the other nodes are heard of again')
        hasFailed = false
      },
      (error: unknown) => {
        if (!hasFailed) log.warn({ err: error }, 'the other nodes cannot be heard of')
        hasFailed = true
      },
    )
    return work
  }
  const every = (ms: number, task: () => Promise<void>): void => {
    timers.push(setInterval(() => void soon(task), ms).unref())
  }

  return {
    nodes() {
      if (fixedNodes.length > 0) return fixedNodes
      const isOld = Math.abs(clock() - heardAt) > ALIVE_FOR_SECONDS
      return [...new Set([url, ...(isOld ? [] : others.map((node) => node.url))])]
    },
    async begin() {
      await soon(announce)
      every(ANNOUNCE_EVERY_MS, announce)
      every(SHARE_EVERY_MS, share)
    },
    async share() {
      await soon(announce)
      await soon(share)
    },
    async end() {
      for (const timer of timers) clearInterval(timer)
      await soon(() => storage.withdrawNode(self.id))
    },
  }
}

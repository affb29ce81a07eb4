import { Counter, Gauge, type Registry } from 'prom-client'
import type { OutboxParts } from './worker.ts'

/**
 * Adds the metrics of the outbox.
 * @returns a function that counts the tries of this process
 */
export function createOutboxMetrics(
  registry: Registry,
  storage: OutboxParts['storage'],
): NonNullable<OutboxParts['onTry']> {
  const registers = [registry]
  const tries = new Counter({
    name: 'latchkey_outbox_tries_total',
    help: 'Tries to send something, by what it is and how they ended.',
    labelNames: ['channel', 'result'],
    registers,
  })
  new Gauge({
    name: 'latchkey_outbox_items',
    help: 'What waits to be sent, and what was given up in the last 30 days, at all nodes together.',
    labelNames: ['state'],
    registers,
    async collect() {
      // If the database cannot be read, the other figures are still useful.
      const counts = await storage.countOutbox().catch(() => undefined)
      if (counts === undefined) return this.reset()
      this.set({ state: 'waiting' }, counts.waiting)
      this.set({ state: 'given-up' }, counts.givenUp)
    },
  })
  return (channel, result) => tries.inc({ channel, result })
}

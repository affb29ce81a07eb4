import { randomUUID } from 'node:crypto'
import { NOW } from '../../testing/records.ts'
import { KEPT_SECONDS, type NewItem, type OutboxLimits } from '../outbox.ts'
import type { Lease } from '../storage.ts'

export const testItem = (changes: Partial<NewItem> = {}): NewItem => ({
  id: randomUUID(),
  channel: 'mail',
  kind: 'key',
  about: '',
  receiver: `${randomUUID()}@example.org`,
  body: 'the body',
  createdAt: NOW,
  dueAt: NOW,
  expiresAt: NOW + KEPT_SECONDS,
  ...changes,
})

export const NO_LIMITS: OutboxLimits = { windowSeconds: 3_600, perReceiver: 1e6, perProject: 1e6 }

export const testLease = (node: string, changes: Partial<Lease> = {}): Lease => {
  const { now = NOW } = changes
  return { node, now, until: now + 180, most: 5, limits: NO_LIMITS, random: () => 0, ...changes }
}

import { setTimeout } from 'node:timers/promises'
import { createNonce } from '@latchkey/protocol'
import { expect } from 'vitest'
import {
  type ServiceProcess,
  startServiceProcess,
} from '../../packages/service/src/testing/service-process.ts'
import { sendCheck } from '../../packages/service/src/testing/test-service.ts'
import { until } from '../support/until.ts'

export const CUSTOMERS = 8
/**
 * A pause between checks. In a short run, it leaves processor time to other tests; some checks are
 * always under way.
 */
const BETWEEN_CHECKS_MS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 0 : 100
const BETWEEN_REFUSALS_MS = 20
const SERVICE_KEY = { LATCHKEY_SERVICE_KEY: 'f'.repeat(64) }

export const startNode = (databaseUrl: string): Promise<ServiceProcess> =>
  startServiceProcess(
    ['--database', databaseUrl, '--checks-per-minute', '0', '--log-level', 'warn'],
    SERVICE_KEY,
  )

/** What the database has counted. */
export interface Counts {
  readonly licenses: number
  readonly hours: number
}

/**
 * Customers who check one key again and again, at each node in turn, and the answers that they got.
 */
export function createCustomers(initial: readonly ServiceProcess[]) {
  let nodes = initial
  const told = { sent: 0, acknowledged: [] as string[], refusedForNow: 0, broken: 0 }
  /**
   * When a customer last got the answer that the key is valid, and the longest time without such an
   * answer.
   */
  const pause = { since: 0, longestMs: 0 }
  let over = false
  let all: Promise<unknown> = Promise.resolve()

  const check = async ({ demo }: ServiceProcess): Promise<'valid' | 'not-now' | 'broken'> => {
    const nonce = createNonce()
    told.sent += 1
    try {
      const { status, body, headers } = await sendCheck(demo.url, demo, {
        key: demo.keys.valid,
        userAgent: demo.userAgent,
        nonce,
      })
      if (status === 503) {
        // The documented answer: nothing was decided, and the customer may try again.
        expect([body.code, headers.get('retry-after')]).toEqual(['UNKNOWN_ERROR', '5'])
        told.refusedForNow += 1
        return 'not-now'
      }
      expect([status, body.code]).toEqual([200, 'KEY_VALID'])
      told.acknowledged.push(nonce)
      const at = performance.now()
      pause.longestMs = Math.max(pause.longestMs, at - pause.since)
      pause.since = at
      return 'valid'
    } catch (error) {
      // The connection broke, for example because the node was killed. The check may have been
      // counted.
      if (!(error instanceof TypeError)) throw error
      told.broken += 1
      return 'broken'
    }
  }

  return {
    told,
    begin() {
      all = Promise.all(
        Array.from({ length: CUSTOMERS }, async (_, number) => {
          for (let turn = number; !over; turn += 1) {
            const node = nodes[turn % nodes.length]
            // The pause does not wait for a fault: a customer who was refused tries again a little
            // later.
            const isValid = node !== undefined && (await check(node)) === 'valid'
            await setTimeout(isValid ? BETWEEN_CHECKS_MS : BETWEEN_REFUSALS_MS)
          }
        }),
      )
    },
    goTo(next: readonly ServiceProcess[]) {
      nodes = next
    },
    unanswered: () => told.refusedForNow + told.broken,
    /** Checks that have no answer yet. */
    waiting: () => told.sent - told.acknowledged.length - told.refusedForNow - told.broken,
    untilMore(checks: number) {
      const wanted = told.acknowledged.length + checks
      return until('more checks are acknowledged', () => told.acknowledged.length >= wanted)
    },
    async untilBack() {
      for (const node of nodes) {
        await until('every node is back', async () => (await check(node)) === 'valid')
      }
    },
    /** Starts to measure the longest time without a valid check. */
    startPause() {
      pause.since = performance.now()
      pause.longestMs = 0
    },
    longestPauseMs: () => Math.round(pause.longestMs),
    async stop() {
      over = true
      await all
    },
    /**
     * Compares the counts with the answers.
     * @param ask queries the remaining database
     */
    async proveCounts(ask: (text: string) => Promise<readonly Counts[]>): Promise<string> {
      const [sums] = await ask(
        `select (select sum(total_executions)::bigint from licenses) as licenses,
                (select sum(executions)::bigint from project_hours) as hours`,
      )
      const counted = sums?.licenses ?? 0
      expect(sums?.hours).toBe(counted)
      expect(counted).toBeGreaterThanOrEqual(told.acknowledged.length)
      expect(counted).toBeLessThanOrEqual(told.sent)
      // A nonce can be used once on all nodes, whatever has happened since.
      for (const nonce of told.acknowledged.slice(-3)) {
        for (const { demo } of nodes) {
          const again = { key: demo.keys.valid, userAgent: demo.userAgent, nonce }
          expect((await sendCheck(demo.url, demo, again)).body.code).toBe('SECURITY_ERROR')
        }
      }
      return `${told.sent} sent, ${told.acknowledged.length} acknowledged, ${counted} counted`
    },
  }
}

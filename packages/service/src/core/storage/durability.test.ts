import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNonce } from '@latchkey/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededBelow } from '../../testing/seeded-below.ts'
import { startServiceProcess } from '../../testing/service-process.ts'
import { sendCheck } from '../../testing/test-service.ts'

const ROUNDS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 25 : 1
const CUSTOMERS = 8
const SEED = 20_261_121

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-kill-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

test(`kill -9 under load loses no acknowledged check, ${ROUNDS} times`, {
  timeout: ROUNDS * 60_000,
}, async () => {
  const words = ['--database', `sqlite:${join(dir, 'test.sqlite')}`, '--checks-per-minute', '0']
  const below = seededBelow(SEED)
  let least = 0
  let most = 0

  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await startServiceProcess(words)
    const { demo } = service
    const send = (nonce: string) =>
      sendCheck(demo.url, demo, { key: demo.keys.valid, userAgent: demo.userAgent, nonce })
    const killAfter = 20 + below(200)
    const acknowledged: string[] = []
    let sent = 0

    await Promise.all(
      Array.from({ length: CUSTOMERS }, async () => {
        try {
          for (;;) {
            const nonce = createNonce()
            sent += 1
            const { body } = await send(nonce)
            if (body.code !== 'KEY_VALID') throw new Error(body.code)
            acknowledged.push(nonce)
            if (acknowledged.length === killAfter) service.process.kill('SIGKILL')
          }
        } catch (error) {
          // The connection broke, so it is not known whether that check was counted.
          if (!(error instanceof TypeError)) throw error
        }
      }),
    )
    await service.finished()
    expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter)
    least += acknowledged.length
    most += sent

    const again = await startServiceProcess(words)
    const after = (nonce: string) =>
      sendCheck(again.demo.url, again.demo, { key: demo.keys.valid, userAgent: demo.userAgent, nonce })
    const { body } = await after(createNonce())
    least += 1
    most += 1
    expect(body.data?.total_executions, `seed ${SEED}, round ${round}`).toBeGreaterThanOrEqual(least)
    expect(body.data?.total_executions, `seed ${SEED}, round ${round}`).toBeLessThanOrEqual(most)
    // A nonce can be used once, in spite of the restart.
    for (const nonce of acknowledged.slice(-3)) expect((await after(nonce)).body.code).toBe('SECURITY_ERROR')
    await again.stop('SIGTERM')
  }
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeyExchange, type Outcome } from './key-exchange.ts'
import { createManualTime, type ManualTime } from './testing/manual-time.ts'
import { createNodeTransport } from './testing/node-transport.ts'
import { DEVICE_ID, KEY, startTestService, type TestService } from './testing/test-service.ts'

let service: TestService
let time: ManualTime
beforeEach(async () => {
  service = await startTestService()
  time = createManualTime()
})
afterEach(() => service.close())

const exchangeWith = (more: object = {}) =>
  createKeyExchange({
    fetch: createNodeTransport(),
    clock: time.clock,
    schedule: time.schedule,
    random: () => 0,
    settings: service.settings,
    ...more,
  })

const check = (exchange = exchangeWith()): Promise<Outcome> =>
  exchange.check(KEY, DEVICE_ID, { onPhase: () => {}, signal: new AbortController().signal })

test('accepts the authentic answer of the service', async () => {
  expect(await check()).toEqual({
    kind: 'valid',
    license: { note: 'For Ada', executions: 7, expiresAt: 1_900_000_000 },
    serviceTime: 1_800_000_000,
  })
})

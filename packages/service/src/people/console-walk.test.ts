import { randomInt } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { WITH_CONSOLE } from '../testing/console-browser.ts'
import { startTestService } from '../testing/test-service.ts'
import { walkSampled } from './testing/credential-walk.ts'

const IS_LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const SEQUENCES = IS_LONG ? 2_000 : 20
const seed = Number(process.env['LATCHKEY_SEED'] ?? (IS_LONG ? randomInt(2 ** 31) : 34))

test(`a thief of a session, a link or a password gets no further than the model says: ${SEQUENCES} sequences of five requests, seed ${seed}`, {
  timeout: 3_600_000,
}, async () => {
  const service = await startTestService({ settings: { console: WITH_CONSOLE } })
  onTestFinished(() => service.stop())
  const { requests, accepted, byThief } = await walkSampled(service, seed, SEQUENCES)
  expect(requests).toBe(SEQUENCES * 5)
  // The walk must not consist of refusals only.
  expect(accepted).toBeGreaterThan(SEQUENCES)
  expect(byThief).toBeGreaterThan(SEQUENCES / 4)
})

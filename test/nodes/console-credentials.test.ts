import { describe, expect, onTestFinished, test } from 'vitest'
import { walkSampled } from '../../packages/service/src/people/testing/credential-walk.ts'
import { describeCredentials } from '../../packages/service/src/people/testing/describe-credentials.ts'
import { WITH_CONSOLE } from '../../packages/service/src/testing/console-browser.ts'
import { startTestService } from '../../packages/service/src/testing/test-service.ts'

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'

// `npm test` runs these tests on SQLite. The contract of the storage tests the counts on both
// engines.
describe.runIf(LONG)('nodes on one PostgreSQL database', describeCredentials)

test('a walk on PostgreSQL is as that on SQLite', async () => {
  const service = await startTestService({ settings: { console: WITH_CONSOLE }, toOneNode: true })
  onTestFinished(() => service.stop())
  expect((await walkSampled(service, 12, 8)).requests).toBe(40)
})

import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The tests that also run on several nodes with one database, each request on a random node: random
 * requests in every state of a key. The other tests of conformance depend on the storage, whose
 * contract is tested on both engines, and on counts that the nodes share; `npm run test:long` runs
 * all of them.
 */
const ON_NODES =
  process.env['LATCHKEY_LONG_TESTS'] === '1'
    ? ['test/conformance/!(kill).test.ts']
    : ['test/conformance/wire.test.ts']

/** The tests on PostgreSQL. They share one server, which is started for them. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    name: 'postgres',
    include: [
      'packages/service/src/core/storage/postgres/**/*.test.ts',
      'test/nodes/**/*.test.ts',
      ...ON_NODES,
    ],
    globalSetup: ['packages/service/src/testing/postgres-set-up.ts'],
    maxWorkers: '100%',
    isolate: false,
    testTimeout: 60_000,
    // The default is one second, which is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
})

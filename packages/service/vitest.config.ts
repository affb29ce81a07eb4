import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Run again against several nodes on one database, each request through a random one: what a node
 * counts of another's work, and random requests in every state of a key. The other tests of
 * conformance depend on the storage alone, whose contract holds for both engines;
 * `npm run test:long` runs all of them.
 */
const ON_NODES =
  process.env['LATCHKEY_LONG_TESTS'] === '1'
    ? ['test/conformance/!(kill).test.ts']
    : ['test/conformance/{authentication,wire}.test.ts']

/** Tests on PostgreSQL. They share one server, which is started for them. */
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
    // By default one second, which a busy machine may need for anything.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
})

import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Tests on PostgreSQL. They share one server, which is started for them. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    name: 'postgres',
    include: [
      'packages/service/src/storage/postgres/**/*.test.ts',
      'test/nodes/**/*.test.ts',
      // Against three nodes on one database, each request through a random one.
      'test/conformance/!(kill).test.ts',
    ],
    globalSetup: ['packages/service/src/testing/postgres-set-up.ts'],
    maxWorkers: '100%',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

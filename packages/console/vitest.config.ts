import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { hasService } from '../../tools/service-tests.js'

export const isLong = process.env['LATCHKEY_LONG_TESTS'] === '1'

/** Tests of the built pages in a real browser, the console and that of customers. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    name: 'console',
    include: hasService ? ['test/{console,customer-page}/**/*.test.ts'] : [],
    // This file has only long tests, and would start a service without running any.
    exclude: [...configDefaults.exclude, ...(isLong ? [] : ['test/console/both-ways.test.ts'])],
    globalSetup: ['test/console/set-up.ts', 'test/support/demo-set-up.ts'],
    maxWorkers: 2,
    // Test files share a process and its browser. What a test opens ends with it.
    isolate: false,
    // These tests run after those of the windows: Vitest refuses to run projects with different
    // numbers of workers together.
    sequence: { groupOrder: 2 },
    testTimeout: 60_000,
    // The default is one second, which is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
})

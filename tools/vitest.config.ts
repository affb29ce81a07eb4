import { configDefaults, defineConfig } from 'vitest/config'
import { hasSample, SAMPLE_TESTS } from './sample-tests.js'
import { hasService, SERVICE_TESTS } from './service-tests.js'
import { rootDir } from './set-up/places.js'

export default defineConfig({
  root: rootDir,
  test: {
    name: 'node',
    include: ['packages/**/*.test.ts', 'tools/**/*.test.ts', 'test/{node,packages,conformance}/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(hasSample ? [] : SAMPLE_TESTS),
      ...(hasService ? [] : SERVICE_TESTS),
      'packages/react/**',
      // The project `windows` runs this test.
      'test/packages/check-any-app.test.ts',
      'packages/service/src/core/storage/postgres/**',
    ],
    // By default Vitest reserves a processor for itself: half of a machine that has two.
    maxWorkers: '100%',
    // Test files share a process. Loading the modules for each file took longer than most tests.
    isolate: false,
    // Proofs of work and floods take seconds on a busy machine. No test asserts a duration.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default is one second, which a busy machine may need for anything.
    expect: { poll: { timeout: 15_000 } },
  },
})

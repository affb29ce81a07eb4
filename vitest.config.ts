import { configDefaults, defineConfig } from 'vitest/config'
import { hasService, SERVICE_TESTS } from './scripts/service-tests.js'

const exclude = [...configDefaults.exclude, ...(hasService ? [] : SERVICE_TESTS)]

/** Those that share one PostgreSQL server, which is started for them. */
const POSTGRES_TESTS = ['packages/service/src/storage/postgres/**/*.test.ts', 'test/nodes/**/*.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          exclude: [...exclude, ...POSTGRES_TESTS],
          // Proofs of work and floods take seconds on a busy machine; nothing here asserts a time.
          testTimeout: 30_000,
          include: [
            'src/{shared,main,preload}/**/*.test.ts',
            'packages/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/node/**/*.test.ts',
            'test/conformance/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      ...(hasService
        ? [
            {
              test: {
                name: 'postgres',
                include: POSTGRES_TESTS,
                globalSetup: ['packages/service/src/testing/postgres-set-up.ts'],
                testTimeout: 60_000,
                hookTimeout: 60_000,
              },
            },
          ]
        : []),
      {
        test: {
          name: 'renderer',
          testTimeout: 30_000,
          include: ['src/renderer/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
      {
        test: {
          name: 'windows',
          exclude,
          include: ['test/{windows,package}/**/*.test.ts'],
          globalSetup: ['test/support/global-set-up.ts'],
          // One window at a time: focus, the clipboard and the virtual display are shared.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

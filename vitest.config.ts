import { configDefaults, defineConfig } from 'vitest/config'
import { hasService, SERVICE_TESTS } from './tools/service-tests.js'

const exclude = [...configDefaults.exclude, ...(hasService ? [] : SERVICE_TESTS)]

/** They share one PostgreSQL server, which is started for them. */
const NEEDS_POSTGRES = ['packages/service/src/storage/postgres/**/*.test.ts', 'test/nodes/**/*.test.ts']

/** Run once more there, against three nodes on one database, each request through a random one. */
const RUNS_ON_NODES = ['test/conformance/!(kill).test.ts']

const QUICK = {
  /** Vitest would leave one processor to itself, which of two is half of the machine. */
  maxWorkers: '100%',
  /** Files share a process and its modules: loading these for each file took longer than most files' tests. */
  isolate: false,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          ...QUICK,
          exclude: [...exclude, ...NEEDS_POSTGRES, 'packages/react/**'],
          // Proofs of work and floods take seconds on a busy machine; nothing here asserts a time.
          testTimeout: 30_000,
          include: [
            'src/**/*.test.ts',
            'packages/**/*.test.ts',
            'tools/**/*.test.ts',
            'test/{node,packages}/**/*.test.ts',
            'test/conformance/**/*.test.ts',
          ],
        },
      },
      ...(hasService
        ? [
            {
              test: {
                name: 'postgres',
                ...QUICK,
                include: [...NEEDS_POSTGRES, ...RUNS_ON_NODES],
                exclude,
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
          maxWorkers: QUICK.maxWorkers,
          testTimeout: 30_000,
          include: ['packages/react/**/*.test.{ts,tsx}'],
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

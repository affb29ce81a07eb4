import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { hasDisplay } from '../packages/electron-tools/src/development/display.ts'
import { hasSample, SAMPLE_TESTS } from '../tools/sample-tests.js'
import { hasService, SERVICE_TESTS } from '../tools/service-tests.js'
import { rootDir } from '../tools/set-up/places.js'

/**
 * This test opens no window, but `npm test` runs the other tests of its folder before Electron is
 * installed.
 */
const NEEDS_ELECTRON = 'test/packages/check-any-app.test.ts'

export default defineConfig({
  root: rootDir,
  test: {
    name: 'windows',
    include: ['test/{windows,package}/**/*.test.ts', NEEDS_ELECTRON],
    exclude: [
      ...configDefaults.exclude,
      ...(hasSample ? [] : SAMPLE_TESTS),
      ...(hasService ? [] : SERVICE_TESTS),
    ],
    globalSetup: ['global-set-up', 'demo-set-up'].map((name) =>
      join(import.meta.dirname, `support/${name}.ts`),
    ),
    setupFiles: ['own-display', 'report-failures'].map((name) =>
      join(import.meta.dirname, `support/${name}.ts`),
    ),
    // On a real display only one window is opened at a time, because focus and clipboard are
    // shared.
    maxWorkers: hasDisplay() ? 1 : 2,
    // Files share a process: one for each file costs half a second of processor time. What a file
    // opens ends with it.
    isolate: false,
    // Vitest refuses to run projects with different numbers of workers at the same time.
    sequence: { groupOrder: 1 },
    // A launch that hung takes 30 seconds before it is started again.
    testTimeout: 90_000,
    // The default is one second, which is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
  },
})

import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { hasSample, SAMPLE_TESTS } from '../tools/sample-tests.js'
import { hasService, SERVICE_TESTS } from '../tools/service-tests.js'
import { rootDir } from '../tools/set-up/places.js'

export default defineConfig({
  root: rootDir,
  test: {
    name: 'windows',
    include: ['test/{windows,package}/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(hasSample ? [] : SAMPLE_TESTS),
      ...(hasService ? [] : SERVICE_TESTS),
    ],
    globalSetup: [join(import.meta.dirname, 'support/global-set-up.ts')],
    // One window at a time: focus, the clipboard and the virtual display are shared.
    fileParallelism: false,
    testTimeout: 60_000,
    // By default one second, which a busy machine may need for anything.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
  },
})

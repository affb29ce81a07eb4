import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'renderer',
    environment: 'happy-dom',
    maxWorkers: '100%',
    testTimeout: 30_000,
    // By default one second, which a busy machine may need for anything.
    expect: { poll: { timeout: 15_000 } },
  },
})

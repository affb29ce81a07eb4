import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'renderer',
    environment: 'happy-dom',
    maxWorkers: '100%',
    // Test files share a process and a page, which took longer to make than most tests.
    isolate: false,
    testTimeout: 30_000,
    // The default is one second, which is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
  },
})

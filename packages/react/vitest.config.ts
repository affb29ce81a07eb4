import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'renderer',
    environment: 'happy-dom',
    maxWorkers: '100%',
    testTimeout: 30_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'app', include: ['src/**/*.test.{ts,tsx}'] } },
      // The tests of the packages and of the app as a whole. A copy may delete them.
      '{tools,test,packages/*}/vitest{,.postgres}.config.ts',
    ],
  },
})

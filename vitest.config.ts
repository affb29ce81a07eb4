import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'app', include: ['src/**/*.test.{ts,tsx}'] } },
      // The tests of the packages and of the app as a whole. A copy may delete them.
      '{tools,test,packages/*}/vitest{,.postgres}.config.ts',
    ],
    // Playwright leaves rejections of its own when a launch has timed out and is started again.
    // When a call in a test times out, the message names the call first.
    onUnhandledError: ({ name, message }) =>
      !(name === 'TimeoutError' && /^Timeout \d+ms exceeded\.$/.test(message)),
  },
})

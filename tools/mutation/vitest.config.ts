import { defineConfig } from 'vitest/config'

/** The fast tests of the mutated modules. Vitest runs those that reach the mutant. */
export default defineConfig({
  test: {
    include: [
      'packages/client/src/license/{verify-answer,read-answer,strict-json}.test.ts',
      'packages/client/src/license/{gate,gate-state,gate-decisions,gate-device,trusted-clock}.test.ts',
      'packages/client/src/license/{store,store-edits}.test.ts',
      'packages/protocol/src/signatures.test.ts',
      'packages/service/src/checks/check-key.test.ts',
      'packages/shops/src/verify.test.ts',
    ],
    testTimeout: 30_000,
  },
})

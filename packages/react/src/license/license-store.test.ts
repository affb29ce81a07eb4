import { expect, test } from 'vitest'
import { createFakeBridge, LICENSED } from '../testing/fake-bridge.ts'
import { openLicenseStore } from './license-store.ts'

test('does not lose a change that arrives before the first answer', async () => {
  const { bridge, push } = createFakeBridge()
  Object.assign(bridge.license, { view: async () => ({ kind: 'locked' }) as const })
  const opening = openLicenseStore(bridge)
  push(LICENSED)
  expect((await opening).current()).toBe(LICENSED)
})

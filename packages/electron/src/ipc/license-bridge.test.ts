import { type Group, productCall } from '@latchkey/client/bridge'
import { expect, test } from 'vitest'
import { createFakeBridge, LICENSED } from '../../../react/src/testing/fake-bridge.ts'
import { createFeatures } from './license-bridge.ts'

const withFeatures = (...features: readonly string[]) => ({ ...LICENSED, features })

function open(...features: readonly string[]) {
  const { bridge, push } = createFakeBridge({ view: withFeatures(...features) })
  const seen: (readonly string[])[] = []
  const own = createFeatures(bridge.license, ['export', 'print'])
  const stop = own.onChange((now) => seen.push(now))
  return { own, push, seen, stop }
}

test('knows the features of the license, and reports those that come and go', async () => {
  const { own, push, seen, stop } = open('export', 'of-another-app')
  expect(own.has('export')).toBe(false)
  await Promise.resolve()
  expect([own.has('export'), own.has('print'), own.has('of-another-app')]).toEqual([true, false, false])
  push({ ...withFeatures('export'), executions: 2 })
  push(withFeatures('print', 'export'))
  push(withFeatures())
  expect(seen).toEqual([['export'], ['export', 'print'], []])
  stop()
  push(withFeatures('export'))
  expect(seen).toHaveLength(3)
})

test('an earlier answer does not replace a license that was pushed', async () => {
  const { own, push } = open('export')
  push(withFeatures('print'))
  await Promise.resolve()
  expect([own.has('export'), own.has('print')]).toEqual([false, true])
})

test('keeps the features of a license that has ended, for what the product still saves', async () => {
  const { own, push, seen } = open('export')
  await Promise.resolve()
  push({ kind: 'refused', code: 'KEY_BANNED', message: '' })
  expect(own.has('export')).toBe(true)
  expect(seen).toEqual([['export']])
})

test('the compiler refuses a call with a feature that is not in the list of the app', () => {
  const takesCalls = (calls: Group<'export' | 'print'>): Group => calls
  const line = { needsLicense: true } as const
  const calls = { save: productCall(line), exportPage: productCall({ ...line, feature: 'export' }) }
  expect(takesCalls(calls)).toHaveProperty('exportPage.feature', 'export')
  expect(takesCalls(calls)).not.toHaveProperty('save.feature')
  // @ts-expect-error: the list has no feature with this name.
  takesCalls({ exportPage: productCall({ ...line, feature: 'exprot' }) })
})

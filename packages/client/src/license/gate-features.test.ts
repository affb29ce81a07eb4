import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { PUBLIC_KEYS } from './testing/signed.ts'
import { createTestMachine, type TestMachine } from './testing/test-machine.ts'
import { KEY } from './testing/test-service.ts'

let machine: TestMachine
beforeEach(() => {
  machine = createTestMachine()
  machine.publicKeys = PUBLIC_KEYS
  answerWith('export')
  onTestFinished(() => machine.kill())
})

function answerWith(...features: readonly string[]): void {
  machine.serviceMode = { kind: 'valid', expiresAt: 'never', fields: { features } }
}

async function activate() {
  const gate = await machine.launch()
  expect(gate.hasFeature('export')).toBe(false)
  gate.activate(KEY)
  await machine.settle(gate)
  return gate
}

test('features come and go with the checks while the product is open', async () => {
  const gate = await activate()
  const seen: unknown[] = []
  gate.subscribe((view) => void (view.kind === 'licensed' && seen.push(view.features)))
  expect([gate.hasFeature('export'), gate.hasFeature('print')]).toEqual([true, false])
  answerWith('print')
  gate.checkAgain()
  await machine.settle(gate)
  expect([gate.hasFeature('export'), gate.hasFeature('print')]).toEqual([false, true])
  expect(seen.at(-1)).toEqual(['print'])
  answerWith()
  gate.checkAgain()
  await machine.settle(gate)
  expect([gate.hasFeature('export'), gate.hasFeature('print')]).toEqual([false, false])
})

test('the features of a license that ended hold while the product saves, and no longer than a key', async () => {
  const gate = await activate()
  machine.serviceMode = { kind: 'refused' }
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(false)
  expect(gate.hasFeature('export')).toBe(true)
  answerWith()
  gate.activate(KEY)
  await machine.settle(gate)
  expect(gate.hasFeature('export')).toBe(false)
})

import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Gate } from './gate-parts.ts'
import { PUBLIC_KEYS } from './testing/signed.ts'
import { createTestMachine, type TestMachine } from './testing/test-machine.ts'
import { KEY, OTHER_KEY } from './testing/test-service.ts'

const VALID = { kind: 'valid', expiresAt: 'never' } as const
const MAY_ASK = { kind: 'refused', fields: { mayAskOwner: true } } as const
const WORDS = ['tiger', 'lamp']

let machine: TestMachine
beforeEach(() => {
  machine = createTestMachine()
  machine.publicKeys = PUBLIC_KEYS
  onTestFinished(() => machine.kill())
})

const askingOf = (gate: Gate) => {
  const view = gate.view()
  return view.kind === 'refused' ? view.asking : view.kind
}
const requests = () => machine.requests.splice(0)

async function launchRefused(mode: TestMachine['serviceMode'] = MAY_ASK): Promise<Gate> {
  const gate = await machine.launch()
  machine.serviceMode = mode
  gate.activate(KEY)
  await machine.settle(gate)
  expect(requests()).toEqual(['check'])
  return gate
}

async function launchAsking(): Promise<Gate> {
  const gate = await launchRefused()
  gate.askOwner('Laptop')
  expect(askingOf(gate)).toEqual({ kind: 'sending' })
  await machine.settle(gate)
  expect(askingOf(gate)).toEqual({ kind: 'waiting', words: WORDS })
  expect(requests()).toEqual(['ask-owner'])
  return gate
}

test('waits for the owner, and opens with one check when a place is free', async () => {
  const gate = await launchAsking()
  const executions = machine.executions()
  await machine.pass(10, gate)
  await machine.pass(9, gate)
  expect(requests()).toEqual(['ask-status'])
  expect(machine.executions()).toBe(executions)
  machine.owner = 'OWNER_ALLOWED'
  machine.serviceMode = VALID
  await machine.pass(1, gate)
  expect(requests()).toEqual(['ask-status', 'check'])
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online' })
  await machine.pass(600, gate)
  expect(requests()).toEqual([])
})

test('looks once in ten seconds, for five minutes, then only when the user wants it', async () => {
  const gate = await launchAsking()
  for (let second = 0; second < 400; second += 1) await machine.pass(1, gate)
  expect(requests()).toEqual(Array(30).fill('ask-status'))
  expect(askingOf(gate)).toEqual({ kind: 'late', words: WORDS })
  machine.owner = 'OWNER_ALLOWED'
  machine.serviceMode = VALID
  gate.askOwner('')
  await machine.settle(gate)
  expect(requests()).toEqual(['ask-owner', 'check'])
  expect(gate.isLicensed()).toBe(true)
})

test.each(['OWNER_DENIED', 'OWNER_REQUEST_OVER', 'ASK_LIMIT_REACHED', 'KEY_BANNED'])(
  'stays locked, without a check, when the answer is %s',
  async (code) => {
    const gate = await launchAsking()
    machine.owner = code
    await machine.pass(10, gate)
    expect(askingOf(gate)).toEqual({ kind: 'ended', code })
    await machine.pass(60, gate)
    expect(requests()).toEqual(['ask-status'])
  },
)

test('goes on waiting while the network fails or the service says that it is too soon', async () => {
  const gate = await launchAsking()
  machine.owner = 'RATE_LIMITED'
  await machine.pass(10, gate)
  machine.serviceMode = { kind: 'offline' }
  await machine.pass(10, gate)
  expect(askingOf(gate)).toEqual({ kind: 'waiting', words: WORDS })
})

test.each([
  ['cancels', (gate: Gate) => gate.cancel(), undefined],
  ['enters another key', (gate: Gate) => gate.activate(OTHER_KEY), undefined],
  ['removes the key', (gate: Gate) => gate.forget(), 'locked'],
])('no longer looks when the user %s', async (_what, act, after) => {
  const gate = await launchAsking()
  act(gate)
  await machine.settle(gate)
  requests()
  await machine.pass(60, gate)
  expect(requests()).toEqual([])
  expect(askingOf(gate)).toBe(after)
})

test('SECURITY: asks nothing unless the signed answer offers it', async () => {
  const gate = await launchRefused({ kind: 'refused', fields: { move: { left: 1 } } })
  gate.askOwner('Laptop')
  await machine.settle(gate)
  expect(requests()).toEqual([])
  machine.kill()
  machine.publicKeys = undefined
  const unsigned = await launchRefused()
  unsigned.askOwner('Laptop')
  await machine.settle(unsigned)
  expect(requests()).toEqual([])
})

test('SECURITY: an answer that is forged opens nothing and gives no words', async () => {
  const gate = await launchRefused()
  machine.serviceMode = { kind: 'forged' }
  gate.askOwner('Laptop')
  await machine.settle(gate)
  expect(askingOf(gate)).toEqual({ kind: 'ended', code: 'answer-not-authentic' })
  expect(requests()).toEqual(['ask-owner'])
})

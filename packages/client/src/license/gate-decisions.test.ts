import { expect, test } from 'vitest'
import { currentKey, expiryCheckDueAt, initialState, transition } from './gate-state.ts'
import type { GateEvent, GateState, Proof, TransitionContext } from './gate-types.ts'
import type { FailureKind } from './license-view.ts'
import { KEY, OTHER_KEY } from './testing/test-service.ts'

/** What gate-states.md does not list: the values in a state, beside its name. */

const DAY = 86_400
const NOW = 1_800_000_000
const context: TransitionContext = {
  now: NOW,
  isClockSetBack: false,
  isTimeStored: true,
  graceSeconds: 3 * DAY,
  hasTrials: false,
  regularChecks: { everySeconds: 0, slotSeconds: 0 },
  isCheckFirst: true,
  builtAt: NOW - 100 * DAY,
}
const proofUntil = (expiresAt: number | 'never'): Proof => ({
  license: { note: 'n', executions: 1, expiresAt },
  checkedAt: NOW - DAY,
})
const proof = proofUntil('never')
const locked: GateState = { ...initialState('keyring'), lastAttemptId: 7 }
const licensed: GateState = {
  ...locked,
  stored: { key: KEY, proof },
  lastTriedKey: KEY,
  status: { kind: 'licensed', source: 'online', proof },
}
const checking = (state: GateState, key = KEY): GateState => ({
  ...state,
  attempt: { id: 7, key, use: 'check', phase: 'check' },
})
const failed = (kind: FailureKind): GateEvent => ({
  kind: 'check-finished',
  attemptId: 7,
  answer: { kind: 'failed', failure: { kind, details: ['check at node.example'] } },
})
const validUntil = (expiresAt: number | 'never'): GateEvent => ({
  kind: 'check-finished',
  attemptId: 7,
  answer: { kind: 'valid', license: proofUntil(expiresAt).license, serviceTime: NOW },
})

test('each attempt has a higher number, and only its own phases and answers count', () => {
  const [state, effects] = transition(locked, { kind: 'key-entered', key: KEY }, context)
  const attempt = { id: 8, key: KEY, use: 'check', phase: 'identify' }
  expect(state).toMatchObject({ status: { kind: 'locked' }, attempt, lastAttemptId: 8, lastTriedKey: KEY })
  expect(effects).toEqual([{ kind: 'check', attempt }])
  const phase = (attemptId: number): GateEvent => ({ kind: 'phase-changed', attemptId, phase: 'connect' })
  expect(transition(state, phase(8), context)).toEqual([
    { ...state, attempt: { ...attempt, phase: 'connect' } },
    [],
  ])
  expect(transition(state, phase(7), context)).toEqual([state, []])
  expect(transition(locked, phase(7), context)).toEqual([locked, []])
})

test('a refused or unreachable status ends when another key is entered', () => {
  const refused: GateState = { ...locked, status: { kind: 'refused', code: 'KEY_BANNED', message: '' } }
  const [state] = transition(refused, { kind: 'key-entered', key: OTHER_KEY }, context)
  expect(state.status).toEqual({ kind: 'locked' })
})

test('a valid answer stores the key with its proof, and drops what belonged to another key', () => {
  const reminded = { expiresAt: NOW + 5 * DAY, days: 7 } as const
  const stored = { key: KEY, proof, reminded }
  const now = { license: proof.license, checkedAt: NOW }
  const [same, effects] = transition(checking({ ...licensed, stored }), validUntil('never'), context)
  expect(same.stored).toEqual({ key: KEY, proof: now, reminded })
  expect(effects).toEqual([{ kind: 'save', stored: same.stored }])
  const [other] = transition(checking({ ...licensed, stored }, OTHER_KEY), validUntil('never'), context)
  expect(other.stored).toEqual({ key: OTHER_KEY, proof: now })
  const [first] = transition(checking(locked), validUntil('never'), context)
  expect(first.stored).toEqual({ key: KEY, proof: now })
})

test('a refusal of the stored key keeps the key without its proof', () => {
  const refusal = { kind: 'refused', code: 'KEY_BANNED', message: 'Banned.' } as const
  const locked: GateState = { ...licensed, status: { kind: 'locked' } }
  const [state, effects] = transition(
    checking(locked),
    { kind: 'check-finished', attemptId: 7, answer: refusal },
    context,
  )
  expect([state.status, state.stored]).toEqual([refusal, { key: KEY }])
  expect(effects).toMatchObject([{ stored: state.stored }])
})

test('without a grace period, the failure says why', () => {
  const unreachable = (more: Partial<TransitionContext>) =>
    transition(checking(licensed), failed('offline'), { ...context, ...more })[0].status
  expect(unreachable({ isTimeStored: false })).toEqual({
    kind: 'unreachable',
    failure: {
      kind: 'offline',
      details: ['check at node.example', 'The license file cannot be written.'],
    },
  })
  expect(unreachable({ isClockSetBack: true })).toEqual({
    kind: 'unreachable',
    failure: { kind: 'clock', details: ['check at node.example'] },
  })
})

test.each(['not-configured', 'device-unsure'] as const)(
  'no grace period begins with the failure %s',
  (kind) => {
    const [state] = transition(checking(licensed), failed(kind), context)
    expect(state.status).toMatchObject({ kind: 'unreachable', failure: { kind } })
  },
)

test('a reminder is shown once, is saved, and stays during a grace period', () => {
  const expiresAt = NOW + 2.5 * DAY
  const [state, effects] = transition(checking(locked), validUntil(expiresAt), context)
  const reminded = { expiresAt, days: 3 }
  expect(state).toMatchObject({ status: { reminder: 3 }, stored: { key: KEY, reminded } })
  expect(effects).toEqual([{ kind: 'save', stored: state.stored }])
  expect(transition(state, { kind: 'time-passed' }, context)).toEqual([state, []])

  const [inGrace] = transition(checking(state), failed('offline'), context)
  expect(inGrace.status).toMatchObject({ source: 'grace', reminder: 3 })
  const [without] = transition(checking(licensed), failed('offline'), context)
  expect(without.status).not.toHaveProperty('reminder')

  const later = { ...context, now: NOW + 2 * DAY }
  const [next, saved] = transition(state, { kind: 'time-passed' }, later)
  expect(next).toMatchObject({
    status: { reminder: 1 },
    stored: { key: KEY, reminded: { expiresAt, days: 1 } },
  })
  expect(saved).toEqual([{ kind: 'save', stored: next.stored }])
})

test('an expiry is checked once, and a new one at most once an hour', () => {
  const due = (expiresAt: number | 'never', checked?: number) =>
    expiryCheckDueAt(
      checked === undefined ? locked : { ...locked, expiryCheckedAt: checked },
      proofUntil(expiresAt),
      context,
    )
  expect(due('never')).toBeUndefined()
  // The answer was given after the expiry, so the service knows about it.
  expect(due(NOW - DAY)).toBeUndefined()
  expect(due(NOW - 2 * DAY)).toBeUndefined()
  expect(due(NOW)).toBe(NOW)
  expect(due(NOW, NOW - 60)).toBe(NOW - 60 + 3_600)
  expect(due(NOW, NOW - DAY)).toBe(NOW)
})

test('an expiry is not checked during another check', () => {
  const expiring = proofUntil(NOW)
  const state: GateState = {
    ...licensed,
    stored: { key: KEY, proof: expiring },
    status: { kind: 'licensed', source: 'online', proof: expiring },
  }
  const busy = checking(state)
  expect(transition(busy, { kind: 'time-passed' }, context)).toEqual([busy, []])
  const [checked, effects] = transition(state, { kind: 'time-passed' }, context)
  expect(checked.expiryCheckedAt).toBe(NOW)
  expect(effects.map(({ kind }) => kind)).toEqual(['check'])
})

test('a check asked for on an unknown device loads the store again', () => {
  const unsure: GateState = {
    ...locked,
    stored: { key: KEY },
    lastTriedKey: KEY,
    status: { kind: 'unreachable', failure: { kind: 'device-unsure', details: [] } },
  }
  expect(transition(unsure, { kind: 'check-requested' }, context)).toEqual([
    { ...unsure, status: { kind: 'locked' }, stored: undefined, isLoading: true },
    [{ kind: 'load' }],
  ])
  // With another key than the stored one, that key is checked.
  const [other] = transition({ ...unsure, lastTriedKey: OTHER_KEY }, { kind: 'check-requested' }, context)
  expect(other.attempt?.key).toBe(OTHER_KEY)
})

test('a save changes only where the key is stored', () => {
  expect(transition(licensed, { kind: 'saved', by: 'device' }, context)).toEqual([
    { ...licensed, storedBy: 'device' },
    [],
  ])
})

test('the store is not loaded again while a key is known', () => {
  const cancelled: GateState = { ...locked, stored: { key: KEY } }
  expect(transition(cancelled, { kind: 'started', mayHaveKey: true }, context)).toEqual([cancelled, []])
})

test('the current key is the licensed one, or the last one tried', () => {
  expect(currentKey({ ...licensed, lastTriedKey: OTHER_KEY })).toBe(KEY)
  expect(currentKey({ ...locked, lastTriedKey: OTHER_KEY })).toBe(OTHER_KEY)
  expect(currentKey(locked)).toBeUndefined()
})

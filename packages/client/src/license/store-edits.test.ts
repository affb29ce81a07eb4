import { expect, test } from 'vitest'
import { createTestMachine, GRACE_SECONDS, type TestMachine } from './testing/test-machine.ts'
import { KEY, OTHER_KEY } from './testing/test-service.ts'

type Content = Record<string, unknown>
type Edit = (content: Content, other: Content) => unknown

/** The view after a start within the grace period. */
const NOTHING = { kind: 'locked' }
const UNREADABLE = { kind: 'locked', isStoredKeyUnreadable: true }
/** The key can be read, but not the proof. */
const KEY_ALONE = { kind: 'unreachable', failure: { kind: 'offline' } }
const UNCHANGED = { kind: 'licensed', source: 'grace' }

const bytesOf = (value: unknown): Buffer => Buffer.from(String(value), 'base64')
const flip = (value: unknown, place: number): string => {
  const bytes = bytesOf(value)
  const at = place < 0 ? bytes.length + place : place
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString('base64')
}
const cut = (value: unknown, length: number): string => bytesOf(value).subarray(0, length).toString('base64')
const plain = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64')
const forgedProof = (): string => {
  const license = { note: '', executions: 1, expiresAt: 'never' }
  const time = { offsetSeconds: 0, highestSeconds: 0 }
  return plain({ keyHash: '', time, proof: { checkedAt: 9_000_000_000, license } })
}

const EDITS: readonly (readonly [name: string, edit: Edit, found: object])[] = [
  ['an empty object', () => ({}), NOTHING],
  ['a list', () => [], NOTHING],
  ['a text', () => 'license', NOTHING],
  ['null', () => null, NOTHING],
  ['a number', () => 1, NOTHING],
  ['no key', ({ key: _, ...rest }) => rest, NOTHING],
  ['only a proof', ({ proof }) => ({ proof }), NOTHING],
  ['an empty key', (content) => ({ ...content, key: '' }), UNREADABLE],
  ['a key in plain text', (content) => ({ ...content, key: KEY }), UNREADABLE],
  ['another key in plain text', (content) => ({ ...content, key: plain({ key: OTHER_KEY }) }), UNREADABLE],
  ['a key of another type', (content) => ({ ...content, key: [KEY] }), UNREADABLE],
  ['a huge key', (content) => ({ ...content, key: 'A'.repeat(100_000) }), UNREADABLE],
  [
    'the first byte of the key changed',
    (content) => ({ ...content, key: flip(content['key'], 0) }),
    UNREADABLE,
  ],
  ['a byte of the key changed', (content) => ({ ...content, key: flip(content['key'], 20) }), UNREADABLE],
  [
    'the last byte of the key changed',
    (content) => ({ ...content, key: flip(content['key'], -1) }),
    UNREADABLE,
  ],
  ['a truncated key', (content) => ({ ...content, key: cut(content['key'], 30) }), UNREADABLE],
  ['the proof instead of the key', (content) => ({ ...content, key: content['proof'] }), UNREADABLE],
  ['sealedBy changed to keyring', (content) => ({ ...content, sealedBy: 'keyring' }), UNREADABLE],
  ['an unknown sealedBy', (content) => ({ ...content, sealedBy: 'nobody' }), UNREADABLE],
  ['no sealedBy', ({ sealedBy: _, ...rest }) => rest, UNREADABLE],
  ['no version', ({ version: _, ...rest }) => rest, UNREADABLE],
  ['version 0', (content) => ({ ...content, version: 0 }), UNREADABLE],
  ['no proof', ({ proof: _, ...rest }) => rest, KEY_ALONE],
  ['a newer version', (content) => ({ ...content, version: 2 }), KEY_ALONE],
  ['an empty proof', (content) => ({ ...content, proof: '' }), KEY_ALONE],
  ['a proof in plain text', (content) => ({ ...content, proof: forgedProof() }), KEY_ALONE],
  [
    'the first byte of the proof changed',
    (content) => ({ ...content, proof: flip(content['proof'], 0) }),
    KEY_ALONE,
  ],
  [
    'a byte of the proof changed',
    (content) => ({ ...content, proof: flip(content['proof'], 40) }),
    KEY_ALONE,
  ],
  [
    'the last byte of the proof changed',
    (content) => ({ ...content, proof: flip(content['proof'], -1) }),
    KEY_ALONE,
  ],
  ['the key instead of the proof', (content) => ({ ...content, proof: content['key'] }), KEY_ALONE],
  ['another key’s proof', (content, other) => ({ ...content, proof: other['proof'] }), KEY_ALONE],
  ['additional dates', (content) => ({ ...content, checkedAt: 9e9, expiresAt: 'never' }), UNCHANGED],
  ['an additional time', (content) => ({ ...content, time: { highestSeconds: 0 } }), UNCHANGED],
]

/** Activates a key; then the service becomes unreachable. */
async function activated(key: string): Promise<TestMachine> {
  const machine = createTestMachine()
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
  const gate = await machine.launch()
  gate.activate(key)
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
  machine.kill()
  machine.serviceMode = { kind: 'offline' }
  return machine
}

const contentOf = ({ disk }: TestMachine): Content => disk.content ?? {}

test('has 33 edits, and an unchanged file opens in the grace period', async () => {
  expect(EDITS).toHaveLength(33)
  const machine = await activated(KEY)
  expect((await machine.launch()).view()).toMatchObject(UNCHANGED)
})

test.each(EDITS)(
  'edit %s: opens nothing after the grace period, and a key can be entered',
  async (_name, edit, found) => {
    const other = contentOf(await activated(OTHER_KEY))
    for (const isInGrace of [true, false]) {
      const machine = await activated(KEY)
      machine.disk.content = edit(contentOf(machine), other) as Content
      if (!isInGrace) machine.time.pass(GRACE_SECONDS)
      const gate = await machine.launch()
      if (isInGrace) expect(gate.view()).toMatchObject(found)
      else expect(gate.isLicensed()).toBe(false)
      machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
      gate.activate(KEY)
      await machine.settle(gate)
      expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online', storedBy: 'device' })
    }
  },
)

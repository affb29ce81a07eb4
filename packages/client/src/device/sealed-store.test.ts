import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deriveDeviceId, type FactHashes, hashFacts } from './derive-device-id.ts'
import { mayOpenLater, openIdentity, purposeKey, type StoredIdentity, sealIdentity } from './sealed-store.ts'

const HERE = hashFacts('App', [
  { kind: 'installation', value: '3d1219c7c4c5404aaa1f6d2a48adfda4' },
  { kind: 'system', value: '4c4c454400374a108052b7c04f4d5132' },
  { kind: 'board', value: '7j7rmq2' },
])
const ELSEWHERE = hashFacts('App', [
  { kind: 'installation', value: '9f1c2b3a4d5e6f708192a3b4c5d6e7f8' },
  { kind: 'system', value: 'd2a1f6cc2e1a11b2a85c1f3cd0e3a4b2' },
  { kind: 'board', value: 'l1hf6b5043q' },
])

const pick = (from: FactHashes, ...kinds: (keyof FactHashes)[]): FactHashes =>
  Object.fromEntries(kinds.map((kind) => [kind, from[kind]]))

const identityWith = (facts: FactHashes): StoredIdentity => ({
  id: deriveDeviceId('App', HERE),
  version: 1,
  masterKey: new Uint8Array(randomBytes(32)),
  facts,
})

describe('a sealed device file', () => {
  test.each([
    ['three facts', HERE, HERE],
    ['two of three', HERE, pick(HERE, 'installation', 'board')],
    ['two of three, and one that changed', HERE, { ...HERE, ...pick(ELSEWHERE, 'system') }],
    ['both of two', pick(HERE, 'system', 'board'), pick(HERE, 'system', 'board')],
    ['its one fact', pick(HERE, 'installation'), HERE],
  ])('opens with %s and returns its content', (_, recorded, present) => {
    const stored = identityWith(recorded)
    expect(openIdentity(sealIdentity(stored, randomBytes), present)).toEqual(stored)
  })

  test.each([
    ['no fact', HERE, {}],
    ['one of three', HERE, pick(HERE, 'system')],
    ['one of three among others', HERE, { ...ELSEWHERE, ...pick(HERE, 'system') }],
    ['the facts of another machine', HERE, ELSEWHERE],
    ['one of two', pick(HERE, 'system', 'board'), pick(HERE, 'system', 'installation')],
    ['another installation', pick(HERE, 'installation'), pick(ELSEWHERE, 'installation')],
    [
      'the facts under each other’s names',
      HERE,
      { installation: HERE.board ?? '', system: HERE.installation ?? '', board: HERE.system ?? '' },
    ],
  ])('does not open with %s', (_, recorded, present) => {
    expect(openIdentity(sealIdentity(identityWith(recorded), randomBytes), present)).toBeUndefined()
  })

  test('does not open after any byte was changed, removed or inserted', () => {
    const text = sealIdentity(identityWith(HERE), randomBytes)
    const bytes = Buffer.from(text)
    const spliced = (at: number, drop: number, ...put: number[]): string =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + drop)]).toString()

    const accepted: string[] = []
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      const edits = [
        spliced(at, 1, byte ^ 1),
        // Another case and another hex digit: modifications that keep the format of the file.
        spliced(at, 1, byte ^ 0x20),
        spliced(at, 1, byte === 0x61 ? 0x62 : 0x61),
        spliced(at, 1),
        spliced(at, 0, 0x20),
        spliced(at, 0, byte),
      ]
      for (const edited of edits) {
        if (edited !== text && openIdentity(edited, HERE) !== undefined) accepted.push(`${at}: ${edited}`)
      }
    }
    expect(accepted).toEqual([])
    expect(openIdentity(text, HERE)).toBeDefined()
  })

  test('does not open with locks of another file of the same machine', () => {
    const [one, other] = [0, 1].map(() => JSON.parse(sealIdentity(identityWith(HERE), randomBytes)))
    const mixed = `${JSON.stringify({ ...one, sealed: other.sealed })}\n`
    expect(openIdentity(mixed, HERE)).toBeUndefined()
    const fewer = `${JSON.stringify({ ...one, locks: one.locks.slice(0, 1) })}\n`
    expect(openIdentity(fewer, HERE)).toBeUndefined()
  })

  test.each(['', 'null', '{}', '[]', '{"version":2}\n', '\0\0\0', '{"version":1,"locks":"x"}'])(
    'is rejected when it is %j',
    (text) => {
      expect(openIdentity(text, HERE)).toBeUndefined()
      expect(mayOpenLater(text, {})).toBe(false)
    },
  )

  test('reveals nothing about a fact except that it exists', () => {
    const text = sealIdentity(identityWith(HERE), randomBytes)
    for (const hash of Object.values(HERE)) expect(text).not.toContain(hash)
    expect(text).not.toContain(deriveDeviceId('App', HERE))
    expect(sealIdentity(identityWith(HERE), randomBytes)).not.toBe(text)
  })

  test.each([
    ['none of three facts is present', HERE, {}, true],
    ['one of three is present', HERE, pick(HERE, 'board'), true],
    [
      'two of three are present and one differs',
      HERE,
      { ...pick(HERE, 'board'), ...pick(ELSEWHERE, 'system') },
      false,
    ],
    ['all three are present and differ', HERE, ELSEWHERE, false],
    ['its only fact is present and differs', pick(HERE, 'installation'), ELSEWHERE, false],
    ['its only fact is missing', pick(HERE, 'installation'), pick(HERE, 'board'), true],
  ])('when %s, whether it may open later is decided: %#', (_, recorded, present, expected) => {
    expect(mayOpenLater(sealIdentity(identityWith(recorded), randomBytes), present)).toBe(expected)
  })
})

test('purpose keys differ between purposes and machines', () => {
  const [one, other] = [identityWith(HERE).masterKey, identityWith(HERE).masterKey]
  const keys = [purposeKey(one, 'license'), purposeKey(one, 'log'), purposeKey(other, 'license'), one]
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(4)
  expect(purposeKey(one, 'license')).toEqual(purposeKey(one, 'license'))
  expect(purposeKey(one, 'license')).toHaveLength(32)
})

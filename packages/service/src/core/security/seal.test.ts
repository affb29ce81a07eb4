import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createServiceKey, withOpenedCache } from './seal.ts'

const bytes = randomBytes(32)
const serviceKey = createServiceKey(bytes)

describe('a service key', () => {
  test('opens what it sealed, after a restart, too', () => {
    for (const text of ['', 'secret', 'ümläut 🔑', 'x'.repeat(10_000)]) {
      expect(createServiceKey(bytes).open(serviceKey.seal(text, 'here'), 'here')).toBe(text)
    }
  })

  test('seals the same text differently each time', () => {
    expect(serviceKey.seal('secret', 'here')).not.toEqual(serviceKey.seal('secret', 'here'))
  })

  test('refuses another key, another context, and every changed or missing byte', () => {
    const sealed = serviceKey.seal('secret', 'here')
    expect(() => createServiceKey(randomBytes(32)).open(sealed, 'here')).toThrow()
    expect(() => serviceKey.open(sealed, 'there')).toThrow()
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Uint8Array.from(sealed, (byte, at) => (at === index ? byte ^ 1 : byte))
      expect(() => serviceKey.open(changed, 'here')).toThrow()
      expect(() => serviceKey.open(sealed.subarray(0, index), 'here')).toThrow()
    }
  })

  test('derives the same bytes for the same label, others for another, and never itself', () => {
    const derived = serviceKey.derive('a', 32)
    expect(createServiceKey(bytes).derive('a', 32)).toEqual(derived)
    expect(serviceKey.derive('b', 32)).not.toEqual(derived)
    expect(Buffer.from(derived).equals(bytes)).toBe(false)
  })

  test('is 32 bytes long', () => {
    expect(() => createServiceKey(randomBytes(16))).toThrow('32 bytes')
  })

  test('remembers what it opened for the same bytes in the same place, and for nothing else', () => {
    let opened = 0
    const { seal, open } = withOpenedCache({
      seal: serviceKey.seal,
      open(sealed, context) {
        opened += 1
        return serviceKey.open(sealed, context)
      },
    })
    const [first, second] = [seal('first', 'here'), seal('second', 'here')]
    expect([open(first, 'here'), open(Uint8Array.from(first), 'here'), opened]).toEqual(['first', 'first', 1])
    expect([open(second, 'here'), opened]).toEqual(['second', 2])
    expect(() => open(second, 'there')).toThrow()
    expect(() =>
      open(
        second.map((byte) => byte ^ 1),
        'here',
      ),
    ).toThrow()
  })
})

import { expect, test } from 'vitest'
import { deriveDeviceId, deviceIdFromRandom, hashFacts } from './derive-device-id.ts'

test('no ID is made of no facts', () => {
  expect(() => deriveDeviceId('App', {})).toThrow('no facts')
  expect(() => deriveDeviceId('App', hashFacts('App', []))).toThrow('no facts')
})

test('a value under another name is another fact', () => {
  const value = '3d1219c7c4c5404aaa1f6d2a48adfda4'
  const hashes = hashFacts('App', [
    { kind: 'installation', value },
    { kind: 'system', value },
  ])
  expect(hashes.installation).not.toBe(hashes.system)
})

test('a random ID is under the name of the app too', () => {
  const secret = '00'.repeat(32)
  expect(deviceIdFromRandom('App', secret)).not.toBe(deviceIdFromRandom('Other App', secret))
  expect(deviceIdFromRandom('App', secret)).toMatch(/^[0-9a-f]{64}$/)
})

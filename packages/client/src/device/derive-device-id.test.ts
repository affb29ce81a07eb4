import { expect, test } from 'vitest'
import { deriveDeviceId, deviceIdFromRandom, hashFacts } from './derive-device-id.ts'

test('derives no ID without facts', () => {
  expect(() => deriveDeviceId('App', {})).toThrow('no facts')
  expect(() => deriveDeviceId('App', hashFacts('App', []))).toThrow('no facts')
})

test('hashes the same value differently for different facts', () => {
  const value = '3d1219c7c4c5404aaa1f6d2a48adfda4'
  const hashes = hashFacts('App', [
    { kind: 'installation', value },
    { kind: 'system', value },
  ])
  expect(hashes.installation).not.toBe(hashes.system)
})

test('derives different random IDs for different apps', () => {
  const secret = '00'.repeat(32)
  expect(deviceIdFromRandom('App', secret)).not.toBe(deviceIdFromRandom('Other App', secret))
  expect(deviceIdFromRandom('App', secret)).toMatch(/^[0-9a-f]{64}$/)
})

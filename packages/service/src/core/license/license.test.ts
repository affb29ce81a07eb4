import { createLicenseKey, NEVER } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { NOW } from '../../testing/records.ts'
import { newLicense } from './license.ts'

const key = createLicenseKey()

describe('a new license', () => {
  test('waits for a device when none is given', () => {
    expect(newLicense(key, {}, NOW)).toMatchObject({
      key,
      status: 'reset',
      identifier: '',
      identifierType: '',
    })
  })

  test('is active with a device, and is not waiting for its countdown', () => {
    const license = newLicense(key, { identifier: 'device', keyDays: 1 }, NOW)
    expect(license).toMatchObject({ status: 'active', identifierType: 'HWID', authExpire: NOW + 86_400 })
  })

  test('counts as claimed with a chat ID, and still waits for a device', () => {
    const license = newLicense(key, { chatId: 'chat-1', keyDays: 1 }, NOW)
    expect(license).toMatchObject({ status: 'reset', chatId: 'chat-1', authExpire: NOW + 86_400 })
  })

  test('has done nothing, is not banned and never expires unless told to', () => {
    expect(newLicense(key, { note: 'Gold' }, NOW)).toMatchObject({
      note: 'Gold',
      banned: false,
      banExpire: 0,
      totalExecutions: 0,
      totalResets: 0,
      authExpire: NEVER,
    })
  })
})

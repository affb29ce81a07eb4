import { opaqueDeviceId } from '@latchkey/management'
import { createNonce, type RequestUse, signedKey, signRequest } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { type CheckAttempt, decideCheck } from '../checks/check-key.ts'
import { factsOf, linkedDevices } from '../core/license/devices.ts'
import type { License } from '../core/license/license.ts'
import { banned, DEVICE, linkedTo, NOW, signedAttempt, testLicense, testProject } from '../testing/records.ts'
import { decideReset } from './reset-device.ts'

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64)) as [
  string,
  string,
  string,
  string,
]
const DAY = 86_400
const YEAR = 365 * DAY

/** A key of a project with these settings. Each request sees the effects of earlier ones. */
function keyOf(settings: object, changes: Partial<License> = {}) {
  const project = testProject(settings)
  let license = testLicense(changes)
  let now = NOW
  const send = (use: RequestUse, deviceId: string, more: Partial<CheckAttempt> = {}) => {
    const attempt = signedAttempt({ use, key: license.key, deviceId, time: String(now), ...more }, project)
    const snapshot = { project, nonceTaken: false, license, bannedDevice: undefined }
    const decision = decideCheck(attempt, snapshot, now)
    const { license: after = license, execution = false } = decision.effects
    license = { ...after, totalExecutions: license.totalExecutions + (execution ? 1 : 0) }
    return decision
  }
  return {
    send,
    code: (...given: Parameters<typeof send>) => send(...given).answer.code,
    release: (of: string, by: string) =>
      send('release', by, { device: opaqueDeviceId(license.key, of) }).answer.code,
    later(seconds: number) {
      now += seconds
    },
    change(by: (known: License, at: number) => License) {
      license = by(license, now)
    },
    get license() {
      return license
    },
    get linked() {
      return linkedDevices(license)
    },
  }
}

describe('a key of one device', () => {
  test('is stored and answered as if there were no others', () => {
    const key = keyOf({})
    const claim = key.send('check', A)
    expect(claim.answer).not.toHaveProperty('fields')
    expect(key.license).toMatchObject({ ...linkedTo(A), furtherDevices: [], deviceUse: {} })
    key.later(DAY)
    expect(key.send('check', A).effects).not.toHaveProperty('license')
    expect(key.send('check', B).answer).not.toHaveProperty('fields')
  })

  test('refuses to be moved, and does not list its device', () => {
    const key = keyOf({}, linkedTo(A))
    for (const use of ['move', 'devices', 'release', 'name'] as const) {
      expect([use, key.code(use, B, { device: 'x', name: 'x' })]).toEqual([use, 'MOVE_DISABLED'])
    }
    expect(key.linked).toEqual([A])
    expect(key.license.totalExecutions).toBe(1)
  })

  test('is moved as a check where a check is valid', () => {
    expect(keyOf({}).code('move', A)).toBe('KEY_VALID')
    expect(keyOf({}, linkedTo(A)).code('move', A)).toBe('KEY_VALID')
  })
})

describe('a key of several devices', () => {
  test('links them while there is room, and keeps the order', () => {
    const key = keyOf({ maxDevices: 3 })
    for (const device of [A, B, C, A]) expect(key.code('check', device)).toBe('KEY_VALID')
    const { code, fields, data } = key.send('check', D).answer
    expect([code, fields]).toEqual(['KEY_HWID_LOCKED', { devices: { linked: 3, most: 3 } }])
    expect(data?.note).toBe('')
    expect(key.linked).toEqual([A, B, C])
    expect(key.license).toMatchObject({ identifier: A, status: 'active', totalExecutions: 5 })
  })

  test('has limits of its own, which go before those of the project', () => {
    const own = keyOf({ maxDevices: 5, movesPerYear: 9 }, { maxDevices: 1, movesPerYear: 0 })
    expect(own.code('check', A)).toBe('KEY_VALID')
    expect(own.send('check', B).answer).not.toHaveProperty('fields')
    expect(keyOf({}, { maxDevices: 2 }).send('check', A).answer.fields).toEqual({
      devices: { linked: 1, most: 2 },
    })
  })

  test('loses none when the limit is lowered, and links no others', () => {
    const key = keyOf({ movesPerYear: 5 }, { maxDevices: 3 })
    for (const device of [A, B, C]) key.send('check', device)
    key.change((known) => ({ ...known, maxDevices: 2 }))
    for (const device of [A, B, C]) expect(key.code('check', device)).toBe('KEY_VALID')
    expect(key.release(C, C)).toBe('DEVICE_RELEASED')
    expect(key.code('check', C)).toBe('KEY_HWID_LOCKED')
    // A move adds no device.
    expect(key.code('move', C)).toBe('KEY_VALID')
    expect(key.linked).toEqual([B, C])
  })

  test('records the day of the last use, once a day and device', () => {
    const key = keyOf({ maxDevices: 2 })
    const midnight = NOW - (NOW % DAY)
    key.send('check', A)
    expect(factsOf(key.license, A)).toEqual({ device: A, name: '', linkedAt: NOW, usedAt: midnight })
    key.later(midnight + DAY - 1 - NOW)
    expect(key.send('check', A).effects).not.toHaveProperty('license')
    key.later(1)
    expect(key.send('check', A).effects).toHaveProperty('license')
    expect(key.send('check', A).effects).not.toHaveProperty('license')
    expect(factsOf(key.license, A)).toMatchObject({ linkedAt: NOW, usedAt: midnight + DAY })
  })

  test('shows its devices under IDs that are no device IDs, to a device that is not linked, too', () => {
    const key = keyOf({ maxDevices: 2 })
    key.send('check', A)
    key.send('name', A, { name: 'Büro' })
    key.send('check', B)
    const { answer, effects } = key.send('devices', C)
    expect(effects).toEqual({ rememberNonceUntil: NOW + 120 })
    expect(answer).toMatchObject({
      code: 'DEVICES_LISTED',
      devices: [
        { id: opaqueDeviceId(key.license.key, A), name: 'Büro', linked_at: NOW, is_this: false },
        { id: opaqueDeviceId(key.license.key, B), name: '', is_this: false },
      ],
    })
    for (const device of [A, B]) expect(JSON.stringify(answer)).not.toContain(device)
    expect(key.send('devices', B).answer.devices?.[1]?.is_this).toBe(true)
  })

  test('names the device of the request, which must be linked', () => {
    const key = keyOf({ maxDevices: 2 }, linkedTo(A))
    expect(key.send('name', A, { name: 'Laptop' }).answer).toMatchObject({
      code: 'DEVICE_NAMED',
      devices: [{ name: 'Laptop', linked_at: 0, used_at: 0, is_this: true }],
    })
    expect(key.send('name', A, { name: 'Laptop' }).effects).not.toHaveProperty('license')
    expect(key.code('name', B, { name: 'Laptop' })).toBe('DEVICE_NOT_FOUND')
    expect(key.license.totalExecutions).toBe(0)
  })

  test('is refused with the codes of a key check, and then tells nothing more', () => {
    const uses = ['check', 'move', 'devices', 'release', 'name'] as const
    const settings = { maxDevices: 3, movesPerYear: 3 }
    for (const use of uses) {
      const bannedAnswer = keyOf(settings, { ...linkedTo(A), ...banned() }).send(use, B).answer
      expect([bannedAnswer.code, bannedAnswer.fields]).toEqual(['KEY_BANNED', undefined])
      const stopped = keyOf(settings, { ...linkedTo(A), stopped: 'refunded' }).send(use, B).answer
      expect([stopped.code, stopped.fields]).toEqual(['KEY_BANNED', { stopped: 'refunded' }])
      const end = keyOf(settings, { ...linkedTo(A), authExpire: NOW }).send(use, B)
      expect([end.answer.code, end.answer.devices]).toEqual(['KEY_EXPIRED', undefined])
    }
  })

  test('loses all with a reset, and its moves stay counted', () => {
    const key = keyOf({ maxDevices: 2, movesPerYear: 2 })
    for (const device of [A, B]) key.send('check', device)
    key.send('move', C)
    const reset = { force: false, cooldownSeconds: 0 }
    key.change((known, now) => decideReset(known, reset, now).license ?? known)
    expect([key.linked, key.license.status, key.license.totalResets]).toEqual([[], 'reset', 2])
    expect(key.send('check', D).answer.fields?.move).toEqual({ left: 1 })
  })
})

describe('a move', () => {
  test('takes the place of the only device, which learns when', () => {
    const key = keyOf({ movesPerYear: 2 }, { ...linkedTo(A), note: 'Gold' })
    expect(key.send('check', B).answer).toMatchObject({
      code: 'KEY_HWID_LOCKED',
      fields: { devices: { linked: 1, most: 1 }, move: { left: 2 } },
    })
    key.later(5)
    const { answer, effects } = key.send('move', B)
    expect(answer).toMatchObject({
      code: 'KEY_VALID',
      data: { note: 'Gold', total_executions: 2 },
      fields: { devices: { linked: 1, most: 1 }, move: { left: 1 } },
    })
    expect(answer.signature).toMatch(/^[0-9a-f]{40}$/)
    expect(effects).toMatchObject({ execution: true, event: 'moved' })
    expect(key.license).toMatchObject({ ...linkedTo(B), totalResets: 1, lastReset: NOW + 5 })
    expect(key.send('check', A).answer.fields).toMatchObject({ movedAt: NOW + 5 })
    expect(key.send('check', C).answer.fields).not.toHaveProperty('movedAt')
    // After its return it is linked, and does not count as moved away.
    expect(key.code('move', A)).toBe('KEY_VALID')
    expect(key.send('check', A).answer.fields).not.toHaveProperty('movedAt')
    expect(key.license.deviceUse.movedFrom).toEqual([{ device: B, at: NOW + 5 }])
  })

  test('replaces the device that was used least recently, and the next becomes the first', () => {
    const key = keyOf({ maxDevices: 3, movesPerYear: 9 })
    for (const device of [A, B, C]) key.send('check', device)
    key.later(DAY)
    for (const device of [A, C]) key.send('check', device)
    expect(key.code('move', D)).toBe('KEY_VALID')
    expect(key.linked).toEqual([A, C, D])
    // If several were used on the same day, it is the one that was linked first.
    key.later(DAY)
    for (const device of [A, C, D]) key.send('check', device)
    expect(key.code('move', B)).toBe('KEY_VALID')
    expect(key.linked).toEqual([C, D, B])
    expect(key.license.identifier).toBe(C)
  })

  test('links without replacing while there is room, and counts as no reset', () => {
    const key = keyOf({ maxDevices: 2, movesPerYear: 1 }, linkedTo(A))
    expect(key.code('move', B)).toBe('KEY_VALID')
    expect(key.license).toMatchObject({ identifier: A, furtherDevices: [B], totalResets: 0 })
    expect(key.license.deviceUse).not.toHaveProperty('moves')
  })

  test('waits for the cooldown of the project, exactly as long as the field says', () => {
    const key = keyOf({ movesPerYear: 9, resetCooldownSeconds: 600 }, linkedTo(A))
    expect(key.code('move', B)).toBe('KEY_VALID')
    const wait = { until: NOW + 600, for: 'cooldown' }
    expect(key.send('check', C).answer.fields?.move).toEqual({ left: 8, wait })
    const refused = key.send('move', C)
    expect(refused.answer).toMatchObject({ code: 'MOVE_ON_COOLDOWN', fields: { move: { wait } } })
    expect(refused.answer.message).toContain('15 January 2027')
    expect(refused.effects).toMatchObject({ execution: true })
    key.later(599)
    expect(key.code('move', C)).toBe('MOVE_ON_COOLDOWN')
    key.later(1)
    expect(key.send('check', C).answer.fields?.move).toEqual({ left: 8 })
    expect(key.code('move', C)).toBe('KEY_VALID')
  })

  test('is disabled with the resets of the project', () => {
    const key = keyOf({ movesPerYear: 9, resetCooldownSeconds: -1 }, linkedTo(A))
    expect(key.send('check', B).answer.fields).toEqual({ devices: { linked: 1, most: 1 } })
    expect(key.code('move', B)).toBe('MOVE_DISABLED')
    expect(key.release(A, A)).toBe('MOVE_DISABLED')
    expect(key.code('devices', B)).toBe('DEVICES_LISTED')
  })

  test('is possible as often as a year allows, and again when the oldest is a year old', () => {
    const key = keyOf({ movesPerYear: 2 }, linkedTo(A))
    key.send('move', B)
    key.later(100)
    key.send('move', C)
    const wait = { until: NOW + YEAR, for: 'limit' }
    expect(key.send('check', D).answer.fields?.move).toEqual({ left: 0, wait })
    expect(key.code('move', D)).toBe('MOVE_LIMIT_REACHED')
    expect(key.release(C, C)).toBe('MOVE_LIMIT_REACHED')
    // After the limit was lowered, more of the earlier moves must be a year old.
    key.change((known) => ({ ...known, movesPerYear: 1 }))
    expect(key.send('check', D).answer.fields?.move?.wait?.until).toBe(NOW + 100 + YEAR)
    key.change((known) => ({ ...known, movesPerYear: -1 }))
    key.later(YEAR - 101)
    expect(key.code('move', D)).toBe('MOVE_LIMIT_REACHED')
    key.later(1)
    expect(key.code('move', D)).toBe('KEY_VALID')
    expect(key.license.deviceUse.moves).toEqual([NOW + 100, NOW + YEAR])
  })

  test('leaves a device with an offline license, until it ends', () => {
    const offline = { offlineDevice: A, offlineUntil: NOW + 50 }
    const key = keyOf({ movesPerYear: 2 }, { ...linkedTo(A), ...offline })
    const wait = { until: NOW + 50, for: 'offline' }
    expect(key.send('check', B).answer.fields?.move).toEqual({ left: 2, wait })
    expect(key.code('move', B)).toBe('OFFLINE_LICENSE_ACTIVE')
    expect(key.release(A, B)).toBe('OFFLINE_LICENSE_ACTIVE')
    key.later(50)
    expect(key.code('move', B)).toBe('KEY_VALID')
  })

  test('names the wait that ends last, of several', () => {
    const state = { offlineDevice: A, offlineUntil: NOW + 50, lastReset: NOW - 10, totalResets: 1 }
    const key = keyOf({ movesPerYear: 2, resetCooldownSeconds: 70 }, { ...linkedTo(A), ...state })
    expect(key.send('check', B).answer.fields?.move?.wait).toEqual({ until: NOW + 60, for: 'cooldown' })
    expect(key.code('move', B)).toBe('MOVE_ON_COOLDOWN')
  })

  test('remembers a bounded number of devices and moves', () => {
    const key = keyOf({ movesPerYear: 100 }, linkedTo(A))
    for (let count = 0; count < 100; count += 1) {
      key.later(1)
      expect(key.code('move', String(count).padStart(64, '0'))).toBe('KEY_VALID')
    }
    expect(key.code('move', B)).toBe('MOVE_LIMIT_REACHED')
    key.later(YEAR)
    expect(key.code('move', B)).toBe('KEY_VALID')
    expect(key.license.deviceUse).toMatchObject({ moves: [NOW + 100 + YEAR] })
    expect(key.license.deviceUse.movedFrom).toHaveLength(8)
  })
})

describe('a release', () => {
  test('unlinks one device, from another one, too, and counts as a move and as no execution', () => {
    const key = keyOf({ maxDevices: 2, movesPerYear: 3 })
    for (const device of [A, B]) key.send('check', device)
    const device = opaqueDeviceId(key.license.key, A)
    const { answer, effects } = key.send('release', C, { device })
    expect(answer).toMatchObject({
      code: 'DEVICE_RELEASED',
      devices: [{ id: opaqueDeviceId(key.license.key, B) }],
      fields: { devices: { linked: 1, most: 2 }, move: { left: 2 } },
    })
    expect(effects).toMatchObject({ event: 'released' })
    expect(effects).not.toHaveProperty('execution')
    expect(key.license).toMatchObject({ ...linkedTo(B), totalResets: 1, lastReset: NOW })
    expect(key.code('check', C)).toBe('KEY_VALID')
    expect(key.send('check', A).answer).toMatchObject({
      code: 'KEY_HWID_LOCKED',
      fields: { movedAt: NOW },
    })
  })

  test('keeps the device away until its user moves the key there, which counts as none', () => {
    const key = keyOf({ maxDevices: 2, movesPerYear: 1, resetCooldownSeconds: 600 })
    for (const device of [A, B]) key.send('check', device)
    expect(key.release(A, B)).toBe('DEVICE_RELEASED')
    key.later(300 * DAY)
    const { code, fields, data } = key.send('check', A).answer
    expect([code, data?.auth_expire]).toEqual(['KEY_HWID_LOCKED', 0])
    expect(fields).toEqual({ devices: { linked: 1, most: 2 }, move: { left: 0 }, movedAt: NOW })
    expect(key.linked).toEqual([B])
    expect(key.code('move', A)).toBe('KEY_VALID')
    expect(key.linked).toEqual([B, A])
    expect(key.license).toMatchObject({ totalResets: 1, deviceUse: { moves: [NOW] } })
    expect(key.code('check', A)).toBe('KEY_VALID')
  })

  test('keeps no device away that could not come back by itself, or that released another', () => {
    const settings = { maxDevices: 2, movesPerYear: 9 }
    const released = () => {
      const key = keyOf(settings)
      for (const device of [A, B]) key.send('check', device)
      expect(key.release(A, B)).toBe('DEVICE_RELEASED')
      return key
    }
    const disabled = released()
    disabled.change((known) => ({ ...known, movesPerYear: 0 }))
    expect(disabled.code('check', A)).toBe('KEY_VALID')

    const alone = released()
    expect(alone.release(B, B)).toBe('DEVICE_RELEASED')
    expect(alone.code('check', A)).toBe('KEY_VALID')

    const reset = released()
    reset.change(
      (known, now) => decideReset(known, { force: true, cooldownSeconds: 0 }, now).license ?? known,
    )
    for (const device of [C, A]) expect(reset.code('check', device)).toBe('KEY_VALID')

    const full = released()
    full.send('check', C)
    expect(full.release(C, A)).toBe('DEVICE_RELEASED')
    expect(full.code('check', A)).toBe('KEY_VALID')
  })

  test('of the last device leaves the key to the next one', () => {
    const key = keyOf({ movesPerYear: 3 }, linkedTo(A))
    expect(key.release(A, A)).toBe('DEVICE_RELEASED')
    expect(key.license).toMatchObject({ identifier: '', identifierType: '', status: 'reset' })
    expect(key.code('check', B)).toBe('KEY_VALID')
    // A device that has released itself does not get the time of it.
    expect(key.send('check', A).answer.fields).not.toHaveProperty('movedAt')
  })

  test('of a device that is not linked is refused before the limits', () => {
    const key = keyOf({ movesPerYear: 1, resetCooldownSeconds: 600 }, linkedTo(A))
    key.send('move', B)
    expect(key.release(A, B)).toBe('DEVICE_NOT_FOUND')
    expect(key.code('release', B, { device: '' })).toBe('DEVICE_NOT_FOUND')
    expect(key.release(B, B)).toBe('MOVE_ON_COOLDOWN')
  })
})

test('a request that is signed for one use is refused for every other', () => {
  const uses = ['check', 'move', 'devices', 'release', 'name'] as const
  const { secrets } = testProject()
  for (const signedFor of uses) {
    for (const use of uses) {
      const key = keyOf({ maxDevices: 2, movesPerYear: 2 }, linkedTo(DEVICE))
      const [nonce, time] = [createNonce(), String(NOW)]
      const signed = { nonce, key: signedKey(signedFor, key.license.key), time, deviceId: DEVICE }
      const { answer, effects } = key.send(use, DEVICE, {
        nonce,
        signature: signRequest(signed, secrets),
      })
      const isRefused = answer.code === 'SECURITY_ERROR'
      expect([signedFor, use, isRefused]).toEqual([signedFor, use, signedFor !== use])
      expect(effects.attackBlocked === true).toBe(signedFor !== use)
    }
  }
})

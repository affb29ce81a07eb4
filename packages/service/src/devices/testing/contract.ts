import { AS_PROJECT, opaqueDeviceId } from '@latchkey/management'
import { NEVER, type RequestUse } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { decideGroup } from '../../checks/check-group.ts'
import { type CheckAttempt, type DecideCheck, decideCheck } from '../../checks/check-key.ts'
import { decideOne } from '../../checks/decide-one.ts'
import type { Origin } from '../../core/event-log/events.ts'
import { decideBan, decideUnban } from '../../core/license/bans.ts'
import { factsOf, linkedDevices } from '../../core/license/devices.ts'
import type { License, LicenseChange } from '../../core/license/license.ts'
import { decideDelete, decideUpdate } from '../../licenses/change-license.ts'
import type { Storage } from '../../modules.ts'
import { decideIssue, decideOfflineUse } from '../../offline/offline-use.ts'
import {
  banned,
  DEVICE,
  linkedTo,
  NOW,
  OTHER_DEVICE,
  signedAttempt,
  storedLicense,
  testLicense,
} from '../../testing/records.ts'
import { seededBelow } from '../../testing/seeded-below.ts'
import { decideRelease, decideReset } from '../reset-device.ts'
import { createDeviceModel } from './device-model.ts'

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const STEPS = LONG ? 20_000 : 200
const RACES = LONG ? 200 : 4
const SEED = Number(process.env['LATCHKEY_SEED'] ?? 20_261_122)
const DAY = 86_400

const DEVICES = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(20))

/**
 * Tests of keys with several devices.
 * @param storagesOf two storages on one database, or the same one twice
 */
export function describeDevices(storagesOf: () => Promise<readonly [Storage, Storage]>): void {
  describe('devices', () => {
    let one: Storage
    let two: Storage
    let below: (below: number) => number
    let now: number
    beforeEach(async () => {
      ;[one, two] = await storagesOf()
      below = seededBelow(SEED)
      now = NOW
    })

    const attemptOf = (
      use: RequestUse,
      key: string,
      deviceId: string,
      more: Partial<CheckAttempt> = {},
    ): CheckAttempt => signedAttempt({ use, key, deviceId, time: String(now), ...more })
    const decide = (storage: Storage, attempt: CheckAttempt, rule: DecideCheck = decideCheck) =>
      decideOne(storage, attempt, attempt, rule, now)
    const send = (storage: Storage, ...given: Parameters<typeof attemptOf>) =>
      decide(storage, attemptOf(...given))
    const allowMoves = (changes: object) =>
      one.changeProject('project', (known) => ({ ...known, ...changes }))
    const licenseOf = async (key: string): Promise<License> => {
      const license = await storedLicense(two, key)
      if (license === undefined) throw new Error('There is no such license.')
      return license
    }

    test('find their license and its ban, the first and any further one, while they are linked', async () => {
      const further = [OTHER_DEVICE, DEVICES[0] ?? '']
      const license = testLicense({
        ...linkedTo(DEVICE),
        furtherDevices: further,
        ...banned(),
        maxDevices: 3,
      })
      const facts = [{ device: DEVICE, name: 'Büro', linkedAt: NOW, usedAt: NOW }]
      await one.createLicense('project', { ...license, deviceUse: { facts, moves: [NOW] } })
      const other = testLicense({ maxDevices: 9 })
      await one.createLicense('project', other)
      const found = (identifier: string) => two.listLicenses('project', { identifier }, { from: 0, until: 9 })
      const codeOn = async (device: string) => (await send(two, 'check', other.key, device)).code
      for (const device of [DEVICE, ...further]) {
        expect(await found(device)).toMatchObject([{ key: license.key, deviceUse: { facts } }])
        expect(await codeOn(device)).toBe('KEY_BANNED')
      }
      await one.changeLicense('project', license.key, (known) => ({
        outcome: 'changed',
        license: { ...known, furtherDevices: further.slice(1) },
      }))
      expect(await found(OTHER_DEVICE)).toEqual([])
      expect(await codeOn(OTHER_DEVICE)).toBe('KEY_VALID')
      await one.changeLicense('project', license.key, (known) => decideDelete(known, now))
      expect(await codeOn(further[1] ?? '')).toBe('KEY_BANNED')
      const { unbanToken } = banned()
      await one.changeBannedLicense('project', unbanToken ?? '', (known) => decideUnban(known, now))
      expect(await found(further[1] ?? '')).toEqual([])
      expect(await codeOn(further[1] ?? '')).toBe('KEY_VALID')
      // The device is linked to both licenses. The newest one is found.
      expect(await found(OTHER_DEVICE)).toMatchObject([{ key: other.key }])
    })

    test('see in one group what those before them changed', async () => {
      await allowMoves({ maxDevices: 2, movesPerYear: 1 })
      const { key } = testLicense()
      await one.createLicense('project', testLicense({ key }))
      const attempts = [
        ...DEVICES.slice(0, 3).map((device) => attemptOf('check', key, device)),
        ...DEVICES.slice(2, 4).map((device) => attemptOf('move', key, device)),
      ]
      const answers = await one.checkKeys(attempts, now, decideGroup(attempts, now, decideCheck))
      expect(answers.map(({ code }) => code)).toEqual([
        'KEY_VALID',
        'KEY_VALID',
        'KEY_HWID_LOCKED',
        'KEY_VALID',
        'MOVE_LIMIT_REACHED',
      ])
      expect(linkedDevices(await licenseOf(key))).toEqual(DEVICES.slice(1, 3))
      const events = await two.listEvents('project', {}, { limit: 99 })
      expect(events.map(({ kind }) => kind)).toEqual(['linked', 'linked', 'refused', 'moved', 'refused'])
    })

    test(`${RACES} races of two movers, with a cooldown, are won by one`, async () => {
      await allowMoves({ movesPerYear: 5, resetCooldownSeconds: 60 })
      for (let round = 0; round < RACES; round += 1) {
        const { key } = testLicense()
        await one.createLicense('project', testLicense({ key, ...linkedTo(DEVICE) }))
        const codes = await Promise.all(
          [one, two].map(async (at, index) => (await send(at, 'move', key, DEVICES[index] ?? '')).code),
        )
        expect(codes.toSorted(), `round ${round}`).toEqual(['KEY_VALID', 'MOVE_ON_COOLDOWN'])
        expect(await licenseOf(key), `round ${round}`).toMatchObject({
          ...linkedTo(DEVICES[codes.indexOf('KEY_VALID')] ?? ''),
          totalResets: 1,
          totalExecutions: 2,
        })
      }
    })

    test(`${RACES} races of two movers, without a cooldown, end with the last of them, and each counts`, async () => {
      await allowMoves({ movesPerYear: 5 })
      for (let round = 0; round < RACES; round += 1) {
        const { key } = testLicense()
        await one.createLicense('project', testLicense({ key, ...linkedTo(DEVICE) }))
        const codes = await Promise.all(
          [one, two].map(async (at, index) => (await send(at, 'move', key, DEVICES[index] ?? '')).code),
        )
        expect(codes, `round ${round}`).toEqual(['KEY_VALID', 'KEY_VALID'])
        const license = await licenseOf(key)
        expect(DEVICES.slice(0, 2), `round ${round}`).toContain(license.identifier)
        expect(license, `round ${round}`).toMatchObject({
          furtherDevices: [],
          totalResets: 2,
          totalExecutions: 2,
        })
      }
    })

    test(`${STEPS} random steps at two nodes leave what a simple model says`, {
      timeout: LONG ? 3_600_000 : 120_000,
    }, async () => {
      const model = createDeviceModel()
      const keys: string[] = []
      const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
      const by = (): Origin => ({ at: now, actor: 'api-key', address: '', fields: [] })
      const addKey = async () => {
        const limits = { maxDevices: pick([AS_PROJECT, 2, 4]), movesPerYear: pick([AS_PROJECT, 4]) }
        const license = testLicense(limits)
        await one.createLicense('project', license, { by: by() })
        keys.push(license.key)
        model.add(license.key, limits)
      }
      for (let count = 0; count < 4; count += 1) await addKey()
      const change = (storage: Storage, key: string, rule: (known: License) => LicenseChange<string>) =>
        storage.changeLicense('project', key, rule, by())

      for (let step = 0; step < STEPS; step += 1) {
        now += pick([0, 0, 1, 300, 3_600, DAY, DAY, 20 * DAY])
        const where = `seed ${SEED}, step ${step}`
        const storage = pick([one, two])
        const key = pick(keys)
        const deviceId = pick(DEVICES)
        const force = below(2) === 0
        const cooldownSeconds = model.project.resetCooldownSeconds
        const settings = { force, cooldownSeconds }
        switch (below(20)) {
          case 0:
            expect(await change(storage, key, (known) => decideReset(known, settings, now)), where).toBe(
              model.reset(key, force, now),
            )
            break
          case 1: {
            const outcome = await change(storage, key, (known) =>
              linkedDevices(known).includes(deviceId)
                ? decideRelease(known, deviceId, settings, now)
                : { outcome: 'not-linked' },
            )
            expect(outcome, where).toBe(model.release(key, deviceId, force, now))
            break
          }
          case 2: {
            if (below(3) !== 0) break
            const expire = pick([NEVER, now + DAY])
            const unbanToken = `token ${step}`
            await change(storage, key, (known) => decideBan(known, { expire, unbanToken }, now))
            model.ban(key, expire, unbanToken)
            break
          }
          case 3:
          case 4:
            for (const token of model.unbanAll(now)) {
              await storage.changeBannedLicense('project', token, (known) => decideUnban(known, now), by())
            }
            break
          case 5:
            if (below(4) !== 0) break
            await change(storage, key, (known) => decideDelete(known, now))
            model.delete(key, now)
            keys.splice(keys.indexOf(key), 1)
            await addKey()
            break
          case 6: {
            const authExpire = pick([NEVER, NEVER, NEVER, now + 9 * DAY, now])
            await change(storage, key, (known) => decideUpdate(known, { authExpire }, now))
            model.expire(key, authExpire)
            break
          }
          case 7: {
            const limits = {
              maxDevices: pick([AS_PROJECT, 1, 2, 4]),
              movesPerYear: pick([AS_PROJECT, 0, 2, 9, 100]),
            }
            await change(storage, key, (known) => decideUpdate(known, limits, now))
            model.limit(key, limits)
            break
          }
          case 8: {
            const project = {
              maxDevices: pick([1, 2, 3]),
              movesPerYear: pick([0, 2, 9, 100]),
              resetCooldownSeconds: pick([0, 0, 0, 3_600, 5 * DAY, -1]),
            }
            await storage.changeProject('project', (known) => ({ ...known, ...project }))
            model.project = project
            break
          }
          case 9: {
            const move = below(2) === 0
            const rule = decideOfflineUse({ move, force })
            const until = now + pick([1, 5, 30]) * DAY
            const { code } = await decide(storage, attemptOf('check', key, deviceId), rule)
            expect(code, where).toBe(model.useOffline(key, deviceId, { move, force }, now))
            if (code === 'KEY_VALID') {
              await change(storage, key, (known) => decideIssue(known, { deviceId, until }))
              model.issue(key, deviceId, until)
            }
            break
          }
          case 10:
            if (below(3) !== 0) break
            await change(storage, key, (known) => decideUpdate(known, { identifier: deviceId }, now))
            model.setFirst(key, deviceId)
            break
          case 11:
            await storage.lapseBans(now)
            model.lapse(now)
            break
          default: {
            const use = pick([
              'check',
              'check',
              'move',
              'move',
              'move',
              'devices',
              'release',
              'name',
            ] as const)
            const named = pick(DEVICES)
            const name = pick(['', 'Laptop', 'Büro'])
            const more = { device: opaqueDeviceId(key, named), name }
            const { code, fields, devices } = await send(storage, use, key, deviceId, more)
            const expected = model.send(use, key, deviceId, { named, name }, now)
            expect([use, code, fields], where).toEqual([use, expected.code, expected.fields])
            expect(
              devices?.map((device) => device.name),
              where,
            ).toEqual(expected.names)
          }
        }
        const license = await licenseOf(key).catch(() => undefined)
        if (license !== undefined) expect(shown(license), where).toEqual(model.shown(key))
        const newest = model.newestOn(deviceId)
        const found = await two.listLicenses('project', { identifier: deviceId }, { from: 0, until: 2 })
        expect(
          found.map((known) => known.key || 'deleted'),
          where,
        ).toEqual(newest)
      }

      const { hours } = await two.usage('account', 0, 0)
      expect(hours.reduce((sum, { executions }) => sum + executions, 0)).toBe(model.executions)
      const listed = async (kind: string) =>
        (await two.listEvents('project', { kind }, { limit: STEPS })).length
      expect([await listed('moved'), await listed('released')]).toEqual([
        model.moved,
        model.released + model.vendorReleased,
      ])
      // The test must not pass only because random steps did nothing.
      expect(model.moved).toBeGreaterThan(STEPS / 100)
      expect(model.released).toBeGreaterThan(0)
    })
  })
}

const shown = (license: License) => ({
  devices: linkedDevices(license).map((device) => [device, factsOf(license, device).name]),
  resets: license.totalResets,
  lastReset: license.lastReset,
  executions: license.totalExecutions,
  status: license.status,
})

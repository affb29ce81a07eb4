import { KEY_VALID, type KeyCheckRecord } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Storage } from '../../modules.ts'
import {
  banned,
  DEVICE,
  linkedTo,
  NOW,
  OTHER_DEVICE,
  storedLicense,
  testAccount,
  testLicense,
  testProject,
} from '../../testing/records.ts'
import { decideGroup } from '../check-group.ts'
import type { CheckAttempt, CheckEffects, CheckSnapshot, DecideCheck } from '../check-key.ts'

// The code is not a refusal, which would be recorded.
const ANSWER: KeyCheckRecord = { code: KEY_VALID, message: 'Asked.' }

export const attempt = (changes: Partial<CheckAttempt> = {}): CheckAttempt => ({
  appName: 'test-app',
  userAgent: 'Latchkey/1.0',
  key: 'k'.repeat(32),
  deviceId: DEVICE,
  fingerprints: {},
  nonce: 'n'.repeat(16),
  time: String(NOW),
  signature: '',
  address: '192.0.2.7',
  ...changes,
})

/** Runs a group. Each attempt has the effects of `effectsOf`. Returns the snapshots. */
export const snapshotsOf = async (
  storage: Storage,
  attempts: readonly CheckAttempt[],
  effectsOf: (snapshot: CheckSnapshot, attempt: CheckAttempt) => CheckEffects = () => ({}),
  now = NOW,
): Promise<CheckSnapshot[]> => {
  const snapshots: CheckSnapshot[] = []
  const decide: DecideCheck = (each, snapshot) => {
    snapshots.push(snapshot)
    return { answer: ANSWER, effects: effectsOf(snapshot, each) }
  }
  await storage.checkKeys(attempts, now, decideGroup(attempts, now, decide))
  return snapshots
}

export const snapshotOf = async (
  storage: Storage,
  changes: Partial<CheckAttempt> = {},
  now = NOW,
): Promise<CheckSnapshot> => {
  const [snapshot] = await snapshotsOf(storage, [attempt(changes)], () => ({}), now)
  if (snapshot === undefined) throw new Error('The attempt was not decided.')
  return snapshot
}

/**
 * Tests of key checks. `storageOf` is called in every test: its database has one account `account`
 * with one project `project`, and no license. `steady` is its monotonic clock.
 */
export function describeKeyChecks(
  storageOf: () => Storage,
  reopen: () => Promise<Storage | undefined>,
  steady: { now: number },
): void {
  describe('key checks', () => {
    let storage: Storage
    beforeEach(() => {
      storage = storageOf()
    })

    test('are decided in order, at the given second, and answered in the same order', async () => {
      const seen: string[] = []
      const attempts = ['1', '2', '3'].map((time) => attempt({ time }))
      const decide: DecideCheck = ({ time }, _snapshot, now) => {
        seen.push(time)
        return { answer: { ...ANSWER, message: `${time} at ${now}` }, effects: {} }
      }
      const answers = await storage.checkKeys(attempts, NOW, decideGroup(attempts, NOW, decide))
      expect(seen).toEqual(['1', '2', '3'])
      expect(answers.map(({ message }) => message)).toEqual([1, 2, 3].map((time) => `${time} at ${NOW}`))
    })

    test('find the project, the license of the key and no other', async () => {
      const license = testLicense({
        ...linkedTo(DEVICE),
        note: 'Grüße 🔑',
        keyDays: 0.5,
        totalExecutions: 7,
        offlineUntil: 9,
      })
      await storage.createLicense('project', license)
      await storage.createLicense('project', testLicense())
      expect(await snapshotOf(storage, { key: license.key })).toEqual({
        project: testProject(),
        nonceTaken: false,
        license,
        bannedDevice: undefined,
      })
    })

    test('find nothing for an unknown app, an unknown key or an empty one', async () => {
      await storage.createLicense('project', testLicense({ key: '', status: 'banned', ...banned() }))
      expect(await snapshotOf(storage, { appName: 'nobody' })).toMatchObject({
        project: undefined,
        license: undefined,
      })
      expect(await snapshotOf(storage)).toMatchObject({ license: undefined })
      expect(await snapshotOf(storage, { key: '' })).toMatchObject({ license: undefined })
    })

    test('keep the keys, nonces, devices and counts of projects apart', async () => {
      await storage.createAccount(testAccount({ id: 'other', email: 'other@example.org' }))
      await storage.createProject(testProject({ id: 'other', accountId: 'other', appName: 'other-app' }))
      const license = testLicense({ ...linkedTo(DEVICE), ...banned() })
      await storage.createLicense('project', license)
      await snapshotsOf(storage, [attempt({ key: license.key })], () => ({
        execution: true,
        rememberNonceUntil: NOW,
      }))
      expect(await snapshotOf(storage, { key: license.key, appName: 'other-app' })).toMatchObject({
        nonceTaken: false,
        license: undefined,
        bannedDevice: undefined,
      })
      expect((await storage.usage('other', 0, 0)).hours).toEqual([])
    })

    test('find the banned license of the device, the one that is banned longest', async () => {
      const ban = (note: string, banExpire: number) =>
        storage.createLicense('project', testLicense({ ...linkedTo(DEVICE), ...banned({ banExpire }), note }))
      await ban('short', NOW + 10)
      await ban('long', NOW + 1_000)
      expect(await snapshotOf(storage)).toMatchObject({ bannedDevice: { note: 'long' } })
      await ban('for good', -1)
      await ban('middling', NOW + 100)
      expect(await snapshotOf(storage)).toMatchObject({ bannedDevice: { note: 'for good' } })
      expect(await snapshotOf(storage, { deviceId: OTHER_DEVICE })).toMatchObject({ bannedDevice: undefined })
    })

    test('find no banned license whose ban is of the key alone', async () => {
      const license = testLicense({ ...linkedTo(DEVICE), ...banned({ banOnlyKey: true }) })
      await storage.createLicense('project', license)
      expect(await snapshotOf(storage, { key: license.key })).toMatchObject({
        license,
        bannedDevice: undefined,
      })
      const all = { ...license, banOnlyKey: false }
      await storage.changeLicense('project', license.key, () => ({ outcome: 'banned', license: all }))
      expect(await snapshotOf(storage)).toMatchObject({ bannedDevice: all })
    })

    test('take no banned license for the device of a check without a device ID', async () => {
      await storage.createLicense('project', testLicense(banned()))
      expect(await snapshotOf(storage, { deviceId: '' })).toMatchObject({ bannedDevice: undefined })
    })

    test('of one group see what those before them did', async () => {
      const license = testLicense()
      await storage.createLicense('project', license)
      const claim = ({ license: found }: CheckSnapshot): CheckEffects => ({
        execution: true,
        rememberNonceUntil: NOW + 120,
        ...(found && { license: { ...found, ...linkedTo(DEVICE), ...banned(), authExpire: NOW + 5 } }),
      })
      const [first, second] = await snapshotsOf(
        storage,
        [attempt({ key: license.key }), attempt({ key: license.key })],
        claim,
      )
      expect(first).toMatchObject({ nonceTaken: false, license, bannedDevice: undefined })
      const claimed = {
        ...license,
        ...linkedTo(DEVICE),
        ...banned(),
        authExpire: NOW + 5,
        totalExecutions: 1,
      }
      expect(second).toMatchObject({ nonceTaken: true, license: claimed, bannedDevice: claimed })
    })

    test('remember a nonce up to and including its second', async () => {
      await snapshotsOf(storage, [attempt()], () => ({ rememberNonceUntil: NOW + 5 }))
      expect(await snapshotOf(storage, {}, NOW + 5)).toMatchObject({ nonceTaken: true })
      expect(await snapshotOf(storage, {}, NOW + 6)).toMatchObject({ nonceTaken: false })
      // A nonce that is stored again counts from then on.
      await snapshotsOf(storage, [attempt()], () => ({ rememberNonceUntil: NOW + 50 }), NOW + 6)
      expect(await snapshotOf(storage, {}, NOW + 50)).toMatchObject({ nonceTaken: true })
    })

    describe('when the time of day jumps ahead and back', () => {
      const AHEAD = 6 * 3_600
      let others = 0
      /** Runs a check with a new nonce. Checks make a storage delete nonces that have expired. */
      const checkAnother = async (now: number): Promise<void> => {
        others += 1
        await snapshotsOf(storage, [attempt({ nonce: `other ${others}` })], taking, now)
      }
      const taking = (_snapshot: CheckSnapshot, { time }: CheckAttempt): CheckEffects => ({
        rememberNonceUntil: Number(time) + 120,
      })
      /** Moves both clocks on by this many seconds, with a check from time to time. */
      const goOn = async (from: number, seconds: number): Promise<void> => {
        for (let second = 0; second < seconds; second += 15) {
          steady.now += 15
          await checkAnother(from + second)
        }
      }
      const isTaken = async (nonce: string, now: number): Promise<boolean> =>
        (await snapshotOf(storage, { nonce }, now)).nonceTaken

      test('still know a nonce of the time before', async () => {
        await snapshotsOf(storage, [attempt({ nonce: 'before' })], taking)
        steady.now += 1
        await goOn(NOW + AHEAD, 60)
        expect(await isTaken('before', NOW + 62)).toBe(true)
      })

      test('still know it after a start in between', async () => {
        await snapshotsOf(storage, [attempt({ nonce: 'before' })], taking)
        const again = await reopen()
        if (again === undefined) return
        storage = again
        await goOn(NOW + AHEAD, 60)
        expect(await isTaken('before', NOW + 62)).toBe(true)
      })

      test('still know a nonce of the time ahead when that time comes', async () => {
        const ahead = { nonce: 'ahead', time: String(NOW + AHEAD) }
        await snapshotsOf(storage, [attempt(ahead)], taking, NOW + AHEAD)
        await goOn(NOW, 900)
        expect(await isTaken('ahead', NOW + AHEAD + 60)).toBe(true)
      })

      test('forget nonces that are past by both clocks, whatever came before them', async () => {
        const ahead = { nonce: 'ahead', time: String(NOW + AHEAD) }
        await snapshotsOf(storage, [attempt(ahead)], taking, NOW + AHEAD)
        await snapshotsOf(storage, [attempt({ nonce: 'past' })], taking)
        expect(await isTaken('past', NOW)).toBe(true)
        await goOn(NOW + 1, 900)
        // Only the storage knows when it deletes, so the time is set back to see whether the nonce
        // is still there.
        await vi.waitUntil(
          async () => {
            await goOn(NOW + 900, 15)
            return !(await isTaken('past', NOW))
          },
          { timeout: 30_000 },
        )
      })
    })

    test('remember a nonce of any length', async () => {
      const nonce = `chat:${'n'.repeat(200)}`
      await snapshotsOf(storage, [attempt({ nonce })], () => ({ rememberNonceUntil: NOW }))
      expect(await snapshotOf(storage, { nonce })).toMatchObject({ nonceTaken: true })
    })

    test('remember no nonce without being told to', async () => {
      await snapshotsOf(storage, [attempt()], () => ({ attackBlocked: true }))
      expect(await snapshotOf(storage)).toMatchObject({ nonceTaken: false })
    })

    test('count executions for the license and the hour, and attacks for the hour', async () => {
      const license = testLicense({ totalExecutions: 5 })
      await storage.createLicense('project', license)
      const group = [attempt({ key: license.key }), attempt({ key: license.key }), attempt({ key: 'nobody' })]
      await snapshotsOf(storage, group, ({ license: found }) =>
        found ? { execution: true } : { attackBlocked: true },
      )
      await snapshotsOf(storage, group.slice(0, 1), () => ({ execution: true }), NOW + 3_600)
      // An execution without a license counts only for the hour.
      await snapshotsOf(
        storage,
        group.slice(2),
        () => ({ attackBlocked: true, execution: true }),
        NOW + 3_600,
      )
      expect(await storedLicense(storage, license.key)).toEqual({ ...license, totalExecutions: 8 })
      const hours = [
        { hour: NOW / 3_600, executions: 2 },
        { hour: NOW / 3_600 + 1, executions: 2 },
      ]
      expect(await storage.usage('account', 0, 0)).toMatchObject({ hours, attacksBlocked: 2 })
      expect((await storage.usage('account', NOW / 3_600 + 1, 0)).hours).toEqual(hours.slice(1))
    })

    test('are all undone when one of the group cannot be decided', async () => {
      const license = testLicense()
      await storage.createLicense('project', license)
      const group = [attempt({ key: license.key }), attempt({ key: 'bad' })]
      const bug = new Error('A bug in the decision.')
      const decided = snapshotsOf(storage, group, (_snapshot, { key }) => {
        if (key === 'bad') throw bug
        return { execution: true, rememberNonceUntil: NOW + 120 }
      })
      await expect(decided).rejects.toBe(bug)
      expect(await storedLicense(storage, license.key)).toEqual(license)
      expect(await snapshotOf(storage)).toMatchObject({ nonceTaken: false })
      expect(await storage.usage('account', 0, 0)).toMatchObject({ hours: [], attacksBlocked: 0 })
    })

    test('lose no count, and no change to the license, when both go on at once', async () => {
      const license = testLicense()
      await storage.createLicense('project', license)
      await Promise.all(
        Array.from({ length: 40 }, async () => {
          await storage.changeLicense('project', license.key, (known) => ({
            outcome: 'done',
            license: { ...known, totalResets: known.totalResets + 1 },
          }))
          await snapshotsOf(storage, [attempt({ key: license.key })], () => ({ execution: true }))
        }),
      )
      expect(await storedLicense(storage, license.key)).toMatchObject({
        totalExecutions: 40,
        totalResets: 40,
      })
    })
  })
}

import { beforeEach, describe, expect, test } from 'vitest'
import type { License } from '../../core/license/license.ts'
import { decideReset } from '../../devices/reset-device.ts'
import { decideDelete } from '../../licenses/change-license.ts'
import type { Storage } from '../../modules.ts'
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
import { type CheckAttempt, decideCheck } from '../check-key.ts'
import { decideOne } from '../decide-one.ts'

const ROUNDS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 100 : 4
const SEED = 20_261_122

/**
 * Pairs of operations at the same time, as two requests at two nodes. In the rounds, either of them
 * begins first, some microtasks before the other.
 * @param storagesOf two storages on one database, or the same one twice
 */
export function describeRaces(storagesOf: () => Promise<readonly [Storage, Storage]>): void {
  describe(`${ROUNDS} races`, () => {
    let one: Storage
    let two: Storage
    let below: (below: number) => number
    beforeEach(async () => {
      ;[one, two] = await storagesOf()
      below = seededBelow(SEED)
    })

    const signed = (key: string, deviceId: string) => signedAttempt({ key, deviceId })
    const check = (storage: Storage, attempt: CheckAttempt) =>
      decideOne(storage, attempt, attempt, decideCheck, NOW)
    const codeAfter = async (key: string, deviceId = DEVICE): Promise<string> =>
      (await check(one, signed(key, deviceId))).code

    /** Runs both at the same time. Sometimes the first one begins a little later. */
    const race = async <A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> => {
      const [before, after] = [below(4), below(4)]
      const wait = async (turns: number): Promise<void> => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      }
      return Promise.all([wait(before).then(first), wait(after).then(second)])
    }
    /** Runs rounds, each with a new license. `run` gets the round for its messages. */
    const rounds = async (
      changes: Partial<License>,
      run: (license: License, round: string) => Promise<void>,
    ) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const license = testLicense({ ...changes, note: `round ${round}` })
        await one.createLicense('project', license)
        await run(license, `seed ${SEED}, round ${round}`)
      }
    }
    const licenseOf = async ({ key }: License): Promise<License> => {
      const license = await storedLicense(two, key)
      if (license === undefined) throw new Error('There is no such license.')
      return license
    }

    test('of two devices for one key are won by one, which keeps it', () =>
      rounds({}, async (license, round) => {
        const [a, b] = await race(
          () => check(one, signed(license.key, DEVICE)),
          () => check(two, signed(license.key, OTHER_DEVICE)),
        )
        expect([a.code, b.code].toSorted(), round).toEqual(['KEY_HWID_LOCKED', 'KEY_VALID'])
        const winner = a.code === 'KEY_VALID' ? DEVICE : OTHER_DEVICE
        expect(await licenseOf(license), round).toMatchObject({ identifier: winner, totalExecutions: 2 })
        expect(await codeAfter(license.key, winner), round).toBe('KEY_VALID')
      }))

    test('of one request that comes twice are won by one', () =>
      rounds({}, async (license, round) => {
        const attempt = signed(license.key, DEVICE)
        const [a, b] = await race(
          () => check(one, attempt),
          () => check(two, attempt),
        )
        expect([a.code, b.code].toSorted(), round).toEqual(['KEY_VALID', 'SECURITY_ERROR'])
        expect(await licenseOf(license), round).toMatchObject({ totalExecutions: 1 })
      }))

    test('of a check and a ban end with the ban', () =>
      rounds({}, async (license, round) => {
        const [a] = await race(
          () => check(one, signed(license.key, DEVICE)),
          () =>
            two.changeLicense('project', license.key, (known) => ({
              outcome: 'banned',
              license: { ...known, ...banned({ unbanToken: `token ${round}` }) },
            })),
        )
        expect(['KEY_VALID', 'KEY_BANNED'], round).toContain(a.code)
        expect(await licenseOf(license), round).toMatchObject({ banned: true, totalExecutions: 1 })
        expect(await codeAfter(license.key), round).toBe('KEY_BANNED')
        // Otherwise its device would be refused in the next round.
        await two.changeLicense('project', license.key, (known) =>
          decideDelete({ ...known, banned: false }, NOW),
        )
      }))

    test('of a check and a deletion end with the deletion', () =>
      rounds({}, async (license, round) => {
        const [a, b] = await race(
          () => check(one, signed(license.key, DEVICE)),
          () => two.changeLicense('project', license.key, (known) => decideDelete(known, NOW)),
        )
        expect(['KEY_VALID', 'KEY_INCORRECT'], round).toContain(a.code)
        expect(b, round).toBe('deleted')
        expect(await storedLicense(two, license.key), round).toBeUndefined()
        expect(await codeAfter(license.key), round).toBe('KEY_INCORRECT')
      }))

    test('of a check from another device and a reset end with one device or none', () =>
      rounds(linkedTo(DEVICE), async (license, round) => {
        const reset = { force: false, cooldownSeconds: 0 }
        const [a, b] = await race(
          () => check(one, signed(license.key, OTHER_DEVICE)),
          () => two.changeLicense('project', license.key, (known) => decideReset(known, reset, NOW)),
        )
        expect(b, round).toBe('reset')
        const expected =
          a.code === 'KEY_VALID'
            ? linkedTo(OTHER_DEVICE)
            : { identifier: '', identifierType: '', status: 'reset' }
        expect(['KEY_VALID', 'KEY_HWID_LOCKED'], round).toContain(a.code)
        expect(await licenseOf(license), round).toMatchObject({
          ...expected,
          totalResets: 1,
          totalExecutions: 1,
        })
      }))

    test('of two resets within one cooldown are won by one', () =>
      rounds(linkedTo(DEVICE), async (license, round) => {
        const reset = { force: false, cooldownSeconds: 600 }
        const outcomes = await race(
          () => one.changeLicense('project', license.key, (known) => decideReset(known, reset, NOW)),
          () => two.changeLicense('project', license.key, (known) => decideReset(known, reset, NOW)),
        )
        expect(outcomes.toSorted(), round).toEqual(['on-cooldown', 'reset'])
        expect(await licenseOf(license), round).toMatchObject({ totalResets: 1 })
      }))

    test('of a check and a change of the note lose neither', () =>
      rounds({}, async (license, round) => {
        const [a] = await race(
          () => check(one, signed(license.key, DEVICE)),
          () =>
            two.changeLicense('project', license.key, (known) => ({
              outcome: 'changed',
              license: { ...known, note: 'Gold' },
            })),
        )
        expect(a.code, round).toBe('KEY_VALID')
        expect(await licenseOf(license), round).toMatchObject({
          ...linkedTo(DEVICE),
          note: 'Gold',
          totalExecutions: 1,
        })
      }))

    test('of two new licenses with one key, or one chat ID, are won by one', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { key } = testLicense()
        const sameKey = await race(
          () => one.createLicense('project', testLicense({ key })),
          () => two.createLicense('project', testLicense({ key })),
        )
        expect(sameKey.toSorted(), `seed ${SEED}, round ${round}`).toEqual(['created', 'key-taken'])
        const chatId = `chat-${round}`
        const sameChat = await race(
          () => one.createLicense('project', testLicense({ chatId })),
          () => two.createLicense('project', testLicense({ chatId })),
        )
        expect(sameChat.toSorted(), `seed ${SEED}, round ${round}`).toEqual(['chat-id-taken', 'created'])
      }
    })
  })
}

import { KEY_VALID, NEVER } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { decideGroup } from '../../checks/check-group.ts'
import type { DecideCheck } from '../../checks/check-key.ts'
import { attempt } from '../../checks/testing/contract.ts'
import { hourOf } from '../../core/accounts/usage.ts'
import { decideBan } from '../../core/license/bans.ts'
import { keyStateOf } from '../../core/license/key-state.ts'
import type { License } from '../../core/license/license.ts'
import { decideDelete } from '../../licenses/change-license.ts'
import type { Storage } from '../../modules.ts'
import { banned, linkedTo, NOW, storedLicense, testLicense, testProject } from '../../testing/records.ts'
import { seededBelow } from '../../testing/seeded-below.ts'
import { REFUSALS_KEPT_HOURS } from '../overview.ts'

const [HOUR, DAY] = [3_600, 86_400]
const TODAY = Math.floor(NOW / DAY)
const STEPS = process.env['LATCHKEY_LONG_TESTS'] === '1' ? 150 : 60

/** Tests of the overview. `nodes`: two storages on one database, or the same one twice. */
export function describeOverview(
  nodes: () => Promise<readonly [Storage, Storage]>,
  reopen: () => Promise<Storage | undefined>,
): void {
  describe('an overview', () => {
    const overviewOf = async (storage: Storage, now = NOW) => {
      const found = await storage.overview('project', now, 0)
      if (found === undefined) throw new Error('There is no such project.')
      return found
    }
    /** Checks a key, which is valid or has another code. */
    const check = (storage: Storage, key: string, now: number, code: string = KEY_VALID) => {
      const one = attempt({ key, nonce: `nonce-${Math.random()}` })
      const decide: DecideCheck = () => ({ answer: { code, message: '' }, effects: { execution: true } })
      return storage.checkKeys([one], now, decideGroup([one], now, decide))
    }

    test('counts keys by state and end after every change, and as time passes', async () => {
      const [one, two] = await nodes()
      await one.createProject(testProject({ id: 'other', appName: 'other-app' }))
      await one.createLicenses('other', [testLicense({ authExpire: NOW + DAY })])
      const below = seededBelow(20_261_122)
      const random = (): Partial<License> => ({
        authExpire: [NEVER, 0, NOW - DAY, NOW, NOW + 1, NOW + HOUR, NOW + 9 * DAY][below(7)] ?? 0,
        keyDays: 30,
        ...(below(2) === 0 && linkedTo(`device-${below(9)}`)),
        ...(below(4) === 0 && banned({ unbanToken: '' })),
        lastReset: below(3) === 0 ? NOW - below(99) : 0,
        stopped: below(4) === 0 ? 'refunded' : '',
      })
      const keys: string[] = []
      for (let step = 0; step < STEPS; step += 1) {
        const storage = below(2) === 0 ? one : two
        const key = keys[below(keys.length + 1)]
        const change = random()
        const kind = below(6)
        if (key === undefined || kind === 0) {
          const some = Array.from({ length: 1 + below(4) }, () => testLicense(random()))
          await storage.createLicenses('project', some)
          keys.push(...some.map((license) => license.key))
        } else if (kind === 1) {
          await storage.changeLicense('project', key, () => ({ outcome: 'gone', removed: 'license' }))
        } else if (kind === 2) {
          // When a key is deleted while it is banned, its ban stays.
          const unbanToken = `ban-${step}`
          await storage.changeLicense('project', key, (license) => decideBan(license, { unbanToken }, NOW))
          await storage.changeLicense('project', key, (license) => decideDelete(license, NOW))
        } else if (kind === 3) {
          const one = attempt({ key, nonce: `nonce-${step}` })
          const decide: DecideCheck = (_attempt, { license }) => ({
            answer: { code: KEY_VALID, message: '' },
            effects: { execution: true, ...(license && { license: { ...license, ...change } }) },
          })
          await storage.checkKeys([one], NOW, decideGroup([one], NOW, decide))
        } else {
          await storage.changeLicenses('project', { keys: keys.slice(0, 3) }, (license) => ({
            outcome: 'x',
            license: { ...license, ...change },
          }))
        }
      }
      const licenses = await one.listLicenses('project', {}, { from: 0, until: 10_000 })
      expect(licenses.length).toBeGreaterThan(20)
      for (const now of [NOW - HOUR, NOW - 1, NOW, NOW + 1, NOW + HOUR + 1, NOW + 10 * DAY]) {
        const { keys: counted, ends } = await overviewOf(two, now)
        const expected = { active: 0, unused: 0, expired: 0, stopped: 0, banned: 0 }
        for (const license of licenses) expected[keyStateOf(license, now)] += 1
        expect(counted, `at ${now - NOW}`).toEqual(expected)
        const ending = licenses.filter(
          ({ banned, stopped, authExpire }) => !banned && stopped === '' && hourOf(authExpire) >= hourOf(now),
        )
        expect(
          ends.reduce((sum, { keys }) => sum + keys, 0),
          `from ${now - NOW}`,
        ).toBe(ending.length)
        for (const { hour, keys } of ends) {
          expect(keys).toBe(ending.filter(({ authExpire }) => hourOf(authExpire) === hour).length)
        }
      }
    })

    test('counts a license once a day, at whichever node, and not for refused checks', async () => {
      const [one, two] = await nodes()
      const [first, second] = [testLicense(), testLicense()]
      await one.createLicenses('project', [first, second])
      const midnight = (TODAY + 1) * DAY
      await check(one, first.key, NOW)
      await check(two, first.key, NOW + 1)
      await check(two, second.key, NOW + 2, 'KEY_EXPIRED')
      expect((await overviewOf(one)).days).toEqual([{ day: TODAY, activeLicenses: 1 }])
      // This method reads licenses, so their rows have been written since.
      await storedLicense(two, first.key)
      await check(one, first.key, midnight - 1)
      await check(two, second.key, midnight - 1)
      await check(two, first.key, midnight)
      await check(one, first.key, midnight + 1)
      expect((await overviewOf(two, midnight)).days).toEqual([
        { day: TODAY, activeLicenses: 2 },
        { day: TODAY + 1, activeLicenses: 1 },
      ])
      const again = await reopen()
      if (again === undefined) return
      await check(again, first.key, midnight + 2)
      expect((await overviewOf(again, midnight)).days.at(-1)).toEqual({ day: TODAY + 1, activeLicenses: 1 })
      await again.close()
    })

    test('a clock that was far ahead does not hide a license for long', async () => {
      const [storage] = await nodes()
      const license = testLicense()
      await storage.createLicense('project', license)
      await check(storage, license.key, NOW + 90 * DAY)
      await check(storage, license.key, NOW)
      expect((await overviewOf(storage)).days[0]).toEqual({ day: TODAY, activeLicenses: 1 })
    })

    test('adds up executions, attacks and refusals by hour, and keeps refusals for a year', async () => {
      const [one, two] = await nodes()
      const refusal = { appName: 'test-app', code: 'KEY_EXPIRED', hour: hourOf(NOW), refusals: 2 }
      const old = { ...refusal, hour: hourOf(NOW) - REFUSALS_KEPT_HOURS - 1 }
      await one.addRefusals([old, refusal])
      await two.addRefusals([
        { ...refusal, refusals: 3 },
        { ...refusal, appName: 'unknown' },
      ])
      await two.addRefusals([])
      const license = testLicense()
      await one.createLicense('project', license)
      await check(one, license.key, NOW - HOUR)
      await check(one, license.key, NOW)
      const { hours, refusals } = await overviewOf(one)
      expect(hours.toSorted((a, b) => a.hour - b.hour)).toEqual([
        { hour: hourOf(NOW) - 1, executions: 1, attacksBlocked: 0 },
        { hour: hourOf(NOW), executions: 1, attacksBlocked: 0 },
      ])
      expect(refusals).toEqual([{ code: 'KEY_EXPIRED', hour: hourOf(NOW), refusals: 5 }])
      const oldest = old.hour * HOUR
      expect((await overviewOf(one, oldest)).refusals).toHaveLength(2)
      await one.announceNode({ id: 'a', url: '' }, NOW + 15, NOW)
      expect((await overviewOf(one, oldest)).refusals).toEqual(refusals)
    })

    test('of an unknown project is none, and of a new one is empty', async () => {
      const [storage] = await nodes()
      expect(await storage.overview('nobody', NOW, 0)).toBeUndefined()
      expect(await overviewOf(storage)).toEqual({
        hours: [],
        refusals: [],
        days: [],
        keys: { active: 0, unused: 0, expired: 0, stopped: 0, banned: 0 },
        ends: [],
        plan: { scripts: 0, users: 0, obfuscations: 0 },
      })
    })
  })
}

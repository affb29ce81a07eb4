import { KEY_SORTS, KEYS_COUNTED, KEYS_FOUND, keyIdOf } from '@latchkey/management'
import { createLicenseKey, NEVER } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Origin } from '../../core/event-log/events.ts'
import { decideBan } from '../../core/license/bans.ts'
import { keyStateOf } from '../../core/license/key-state.ts'
import type { License } from '../../core/license/license.ts'
import type { Storage } from '../../modules.ts'
import {
  banned,
  DEVICE,
  linkedTo,
  NOW,
  OTHER_DEVICE,
  testLicense,
  testProject,
} from '../../testing/records.ts'
import { decideKeyChange, onceFor } from '../change-keys.ts'
import { decideDelete } from '../change-license.ts'
import type { SearchFilter, SearchPage, SearchResult } from '../storage.ts'

const DAY = 86_400
/** Most licenses are neither banned nor stopped. Even these are more than are counted. */
const MANY = 12_900
const BY: Origin = { at: NOW, actor: 'api-key', address: '192.0.2.1', fields: ['count'] }

const FILTERS: readonly SearchFilter[] = [
  {},
  { states: ['active'] },
  { states: ['unused'] },
  { states: ['expired'] },
  { states: ['banned'] },
  { states: ['stopped'] },
  { states: ['unused', 'expired'] },
  { endsFrom: NOW },
  { endsBefore: NOW + 3 * DAY },
  { endsFrom: NOW - 2 * DAY, endsBefore: NOW + 2 * DAY, states: ['active', 'stopped', 'banned'] },
  { search: 'gOlD' },
  { search: 'pRiVate' },
  { search: 'private 2', states: ['active'] },
  { search: 'gold', states: ['active', 'expired'] },
  { search: 'ol' },
  { search: '%_"' },
  { search: 'nothing has this', states: ['active'] },
]

/** Licenses of every kind, which are the same in every run. */
const mixed = (count: number): License[] =>
  Array.from({ length: count }, (_, n) => {
    const ends = [NEVER, 0, NOW - DAY, NOW, NOW + 1, NOW + 2 * DAY][n % 6] ?? 0
    return testLicense({
      note: n % 3 === 0 ? `Gold ${n}` : n % 5 === 0 ? '100 %_" of it' : '',
      vendorNote: n % 4 === 0 ? `Private ${n}` : n % 5 === 0 ? 'Gold, but private' : '',
      authExpire: ends,
      keyDays: ends === 0 ? 30 : 0,
      totalExecutions: (n * 7) % 5,
      lastReset: n % 4 === 0 ? NOW - n : 0,
      ...(n % 4 === 1 && linkedTo(`device-${n}`)),
      ...(n % 11 === 10 && { stopped: n % 2 === 0 ? 'refunded' : 'charged-back' }),
      ...(n % 7 === 6 && banned({ unbanToken: `token-${n}` })),
    })
  })

/** Computes what the storage must list. */
function expected(
  licenses: readonly License[],
  filter: SearchFilter,
  { sort, descending }: Pick<SearchPage, 'sort' | 'descending'>,
) {
  const { search = '', states, endsFrom, endsBefore } = filter
  const places = new Map(licenses.map((license, place) => [license, place]))
  const placeOf = (license: License): number => places.get(license) ?? 0
  const values = {
    created: placeOf,
    ends: ({ authExpire }: License) => (authExpire > 0 ? authExpire : Number.MAX_SAFE_INTEGER),
    last_reset: (license: License) => license.lastReset,
    executions: (license: License) => license.totalExecutions,
  }
  const matching = licenses.filter(
    (license) =>
      [license.identifier, license.key, license.chatId, license.note, license.vendorNote].some((text) =>
        text.toLowerCase().includes(search.toLowerCase()),
      ) &&
      (states?.includes(keyStateOf(license, NOW)) ?? true) &&
      (endsFrom === undefined || (license.authExpire > 0 && license.authExpire >= endsFrom)) &&
      (endsBefore === undefined || (license.authExpire > 0 && license.authExpire < endsBefore)),
  )
  const sorted = matching.toSorted((a, b) => values[sort](a) - values[sort](b) || placeOf(a) - placeOf(b))
  return (descending ? sorted.reverse() : sorted).map(({ key }) => key)
}

/**
 * Tests of searches. `storageOf` is called in every test: its database has one account `account`
 * with one project `project`, and no license.
 */
export function describeSearch(storageOf: () => Storage): void {
  describe('a list of keys', () => {
    let storage: Storage
    beforeEach(() => {
      storage = storageOf()
    })

    const search = async (filter: SearchFilter, page: Partial<SearchPage> = {}): Promise<SearchResult> => {
      const all = { sort: 'created', descending: false, limit: 1_000, ...page } as const
      const found = await storage.searchLicenses('project', filter, all, NOW)
      if (found === 'too-many-to-sort') throw new Error(found)
      return found
    }
    const keysOf = ({ licenses }: SearchResult): string[] => licenses.map(({ license }) => license.key)

    test('is filtered, sorted and counted, and its pages follow each other', async () => {
      const licenses = mixed(60)
      await storage.createProject(testProject({ id: 'other', appName: 'other' }))
      await storage.createLicenses('other', mixed(20))
      await storage.createLicenses('project', licenses)
      for (const filter of FILTERS) {
        for (const sort of KEY_SORTS) {
          for (const descending of [false, true]) {
            const wanted = expected(licenses, filter, { sort, descending })
            const page = { sort, descending, limit: 7 }
            const found: string[] = []
            let after: SearchPage['after']
            do {
              const some = await search(filter, { ...page, after })
              expect(some).toMatchObject({ count: wanted.length, isExact: true })
              found.push(...keysOf(some))
              after = some.licenses.at(-1)?.place
            } while (after !== undefined)
            expect(found, JSON.stringify([filter, sort, descending])).toEqual(wanted)
            expect(keysOf(await search(filter, { ...page, from: 3 }))).toEqual(wanted.slice(3, 10))
          }
        }
      }
      expect(
        await storage.searchLicenses('nobody', {}, { sort: 'created', descending: true, limit: 1 }, NOW),
      ).toEqual({ licenses: [], count: 0, isExact: true })
    })

    test('of more keys than are counted is paged in the orders that have an index', async () => {
      const licenses = mixed(MANY).map((license, n) => ({ ...license, note: n < 5 ? 'Oldest #' : 'Common' }))
      await storage.createLicenses('project', licenses)
      const all = expected(licenses, {}, { sort: 'ends', descending: false })

      expect(await search({}, { limit: 1 })).toMatchObject({ count: MANY, isExact: true })
      const jump = { sort: 'ends', from: MANY - 100, limit: 50 } as const
      expect(keysOf(await search({}, jump))).toEqual(all.slice(-100, -50))
      const states = { states: ['active', 'unused', 'expired'] } as const
      expect(await search(states, { limit: 1 })).toMatchObject({ count: KEYS_COUNTED, isExact: false })
      const exact = await search(states, { limit: 1, exact: true })
      const counted = licenses.filter(({ banned, stopped }) => !banned && stopped === '').length
      expect(exact).toMatchObject({ count: counted, isExact: true })
      for (const sort of ['ends', 'created'] as const) {
        const page = { sort, descending: true, limit: 100 }
        const first = await search(states, page)
        const next = await search(states, { ...page, after: first.licenses.at(-1)?.place })
        const wanted = expected(licenses, states, page)
        expect([...keysOf(first), ...keysOf(next)]).toEqual(wanted.slice(0, 200))
      }

      const few = await search({ search: 'oldest' })
      expect([few.licenses.length, few.count, few.isExact]).toEqual([5, 5, true])
      const common = await search({ search: 'common' }, { descending: true, limit: 10 })
      expect(common).toMatchObject({ count: KEYS_FOUND, isExact: false })
      const place = common.licenses.at(-1)?.place
      const after = await search(
        { search: 'common' },
        { descending: true, limit: 10, after: place, exact: true },
      )
      expect(after).toMatchObject({ count: MANY - 5, isExact: true })
      const newest = licenses.map(({ key }) => key).reverse()
      expect([...keysOf(common), ...keysOf(after)]).toEqual(newest.slice(0, 20))
      for (const sort of ['ends', 'executions'] as const) {
        const page = { sort, descending: false, limit: 1 }
        expect(await storage.searchLicenses('project', { search: 'common' }, page, NOW)).toBe(
          'too-many-to-sort',
        )
      }
      // The oldest licenses are not among the newest ones, in which a short text is searched.
      expect(await search({ search: ' #' })).toEqual({ licenses: [], count: 0, isExact: false })
    })

    test('finds one key by itself or its number, with the ban of its device', async () => {
      const [license, ban] = [
        testLicense(linkedTo(DEVICE)),
        testLicense({ ...linkedTo(DEVICE), ...banned() }),
      ]
      await storage.createLicenses('project', [license, ban, testLicense(linkedTo(DEVICE))])
      const found = await storage.findLicense('project', { key: license.key })
      expect(found).toMatchObject({ license, deviceBan: { license: ban, isLinked: true } })
      expect(await storage.findLicense('project', { row: found?.row ?? 0 })).toEqual(found)
      expect((await storage.findLicense('project', { key: ban.key }))?.deviceBan).toBeUndefined()
      await storage.createProject(testProject({ id: 'other', appName: 'other' }))
      expect(await storage.findLicense('other', { row: found?.row ?? 0 })).toBeUndefined()
      expect(await storage.findLicense('project', { key: '' })).toBeUndefined()
    })

    test('finds the ban of the device on which a key was refused, while it is one of the device', async () => {
      const ban = testLicense({ ...linkedTo(DEVICE), ...banned() })
      const refused = testLicense({ recorded: { refusedDevice: DEVICE } })
      const elsewhere = testLicense({ ...linkedTo(OTHER_DEVICE), recorded: { refusedDevice: DEVICE } })
      await storage.createLicenses('project', [ban, refused, elsewhere])
      const banOf = async ({ key }: License) => (await storage.findLicense('project', { key }))?.deviceBan
      for (const license of [refused, elsewhere]) {
        expect(await banOf(license)).toMatchObject({ license: ban, isLinked: false })
      }
      const other = testLicense({ ...linkedTo(OTHER_DEVICE), ...banned({ unbanToken: 'other' }) })
      await storage.createLicense('project', other)
      expect(await banOf(elsewhere)).toMatchObject({ license: other, isLinked: true })
      for (const { key } of [ban, other]) {
        await storage.changeLicense('project', key, (license) => ({
          outcome: 'freed',
          license: { ...license, banOnlyKey: true },
        }))
      }
      expect([await banOf(refused), await banOf(elsewhere)]).toEqual([undefined, undefined])
    })

    test('finds those of many keys that the project has', async () => {
      const [one, two, gone] = [testLicense(), testLicense(), testLicense({ key: '', ...banned() })]
      await storage.createLicenses('project', [one, two, gone])
      await storage.createProject(testProject({ id: 'other', appName: 'other' }))
      const keys = ['', createLicenseKey(), two.key, one.key]
      const found = await storage.findLicenses('project', keys)
      expect(new Set(found.map(({ license }) => license.key))).toEqual(new Set([one.key, two.key]))
      expect(await storage.findLicenses('other', keys)).toEqual([])
      expect(await storage.findLicenses('project', [])).toEqual([])
    })

    test('gets many new keys, or none when the plan allows fewer', async () => {
      await storage.createLicense('project', testLicense())
      const licenses = Array.from({ length: 1_200 }, () => testLicense({ note: 'New' }))
      expect(await storage.createLicenses('project', licenses, { mostLicenses: 1_200, by: BY })).toBe(
        'too-many-licenses',
      )
      expect((await search({})).count).toBe(1)
      expect(await storage.createLicenses('project', licenses, { mostLicenses: 1_201, by: BY })).toBe(
        'created',
      )
      expect(await storage.createLicenses('project', [testLicense()], { mostLicenses: 1_201 })).toBe(
        'too-many-licenses',
      )
      expect(await storage.createLicenses('nobody', licenses)).toBe('no-such-project')
      expect(keysOf(await search({ search: 'new' }, { from: 1_100 }))).toEqual(
        licenses.slice(1_100).map(({ key }) => key),
      )
      const events = await storage.listEvents('project', {}, { limit: 1_000 })
      expect(events[999]).toMatchObject({ kind: 'created', licenseKey: licenses[999]?.key, actor: 'api-key' })
    })

    test('gets all keys of a request that may be repeated once, also where some were deleted since', async () => {
      const licenses = Array.from({ length: 3 }, () => testLicense({ recorded: { request: 'r' } }))
      const terms = { mostLicenses: 3, by: BY }
      for (let time = 1; time <= 2; time += 1)
        expect(await storage.createLicenses('project', licenses, terms)).toBe('created')
      const [first] = licenses
      await storage.changeLicense('project', String(first?.key), (license) => decideDelete(license, NOW))
      expect(await storage.createLicenses('project', licenses, terms)).toBe('created')
      expect((await search({})).count).toBe(2)
      expect(await storage.listEvents('project', {}, { limit: 9 })).toHaveLength(3)
    })

    test('takes imported keys that are new, as many as the plan allows, and once for a request', async () => {
      const [known, first, second, third] = [1, 2, 3, 4].map((n) =>
        testLicense({ note: `Imported ${n}`, recorded: { request: n === 1 ? 'earlier' : 'now' } }),
      ) as [License, License, License, License]
      await storage.createLicense('project', known)
      const all = [first, { ...known, recorded: { request: 'now' } }, second, third]
      const terms = { mostLicenses: 3, by: BY }
      const dry = await storage.importLicenses('project', all, { ...terms, isDryRun: true })
      expect(dry).toEqual({ outcomes: ['created', 'key-taken', 'created', 'too-many-licenses'], left: 0 })
      expect((await search({})).count).toBe(1)
      expect(await storage.importLicenses('project', all, { ...terms, isDryRun: false })).toEqual(dry)
      const again = { outcomes: ['done-before', 'key-taken', 'done-before', 'created'], left: 0 }
      expect(
        await storage.importLicenses('project', all, { mostLicenses: 4, by: BY, isDryRun: false }),
      ).toEqual(again)
      expect(keysOf(await search({}))).toEqual([known, first, second, third].map(({ key }) => key))
      const events = await storage.listEvents('project', { kind: 'created' }, { limit: 9 })
      expect(events.map(({ licenseKey }) => licenseKey)).toEqual([first, second, third].map(({ key }) => key))
      expect(await storage.importLicenses('project', [testLicense()], { isDryRun: false })).toEqual({
        outcomes: ['created'],
        left: undefined,
      })
      expect(await storage.importLicenses('nobody', all, { isDryRun: false })).toBe('no-such-project')
    })

    test('is changed together: each key by the rule, with its events, and once for a request', async () => {
      const ends = NOW + 5 * DAY
      const licenses = [NEVER, ends, ends].map((authExpire) => testLicense({ authExpire }))
      await storage.createLicenses('project', licenses)
      const [never, first, second] = licenses.map(({ key }) => key)
      const keys = [second, never, first, createLicenseKey(), ''].map(String)
      const rule = (license: License) => decideKeyChange(license, { action: 'extend', days: 2 }, NOW)
      const extend = () => storage.changeLicenses('project', { keys }, onceFor('request', rule), BY)
      expect(await extend()).toEqual([
        { key: never, outcome: 'never-expires' },
        { key: first, outcome: 'updated' },
        { key: second, outcome: 'updated' },
      ])
      expect((await extend()).map(({ outcome }) => outcome)).toEqual([
        'never-expires',
        'done-before',
        'done-before',
      ])
      const rows = (await search({})).licenses
      expect(rows.map(({ license }) => license.authExpire)).toEqual([NEVER, ends + 2 * DAY, ends + 2 * DAY])
      const ban = (license: License) => decideBan(license, { unbanToken: `t-${license.key}` }, NOW)
      const some = { rows: rows.slice(1).map(({ row }) => row) }
      await storage.changeLicenses('project', some, ban, BY)
      await storage.changeLicenses('project', some, (license) => decideDelete(license, NOW), BY)
      expect((await search({ states: ['banned'] })).licenses.map(({ license }) => license.status)).toEqual([
        'banned',
        'banned',
      ])
      const kinds = await storage.listEvents('project', { keyId: keyIdOf(String(first)) }, { limit: 10 })
      expect(kinds.map(({ kind }) => kind)).toEqual(['updated', 'banned', 'deleted'])
      expect(await storage.changeLicenses('nobody', { keys }, rule)).toEqual([])
    })
  })
}

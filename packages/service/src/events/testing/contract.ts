import { keyIdOf } from '@latchkey/management'
import { beforeEach, describe, expect, test } from 'vitest'
import { decideGroup } from '../../checks/check-group.ts'
import { type CheckAttempt, decideCheck } from '../../checks/check-key.ts'
import { eventOf, type ListedEvent, type Origin } from '../../core/event-log/events.ts'
import { decideBan, decideUnban } from '../../core/license/bans.ts'
import { type License, type LicenseChange, newLicense } from '../../core/license/license.ts'
import { decideReset } from '../../devices/reset-device.ts'
import { decideDelete, decideUpdate } from '../../licenses/change-license.ts'
import { decideLink } from '../../licenses/link-chat.ts'
import type { Storage } from '../../modules.ts'
import {
  DEVICE,
  linkedTo,
  NOW,
  OTHER_DEVICE,
  signedAttempt,
  testAccount,
  testLicense,
  testProject,
  testScript,
} from '../../testing/records.ts'
import type { EventFilter, EventPage } from '../storage.ts'

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const FLOOD = LONG ? 100_000 : 1_000
const GROUP = LONG ? 500 : 50

const ALL: EventPage = { limit: 1_000 }
const DAY = 86_400

/**
 * Tests of lists of events. `storagesOf` is called in every test: two storages on one database, or
 * the same one twice. The database has one account `account` with one project `project`, and no
 * license.
 */
export function describeEvents(storagesOf: () => Promise<readonly [Storage, Storage]>): void {
  describe('events', () => {
    let storage: Storage
    let another: Storage
    let now: number
    beforeEach(async () => {
      ;[storage, another] = await storagesOf()
      now = NOW
    })

    const by = (actor: Origin['actor'], fields: string[] = []): Origin => ({
      at: now,
      actor,
      address: actor === 'command-line' ? '' : '192.0.2.77',
      fields,
    })
    const list = (filter: EventFilter = {}, page = ALL, project = 'project') =>
      storage.listEvents(project, filter, page)
    const kinds = async (filter: EventFilter = {}, page = ALL): Promise<string[]> =>
      (await list(filter, page)).map(({ kind }) => kind)
    const add = async (changes: Partial<License> = {}, at = NOW): Promise<License> => {
      const license = testLicense(changes)
      await storage.createLicense('project', license, { by: { ...by('api-key'), at } })
      return license
    }
    const attemptOf = (key: string, deviceId = DEVICE, changes: Partial<CheckAttempt> = {}): CheckAttempt =>
      signedAttempt({ key, deviceId, time: String(now), address: '2001:db8:1:2::9', ...changes })
    /**
     * Decides a group.
     * @returns how many rows it wrote for events
     */
    const checkAll = async (attempts: readonly CheckAttempt[], at = storage): Promise<number> => {
      let written = 0
      await at.checkKeys(attempts, now, (snapshot) => {
        const decision = decideGroup(attempts, now, decideCheck)(snapshot)
        // When the record of its refusals changes, a license is written as well.
        const { events, licenses } = decision.effects
        written = events.length + licenses.length
        return decision
      })
      return written
    }

    test('tell the whole life of a key, of 30 steps, and what happened around it', async () => {
      const license = newLicense(
        testLicense().key as Parameters<typeof newLicense>[0],
        { keyDays: 1, movesPerYear: 1 },
        now,
      )
      const id = keyIdOf(license.key)
      const expected: object[] = []
      let steps = 0
      /**
       * Runs a step, one each day, with the events that it adds. Most of them are about the key.
       */
      const step = async (run: () => Promise<unknown>, ...events: object[]): Promise<void> => {
        steps += 1
        now = NOW + steps * DAY
        await run()
        expected.push(...events.map((event) => ({ at: now, subject: 'key', subjectId: id, ...event })))
      }
      const check = (deviceId = DEVICE, changes: Partial<CheckAttempt> = {}) =>
        checkAll([attemptOf(license.key, deviceId, changes)])
      const change = (rule: (known: License) => LicenseChange<string>, origin = by('api-key')) =>
        storage.changeLicense('project', license.key, rule, origin)
      const ban = (expire?: number) =>
        change((known) => decideBan(known, { expire, unbanToken: `token ${steps}` }, now))
      const reset = (known: License) => decideReset(known, { force: true, cooldownSeconds: 0 }, now)
      const update = (field: object) =>
        change((known) => decideUpdate(known, field, now), by('api-key', Object.keys(field)))
      const refused = (code: string) => ({ kind: 'refused', code, actor: 'user', address: '2001:db8:1::/48' })

      await step(() => storage.createLicense('project', license, { by: by('command-line', ['days']) }), {
        kind: 'created',
        actor: 'command-line',
        address: '',
        fields: ['days'],
      })
      await step(() => check(), { kind: 'linked', actor: 'user', address: '2001:db8:1::/48' })
      now += 1
      await checkAll([attemptOf(license.key)])
      await step(
        () => check(),
        { kind: 'expired', actor: 'service', address: '', code: '' },
        refused('KEY_EXPIRED'),
      )
      await step(() => update({ authExpire: -1 }), {
        kind: 'updated',
        actor: 'api-key',
        address: '192.0.2.0/24',
        fields: ['authExpire'],
      })
      await step(() => check())
      await step(() => check(OTHER_DEVICE), refused('KEY_HWID_LOCKED'))
      await step(() => change(reset), { kind: 'reset', actor: 'api-key' })
      await step(() => check(OTHER_DEVICE), { kind: 'linked', actor: 'user' })
      await step(() => check(DEVICE, { use: 'move' }), { kind: 'moved', actor: 'user' })
      await step(() =>
        change((known) => decideLink(known, { chatId: 'no ID', force: false }, now), by('chat')),
      )
      await step(() => change((known) => decideLink(known, { chatId: 'chat-1', force: false }, now)), {
        kind: 'linked',
        actor: 'api-key',
      })
      await step(() => change(reset, by('chat')), { kind: 'reset', actor: 'chat' })
      await step(() => ban(now + DAY / 2), { kind: 'banned', actor: 'api-key' })
      await step(() => check(), { kind: 'unbanned', actor: 'service' }, { kind: 'linked', actor: 'user' })
      await step(() => ban(now + DAY / 2), { kind: 'banned', actor: 'api-key' })
      await step(() => storage.lapseBans(now), { kind: 'unbanned', actor: 'service', address: '' })
      await step(() => ban(), { kind: 'banned' })
      await step(() => check(), refused('KEY_BANNED'))
      await step(() => change((known) => decideUnban(known, now)), { kind: 'unbanned', actor: 'api-key' })
      await step(() => check(DEVICE, { time: '1' }), refused('TIME_ERROR'))
      await step(() => check(DEVICE, { signature: 'forged' }), refused('SECURITY_ERROR'))
      await step(() => check(DEVICE, { userAgent: 'Other' }), refused('USER_AGENT_NOT_ALLOWED'))
      await step(() => check('short'), refused('INVALID_EXECUTOR'))
      await step(() => update({ note: 'Words' }), { kind: 'updated', fields: ['note'] })
      await step(() => update({ identifier: OTHER_DEVICE }), { kind: 'linked', fields: ['identifier'] })
      await step(() => update({ identifier: '', authExpire: now + DAY / 2 }), { kind: 'updated' })
      await step(() => check(), { kind: 'expired' }, refused('KEY_EXPIRED'))
      await step(() => ban(), { kind: 'banned' })
      const listed = await list({ keyId: id })
      expect(listed.every(({ licenseKey }) => licenseKey === license.key)).toBe(true)
      await step(() => change((known) => decideDelete(known, now)), { kind: 'deleted' })
      await step(
        () =>
          storage.changeBannedLicense(
            'project',
            'token 28',
            (known) => decideUnban(known, now),
            by('api-key'),
          ),
        { kind: 'unbanned', actor: 'api-key' },
      )
      expect(steps).toBe(30)
      const events = await list({ keyId: id })
      expect(events).toMatchObject(expected)
      expect(events.map(({ licenseKey }) => licenseKey)).toEqual(expected.map(() => ''))
      expect(await list()).toEqual(events)
      const text = JSON.stringify(events)
      for (const secret of [
        license.key,
        DEVICE,
        OTHER_DEVICE,
        'Words',
        'token',
        'chat-1',
        '192.0.2.77',
        '::9',
      ]) {
        expect(text).not.toContain(secret)
      }
    })

    test('are none for what was refused to a vendor, and for checks of keys that are not there', async () => {
      const license = await add()
      await storage.createLicense('project', license, { by: by('api-key') })
      await storage.changeLicense('project', license.key, () => ({ outcome: 'no' }), by('api-key'))
      await storage.changeLicense(
        'project',
        'x',
        (known) => ({ outcome: 'yes', license: known }),
        by('api-key'),
      )
      await checkAll([attemptOf('k'.repeat(32)), attemptOf(license.key, DEVICE, { appName: 'nobody' })])
      expect(await kinds()).toEqual(['created'])
      expect(await list({}, ALL, 'nobody')).toEqual([])
    })

    test('tell of the account in each of its projects, and of no other project or account', async () => {
      const other = testAccount({ id: 'other', email: 'other@example.org' })
      await storage.createAccount(other, by('command-line', ['plan']))
      await storage.createProject(
        testProject({ id: 'foreign', appName: 'foreign', accountId: 'other' }),
        by('command-line'),
      )
      await storage.changeAccount('vendor@example.org', (known) => known, by('command-line', ['disable']))
      await storage.createProject(testProject({ id: 'second', appName: 'second' }), by('command-line'))
      await storage.changeProject('second', (known) => known, by('command-line'))
      const own = {
        kind: 'updated',
        subject: 'account',
        subjectId: 'account',
        actor: 'command-line',
        fields: ['disable'],
      }
      expect(await list()).toMatchObject([own])
      const ofSecond = { subject: 'project', subjectId: 'second' }
      expect(await list({}, ALL, 'second')).toMatchObject([
        own,
        { ...ofSecond, kind: 'created' },
        { ...ofSecond, kind: 'updated' },
      ])
      expect(await list({}, ALL, 'foreign')).toMatchObject([
        { subject: 'account', subjectId: 'other', fields: ['plan'] },
        { subject: 'project', subjectId: 'foreign' },
      ])
    })

    test('are listed newest last, page by page, by key, kind and time', async () => {
      const licenses: License[] = []
      for (let n = 0; n < 5; n += 1) licenses.push(await add({}, NOW + n))
      const [first] = licenses
      if (first === undefined) throw new Error('No license.')
      now = NOW + 100
      await storage.changeLicense('project', first.key, (known) => decideDelete(known, now), by('api-key'))
      const keys = async (filter: EventFilter, page = ALL) =>
        (await list(filter, page)).map(({ licenseKey }) =>
          licenses.findIndex(({ key }) => key === licenseKey),
        )
      expect(await keys({})).toEqual([-1, 1, 2, 3, 4, -1])
      expect(await keys({}, { from: 1, limit: 2 })).toEqual([1, 2])
      expect(await keys({}, { from: 4, limit: 5 })).toEqual([4, -1])
      expect(await keys({}, { from: 6, limit: 3 })).toEqual([])
      expect(await keys({}, { from: 3, limit: -2 })).toEqual([])
      expect(await keys({ since: NOW + 2, before: NOW + 4 })).toEqual([2, 3])
      expect(await keys({ kind: 'created', since: NOW + 3 })).toEqual([3, 4])
      expect(await kinds({ keyId: keyIdOf(first.key) })).toEqual(['created', 'deleted'])
      expect(await kinds({ keyId: keyIdOf(first.key), kind: 'deleted' })).toEqual(['deleted'])
      expect(await kinds({ keyId: keyIdOf(first.key), kind: 'created' }, { from: 1, limit: 1 })).toEqual([])
      expect(await kinds({ keyId: '' })).toEqual([])
      // The number of a deleted license may be given to a new one.
      await storage.changeLicense('project', licenses[4]?.key ?? '', () => ({
        outcome: 'gone',
        removed: 'license',
      }))
      await add({}, now)
      expect(await keys({ kind: 'created' })).toEqual([-1, 1, 2, 3, -1, -1])
    })

    test('record a refusal once a minute for a key and a code, at whichever node, and keep 50', async () => {
      const locked = await add(linkedTo(OTHER_DEVICE))
      const expired = await add({ authExpire: NOW - 1, keyDays: 0 })
      const check = async (at = storage) =>
        (await checkAll([attemptOf(locked.key)], at)) + (await checkAll([attemptOf(expired.key)], at))
      const refusals = async (license: License) =>
        (await list({ keyId: keyIdOf(license.key), kind: 'refused' })).map(({ at }) => at)
      expect(await check()).toBeGreaterThan(0)
      expect(await check(another)).toBe(0)
      now += 59
      expect(await check()).toBe(0)
      // Another code is recorded separately.
      await checkAll([attemptOf(locked.key, 'short')])
      now += 1
      expect(await check(another)).toBeGreaterThan(0)
      expect(await check()).toBe(0)
      expect(await refusals(expired)).toEqual([NOW, NOW + 60])
      expect(await refusals(locked)).toEqual([NOW, NOW + 59, NOW + 60])
      for (let minute = 2; minute < 70; minute += 1) {
        now = NOW + minute * 60
        await check(minute % 2 === 0 ? storage : another)
      }
      expect(await refusals(locked)).toEqual(Array.from({ length: 50 }, (_, n) => NOW + (20 + n) * 60))
      expect(await kinds({ keyId: keyIdOf(locked.key) })).toHaveLength(51)
      // A clock that was ahead does not prevent later events of a key.
      now = NOW + DAY
      await check()
      now = NOW + 4_500
      await check()
      expect((await refusals(expired)).slice(-2)).toEqual([NOW + 4_500, NOW + DAY])
    })

    test(`write no more than that in a flood of ${FLOOD} refused checks at two nodes`, {
      timeout: LONG ? 600_000 : 60_000,
    }, async () => {
      const licenses = [await add(linkedTo(OTHER_DEVICE)), await add(linkedTo(OTHER_DEVICE))]
      let written = 0
      for (let sent = 0; sent < FLOOD; sent += 2 * GROUP) {
        // The checks are spread over ten minutes.
        now = NOW + Math.floor((sent * 600) / FLOOD)
        const group = () =>
          Array.from({ length: GROUP }, (_, n) =>
            attemptOf(licenses[n % 2]?.key ?? '', n % 3 === 0 ? 'short' : DEVICE),
          )
        const counts = await Promise.all([checkAll(group()), checkAll(group(), another)])
        written += counts.reduce((sum, count) => sum + count, 0)
      }
      const events = await kinds({ kind: 'refused' })
      // Two keys and two codes in ten minutes: at most this many events and licenses.
      expect(events.length).toBeLessThanOrEqual(40)
      expect(events.length).toBeGreaterThanOrEqual(20)
      expect(written).toBeLessThanOrEqual(80)
    })

    test('are none for checks that are valid: nothing more is written', async () => {
      const license = await add(linkedTo(DEVICE))
      expect(await checkAll(Array.from({ length: 10 }, () => attemptOf(license.key)))).toBe(0)
      expect(await kinds()).toEqual(['created'])
    })

    test('are deleted when they are old, a batch with each announcement of a node', async () => {
      const event = eventOf('created', 'key', 'id', by('chat'))
      const attempts = [attemptOf('k'.repeat(32))]
      await storage.checkKeys(attempts, now, (snapshot) => {
        const { answers, effects } = decideGroup(attempts, now, decideCheck)(snapshot)
        const projectRow = snapshot.projects[0]?.row ?? 0
        const events = Array.from({ length: 250 }, () => ({ projectRow, licenseRow: 0, event }))
        return { answers, effects: { ...effects, events } }
      })
      await add({}, NOW + 1)
      const announce = async (eventsBefore?: number): Promise<number> => {
        await storage.announceNode({ id: 'a', url: 'http://a/' }, NOW + 15, NOW, eventsBefore)
        return (await list()).length
      }
      expect(await announce()).toBe(251)
      expect(await announce(NOW)).toBe(251)
      expect(await announce(NOW + 1)).toBe(51)
      expect(await announce(NOW + 1)).toBe(1)
      expect(await announce(NOW + 1)).toBe(1)
    })

    test('that a clock dated ahead do not stop the deletion of old ones', async () => {
      for (let n = 0; n < 210; n += 1) {
        await storage.createScript({ ...testScript, id: `ahead ${n}` }, undefined, {
          ...by('api-key'),
          at: NOW + DAY,
        })
      }
      for (let n = 0; n < 3; n += 1) await add()
      await storage.announceNode({ id: 'a', url: 'http://a/' }, NOW + 15, NOW, NOW + 1)
      expect(new Set((await list()).map(({ at }) => at))).toEqual(new Set([NOW + DAY]))
    })

    test('are read page by page from a place, in both orders, with any filters', async () => {
      const people = ['Ann@example.org', 'bob@example.org']
      const licenses: License[] = []
      for (let n = 0; n < 6; n += 1) licenses.push(await add())
      // Some times are equal, and some are of a clock that was behind.
      for (let n = 0; n < 60; n += 1) {
        now = NOW + Math.floor(n / 3) - (n % 7 === 0 ? 5 : 0)
        const person = people[n % 2] ?? ''
        const who: Origin = n % 5 === 0 ? by('api-key') : { ...by('person'), person }
        const { key } = licenses[n % licenses.length] ?? testLicense()
        const rule = (license: License): LicenseChange<string> =>
          n % 4 === 0
            ? { outcome: 'reset', license: { ...license, totalResets: license.totalResets + 1 } }
            : { outcome: 'updated', license }
        await storage.changeLicense('project', key, rule, who)
        if (n % 10 === 0) await storage.changeAccount('vendor@example.org', (account) => account, who)
      }
      const all = await list()
      expect(all).toHaveLength(72)
      const filters: EventFilter[] = [
        {},
        { keyId: keyIdOf(licenses[1]?.key ?? '') },
        { keyId: keyIdOf(licenses[4]?.key ?? ''), kind: 'reset', by: 'ann@EXAMPLE.org' },
        { kind: 'updated' },
        { kind: 'moved' },
        { by: 'ANN@example.org' },
        { by: 'api-key', kind: 'updated' },
        { by: 'person' },
        { since: NOW + 4, before: NOW + 9 },
        { kind: 'reset', since: NOW + 4 },
        { by: 'bob@example.org', before: NOW + 9 },
      ]
      for (const filter of filters) {
        const { keyId, kind, by: who, since = 0, before = Number.POSITIVE_INFINITY } = filter
        const wanted = all.filter(
          (event) =>
            (keyId === undefined || event.subjectId === keyId) &&
            (kind === undefined || event.kind === kind) &&
            (who === undefined || (event.person || event.actor).toLowerCase() === who.toLowerCase()) &&
            event.at >= since &&
            event.at < before,
        )
        for (const descending of [false, true]) {
          const read: ListedEvent[] = []
          for (let after: ListedEvent | undefined; ; after = read.at(-1)) {
            const some = await list(filter, { descending, limit: 7, after })
            read.push(...some)
            if (some.length < 7) break
          }
          expect(read, JSON.stringify(filter)).toEqual(descending ? wanted.toReversed() : wanted)
          expect(await list(filter, { descending, limit: 5, from: 3 })).toEqual(read.slice(3, 8))
        }
      }
    })

    test('of many keys that are changed at once are one, and each is found by its key and with it', async () => {
      const licenses = Array.from({ length: 5 }, () => testLicense())
      const keys = licenses.map(({ key }) => key)
      const ann: Origin = { ...by('person', ['action']), person: 'ann@example.org', bulk: 'change' }
      const imported = { by: { ...by('api-key'), bulk: 'import' }, isDryRun: false }
      await storage.importLicenses('project', licenses.slice(0, 2), imported)
      await another.importLicenses('project', licenses.slice(2), imported)
      now += 1
      const ban = (license: License): LicenseChange<string> =>
        decideBan(license, { unbanToken: `token ${license.key}` }, now)
      const change = (at: number, some: readonly string[], bulk = 'change', rule = ban) =>
        (at % 2 === 0 ? storage : another).changeLicenses('project', { keys: some }, rule, {
          ...ann,
          at,
          bulk,
        })
      await change(now, keys.slice(0, 2))
      await change(now + 1, keys.slice(2, 3))
      // A key that is banned already gets a new ban; a change of a single key is not a change of
      // many.
      await change(now + 2, keys.slice(4), 'another')
      const many = { subject: 'keys', actor: 'person', person: 'ann@example.org' }
      expect(await list()).toMatchObject([
        { kind: 'created', subject: 'keys', subjectId: 'import', bulk: 'import', count: 5, actor: 'api-key' },
        { ...many, kind: 'banned', at: now, bulk: 'change', count: 3, licenseKey: '', fields: ['action'] },
        { kind: 'banned', subject: 'key', bulk: 'another', count: 1, licenseKey: keys[4] },
      ])
      expect(await kinds({ by: 'ann@example.org' })).toEqual(['banned', 'banned'])
      expect(await kinds({ kind: 'created' })).toEqual(['created'])
      expect(await list({ bulk: 'change' })).toMatchObject(
        keys.slice(0, 3).map((key) => ({ kind: 'banned', subject: 'key', licenseKey: key, count: 0 })),
      )
      expect(await list({ keyId: keyIdOf(keys[2] ?? '') })).toMatchObject([
        { kind: 'created', bulk: 'import' },
        { kind: 'banned', bulk: 'change', person: 'ann@example.org' },
      ])
      // A day later, the same request ID is another change.
      await change(now + DAY, keys.slice(0, 2), 'change', (license) => decideUnban(license, now))
      await change(now + DAY, keys.slice(0, 2))
      expect((await list({ since: now + DAY })).map(({ kind, count }) => [kind, count])).toEqual([
        ['unbanned', 2],
        ['banned', 2],
      ])
    })
  })
}

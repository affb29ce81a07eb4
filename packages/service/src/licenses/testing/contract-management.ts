import { keyIdOf } from '@latchkey/management'
import { createSigningKeyPair } from '@latchkey/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { attempt, snapshotsOf } from '../../checks/testing/contract.ts'
import type { Project } from '../../core/accounts/projects.ts'
import { IN_USE, newSigningKey, type SigningKey } from '../../core/accounts/signing-keys.ts'
import type { Origin } from '../../core/event-log/events.ts'
import type { Storage } from '../../modules.ts'
import type { ScriptUpdate } from '../../scripts/scripts.ts'
import { banned, NOW, testAccount, testLicense, testProject, testScript } from '../../testing/records.ts'

const update = (changes: Partial<ScriptUpdate> = {}): ScriptUpdate => ({
  id: 'track',
  projectId: 'project',
  scriptId: 'script',
  startedAt: NOW,
  aliveAt: NOW,
  state: 'processing',
  stage: 'parsing',
  message: '',
  ...changes,
})

const BY: Origin = { at: NOW, actor: 'api-key', address: '192.0.2.1', fields: [] }

const PLENTY = { updates: 1_000, bytes: 1_000_000 }
const ALLOWANCE = {
  most: 10,
  since: 0,
  brokenBefore: 0,
  waiting: { perAccount: PLENTY, inAll: PLENTY },
}

/**
 * Tests of the management of projects. `storageOf` is called in every test: its database has one
 * account `account` with one project `project`, and no license.
 */
export function describeManagement(storageOf: () => Storage): void {
  let storage: Storage
  beforeEach(() => {
    storage = storageOf()
  })

  describe('accounts and their projects', () => {
    test('are found by the hash of the API key, and by the ID of a project', async () => {
      const { apiKeyHash } = testAccount()
      expect(await storage.findAccountByApiKey(apiKeyHash)).toEqual(testAccount())
      expect(await storage.findAccountByApiKey(apiKeyHash.with(0, (apiKeyHash[0] ?? 0) ^ 1))).toBeUndefined()
      expect(await storage.findOwner('project')).toBe('account')
      expect(await storage.findOwner('nobody')).toBeUndefined()
    })

    test('are changed in everything but what they are found by', async () => {
      const wanted = testAccount({
        plan: 'trial',
        allowList: ['192.0.2.0/24', '::1'],
        enabled: false,
        expiresAt: NOW + 1,
        chatId: 'chat',
        apiKeyHash: new Uint8Array(32).fill(7),
      })
      const change = () => ({ ...wanted, id: 'x', email: 'x@example.org', registeredAt: 1 })
      expect(await storage.changeAccount('VENDOR@example.org', change)).toEqual(wanted)
      expect(await storage.findAccountByApiKey(wanted.apiKeyHash)).toEqual(wanted)
      expect(await storage.findAccountByApiKey(testAccount().apiKeyHash)).toBeUndefined()
      expect(await storage.changeAccount('nobody@example.org', change)).toBeUndefined()
    })

    test('let everything of a project change but what it is found by and belongs to', async () => {
      const wanted = testProject({
        name: 'New',
        platform: 'other',
        executor: 'other',
        approved: false,
        userAgents: ['Other'],
        secrets: ['1', '2', '3'],
        resetCooldownSeconds: 60,
        chatPublicKey: 'ab'.repeat(32),
      })
      const change = (known: Project) => {
        expect(known).toEqual(testProject())
        return { ...wanted, id: 'x', accountId: 'x', appName: 'x', createdAt: 1 }
      }
      expect(await storage.changeProject('project', change)).toEqual(wanted)
      expect(await storage.findProject('account', 'project')).toEqual(wanted)
      expect(await storage.changeProject('nobody', change)).toBeUndefined()
    })

    test('keep the secrets of before a rotation, and lose them with the next', async () => {
      const earlierSecrets = { secrets: testProject().secrets, usedUntil: NOW + 9 }
      const rotated = testProject({ secrets: ['1', '2', '3'], earlierSecrets })
      expect(await storage.changeProject('project', () => rotated)).toEqual(rotated)
      expect(await storage.findProject('account', 'project')).toEqual(rotated)
      const { earlierSecrets: _, ...ended } = rotated
      await storage.changeProject('project', () => ended)
      expect(await storage.findProject('account', 'project')).toEqual(ended)
    })

    test('belong to each other, and to nobody else', async () => {
      await storage.createAccount(
        testAccount({ id: 'other', email: 'other@example.org', apiKeyHash: new Uint8Array(1) }),
      )
      await storage.createProject(testProject({ id: 'second', appName: 'second' }))
      await storage.createScript(testScript)
      expect(await storage.findProject('account', 'project')).toEqual(testProject())
      expect(await storage.findProject('other', 'project')).toBeUndefined()
      expect(await storage.findProject('account', 'nobody')).toBeUndefined()
      expect(await storage.projectsWithScripts('account')).toEqual([
        { ...testProject(), scripts: [testScript] },
        { ...testProject({ id: 'second', appName: 'second' }), scripts: [] },
      ])
      expect(await storage.projectsWithScripts('other')).toEqual([])
    })
  })

  describe('a project that is deleted', () => {
    const refusal = { appName: 'test-app', hour: NOW / 3_600, code: 'KEY_EXPIRED', refusals: 3 }

    test('is gone with all that belongs to it, a part at a time, and nothing else is', async () => {
      await storage.createProject(testProject({ id: 'second', appName: 'second' }))
      const licenses = Array.from({ length: 25 }, () => testLicense({ furtherDevices: ['a', 'b'] }))
      for (const license of licenses) await storage.createLicense('project', license, { by: BY })
      const other = testLicense()
      await storage.createLicense('second', other, { by: BY })
      const key = licenses[0]?.key ?? ''
      await snapshotsOf(storage, [attempt({ key })], () => ({ execution: true }))
      await storage.createScript(testScript)
      await storage.beginScriptUpdate(update(), 'uploaded', ALLOWANCE, BY)
      await storage.addSigningKey('test-app', newSigningKey(createSigningKeyPair(), NOW), NOW)
      await storage.acceptRequest('project', 'request', 1)
      await storage.addRefusals([refusal])
      expect(await storage.countLicenses('project')).toBe(25)

      const outcomes = []
      do outcomes.push(await storage.deleteProject('project', 10, BY))
      while (outcomes.at(-1) === 'more')
      // There are 25 keys, each with an event.
      expect(outcomes).toEqual(['more', 'more', 'more', 'more', 'deleted'])
      expect(await storage.deleteProject('project', 10, BY)).toBe('no-such-project')
      expect(await storage.findProjectByAppName('test-app')).toBeUndefined()
      expect(await storage.countLicenses('project')).toBe(0)
      const account = (await storage.accounts()).map(({ id }) => id)
      expect(account).toEqual(['account'])
      expect((await storage.projectsWithScripts('account')).map(({ id }) => id)).toEqual(['second'])
      expect(await storage.countLicenses('second')).toBe(1)
      const found = await storage.listEvents('second', {}, { limit: 99 })
      expect(found.map(({ kind, subject, subjectId }) => [kind, subject, subjectId])).toEqual([
        ['created', 'key', keyIdOf(other.key)],
        ['deleted', 'project', 'project'],
      ])

      // SQLite gives the number of the deleted project to the next one, which must find nothing of
      // it.
      await storage.createProject(testProject())
      expect((await storage.projectsWithScripts('account')).flatMap(({ scripts }) => scripts)).toEqual([])
      expect(await storage.signingKeys('test-app')).toEqual([])
      expect(await storage.listEvents('project', { kind: 'created' }, { limit: 99 })).toEqual([])
      expect(await storage.overview('project', NOW, 0)).toMatchObject({ hours: [], refusals: [] })
      expect((await storage.usage('account', 0, 0)).hours).toEqual([])
    })
  })

  describe('requests that may be repeated', () => {
    test('are known once they are accepted, with their answer, and the latest of a project are kept', async () => {
      expect(await storage.findRequest('one')).toBeUndefined()
      await storage.acceptRequest('project', 'one', 7)
      await storage.acceptRequest('project', 'one', 8)
      expect(await storage.findRequest('one')).toEqual({ newest: 7, answer: '' })
      await storage.answerRequest('one', '{}')
      expect(await storage.findRequest('one')).toEqual({ newest: 7, answer: '{}' })
      for (let later = 0; later < 20; later += 1) await storage.acceptRequest('project', `later ${later}`, 1)
      expect(await storage.findRequest('one')).toBeUndefined()
      expect(await storage.findRequest('later 0')).toEqual({ newest: 1, answer: '' })
    })
  })

  describe('signing keys', () => {
    const key = (at: number) => newSigningKey(createSigningKeyPair(), at)
    const add = (one: SigningKey, othersUntil?: number) => storage.addSigningKey('test-app', one, othersUntil)

    test('are of one project, newest first', async () => {
      const [first, second, third] = [key(NOW), key(NOW), key(NOW)]
      expect(await storage.signingKeys('test-app')).toEqual([])
      expect(await add(first)).toBe('added')
      expect(await add(second, NOW + 10)).toBe('added')
      const afterOne = [second, { ...first, usedUntil: NOW + 10 }]
      expect(await storage.signingKeys('test-app')).toEqual(afterOne)
      expect(await add(third, NOW + 20)).toBe('added')
      const afterTwo = [third, { ...second, usedUntil: NOW + 20 }, { ...first, usedUntil: NOW + 10 }]
      expect(await storage.signingKeys('test-app')).toEqual(afterTwo)
      expect(await add(key(NOW), NOW + 5)).toBe('added')
      const ends = (await storage.signingKeys('test-app')).map(({ usedUntil }) => usedUntil)
      expect(ends).toEqual([IN_USE, NOW + 5, NOW + 5, NOW + 5])
    })

    test('are recorded when somebody adds one', async () => {
      const by = { at: NOW, actor: 'command-line', address: '', fields: ['signing-key'] } as const
      await storage.addSigningKey('test-app', key(NOW), NOW, by)
      const event = { ...by, kind: 'updated', subject: 'project', subjectId: 'project' }
      expect(await storage.listEvents('project', {}, { limit: 9 })).toMatchObject([event])
    })

    test('of which the first is made once, when several nodes make one', async () => {
      const outcomes = await Promise.all([add(key(NOW)), add(key(NOW)), add(key(NOW))])
      expect(outcomes.toSorted()).toEqual(['added', 'has-one', 'has-one'])
      expect(await storage.signingKeys('test-app')).toHaveLength(1)
    })

    test('are of no unknown project', async () => {
      expect(await storage.addSigningKey('nobody', key(NOW), NOW)).toBe('no-such-project')
      expect(await storage.signingKeys('nobody')).toEqual([])
    })
  })

  describe('usage', () => {
    test('sums up the projects of an account, and of no other', async () => {
      await storage.createAccount(
        testAccount({ id: 'other', email: 'other@example.org', apiKeyHash: new Uint8Array(1) }),
      )
      await storage.createProject(testProject({ id: 'second', appName: 'second' }))
      await storage.createScript(testScript)
      const [license, another] = [testLicense(), testLicense(banned())]
      await storage.createLicense('project', license)
      await storage.createLicense('second', another)
      const check = (appName: string, key: string, now: number) =>
        snapshotsOf(
          storage,
          [attempt({ appName, key })],
          () => ({ execution: true, attackBlocked: true }),
          now,
        )
      await check('test-app', license.key, NOW)
      await check('second', another.key, NOW)
      await check('second', another.key, NOW - 3_600)
      const hour = NOW / 3_600
      const usage = { attacksBlocked: 3, scripts: 1, users: 2, bannedUsers: 1, obfuscations: 0 }
      expect(await storage.usage('account', 0, 0)).toEqual({
        ...usage,
        hours: [
          { hour: hour - 1, executions: 1 },
          { hour, executions: 2 },
        ],
      })
      expect(await storage.usage('account', hour, 0)).toEqual({ ...usage, hours: [{ hour, executions: 2 }] })
      expect(await storage.usage('other', 0, 0)).toEqual({
        hours: [],
        attacksBlocked: 0,
        scripts: 0,
        users: 0,
        bannedUsers: 0,
        obfuscations: 0,
      })
    })
  })

  describe('scripts', () => {
    const begin = (changes: Partial<ScriptUpdate> = {}, allowance = {}) =>
      storage.beginScriptUpdate(update(changes), 'uploaded', { ...ALLOWANCE, ...allowance }, BY)
    const succeed = (id: string, version: string, source = 'source') =>
      storage.endScriptUpdate(id, {
        state: 'succeeded',
        source,
        change: (known) => ({ ...known, version, ffa: true, name: 'New' }),
      })

    beforeEach(async () => {
      await storage.createScript(testScript)
    })

    test('are no more than the account may have', async () => {
      expect(await storage.createScript({ ...testScript, id: 'second' }, 1)).toBe('too-many-scripts')
      expect(await storage.createScript({ ...testScript, id: 'second' }, 2)).toBe('created')
    })

    test('are found in their project alone', async () => {
      expect(await storage.findScript('project', 'script')).toEqual(testScript)
      expect(await storage.findScript('other', 'script')).toBeUndefined()
      expect(await storage.findScript('project', 'other')).toBeUndefined()
      expect(await storage.findSource('project', 'script')).toBeUndefined()
    })

    test('are found with their project by those who run them, by their ID alone', async () => {
      const toRun = { project: testProject(), script: testScript, hasSource: false }
      expect(await storage.findScriptToRun('script')).toEqual(toRun)
      expect(await storage.findScriptToLoad('script')).toBeUndefined()
      await begin()
      await succeed('track', '0002')
      const updated = {
        project: testProject(),
        script: { ...testScript, version: '0002', ffa: true, name: 'New' },
      }
      expect(await storage.findScriptToRun('script')).toEqual({ ...updated, hasSource: true })
      expect(await storage.findScriptToLoad('script')).toEqual({ ...updated, source: 'source' })
      expect(await storage.findScriptToRun('nobody')).toBeUndefined()
      expect(await storage.findScriptToLoad('nobody')).toBeUndefined()
    })

    test('show the update of each that began last', async () => {
      await storage.createScript({ ...testScript, id: 'second' })
      expect(await storage.lastScriptUpdates('project')).toEqual([])
      await begin({ id: 'first', startedAt: NOW + 5 })
      await begin({ id: 'later' })
      await begin({ id: 'of second', scriptId: 'second' })
      await storage.endScriptUpdate('later', { state: 'rejected', message: 'why' })
      const last = (await storage.lastScriptUpdates('project')).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(last).toEqual([
        update({ id: 'later', state: 'rejected', message: 'why' }),
        update({ id: 'of second', scriptId: 'second' }),
      ])
      expect(await storage.lastScriptUpdates('other')).toEqual([])
    })

    test('change with their source when an update succeeds, once', async () => {
      expect(await begin()).toBe('begun')
      await storage.reachStage('track', 'obfuscating', NOW + 5)
      expect(await storage.findScriptUpdate('project', 'script', 'track')).toEqual(
        update({ stage: 'obfuscating', aliveAt: NOW + 5 }),
      )
      expect(await succeed('track', '0002')).toBe('ended')
      expect(await succeed('track', '0003', 'another')).toBe('not-under-way')
      await storage.reachStage('track', 'parsing', NOW + 9)
      expect(await storage.findScript('project', 'script')).toEqual({
        ...testScript,
        version: '0002',
        ffa: true,
        name: 'New',
      })
      expect(await storage.findSource('project', 'script')).toBe('source')
      expect(await storage.findScriptUpdate('project', 'script', 'track')).toEqual(
        update({ state: 'succeeded', stage: 'completed', aliveAt: NOW + 5 }),
      )
    })

    test('stay as they are when an update is rejected or breaks off', async () => {
      for (const state of ['rejected', 'broken'] as const) {
        await begin({ id: state })
        expect(await storage.endScriptUpdate(state, { state, message: 'Why' })).toBe('ended')
        expect(await storage.findScriptUpdate('project', 'script', state)).toMatchObject({
          state,
          message: 'Why',
        })
      }
      expect(await storage.findScript('project', 'script')).toEqual(testScript)
      expect(await storage.findSource('project', 'script')).toBeUndefined()
    })

    test('have updates of their own', async () => {
      expect(await begin({ scriptId: 'nobody' })).toBe('no-such-script')
      expect(await begin({ projectId: 'nobody' })).toBe('no-such-script')
      await begin()
      await storage.createScript({ ...testScript, id: 'second' })
      expect(await storage.findScriptUpdate('project', 'second', 'track')).toBeUndefined()
      expect(await storage.findScriptUpdate('nobody', 'script', 'track')).toBeUndefined()
      expect(await storage.endScriptUpdate('nobody', { state: 'broken', message: '' })).toBe('not-under-way')
    })

    test('wait with their source until an update ends, however it ends', async () => {
      const source = 'a\0b \u{1F511}'
      for (const end of ['succeeded', 'rejected', 'broken off', 'dead'] as const) {
        await storage.beginScriptUpdate(update({ id: end }), source, ALLOWANCE, BY)
        expect(await storage.findWaitingSource(end)).toBe(source)
        if (end === 'succeeded') await succeed(end, '0002')
        if (end === 'rejected') await storage.endScriptUpdate(end, { state: end, message: '' })
        if (end === 'broken off') await storage.breakOffUpdates([end], 'Why')
        if (end === 'dead') expect(await storage.breakOffDeadUpdates(NOW + 1, 10, 'Why')).toBe(1)
        expect(await storage.findWaitingSource(end)).toBeUndefined()
      }
      for (const id of ['broken off', 'dead']) {
        const ended = { state: 'broken', message: 'Why' }
        expect(await storage.findScriptUpdate('project', 'script', id)).toMatchObject(ended)
      }
      expect(await storage.findScriptUpdate('project', 'script', 'succeeded')).toMatchObject({
        state: 'succeeded',
        message: '',
      })
    })

    test('have updates that are broken off when nothing is heard of them, and no others', async () => {
      for (const id of ['a', 'b', 'c', 'd']) await begin({ id })
      await succeed('d', '0002')
      await storage.keepUpdatesAlive(['c', 'd', 'nobody'], NOW + 5)
      await storage.keepUpdatesAlive([], NOW + 9)
      expect(await storage.findScriptUpdate('project', 'script', 'c')).toMatchObject({ aliveAt: NOW + 5 })
      expect(await storage.findScriptUpdate('project', 'script', 'd')).toMatchObject({ aliveAt: NOW })
      await storage.breakOffUpdates([], 'Why')
      expect(await storage.breakOffDeadUpdates(NOW, 10, 'Why')).toBe(0)
      expect(await storage.breakOffDeadUpdates(NOW + 5, 1, 'Why')).toBe(1)
      expect(await storage.breakOffDeadUpdates(NOW + 5, 10, 'Why')).toBe(1)
      expect(await storage.breakOffDeadUpdates(NOW + 5, 10, 'Why')).toBe(0)
      const states = await Promise.all(
        ['a', 'b', 'c', 'd'].map((id) => storage.findScriptUpdate('project', 'script', id)),
      )
      expect(states.map((found) => found?.state)).toEqual(['broken', 'broken', 'processing', 'succeeded'])
      expect(await storage.findWaitingSource('c')).toBe('uploaded')
    })

    test('wait in a number and size that are limited, for an account and in all', async () => {
      await storage.createAccount(
        testAccount({ id: 'other', email: 'other@example.org', apiKeyHash: new Uint8Array(1) }),
      )
      await storage.createProject(testProject({ id: 'second', accountId: 'other', appName: 'second' }))
      await storage.createScript({ ...testScript, id: 'theirs', projectId: 'second' })
      const theirs = { projectId: 'second', scriptId: 'theirs' }
      const limited = (perAccount: object, inAll: object, brokenBefore = 0) => ({
        brokenBefore,
        waiting: { perAccount: { ...PLENTY, ...perAccount }, inAll: { ...PLENTY, ...inAll } },
      })
      const [ours, all] = ['too-many-of-account-waiting', 'too-many-waiting']
      // Each source has 8 bytes.
      expect(await begin({ id: 'a' }, limited({ bytes: 7 }, {}))).toBe(ours)
      expect(await begin({ id: 'a' }, limited({ bytes: 8 }, { bytes: 7 }))).toBe(all)
      expect(await begin({ id: 'a' }, limited({ bytes: 8, updates: 1 }, { bytes: 8, updates: 1 }))).toBe(
        'begun',
      )
      expect(await begin({ id: 'b' }, limited({ updates: 1 }, {}))).toBe(ours)
      expect(await begin({ id: 'b' }, limited({ bytes: 15 }, {}))).toBe(ours)
      expect(await begin({ ...theirs, id: 'b' }, limited({}, { updates: 1 }))).toBe(all)
      expect(await begin({ ...theirs, id: 'b' }, limited({}, { bytes: 15 }))).toBe(all)
      expect(await begin({ ...theirs, id: 'b' }, limited({ updates: 1, bytes: 8 }, {}))).toBe('begun')
      // Updates that ended or broke off do not count any more.
      expect(await begin({ id: 'c', aliveAt: NOW + 2 }, limited({ updates: 1 }, {}, NOW + 1))).toBe('begun')
      await storage.endScriptUpdate('a', { state: 'rejected', message: '' })
      await storage.endScriptUpdate('c', { state: 'rejected', message: '' })
      expect(await begin({ id: 'd' }, limited({ updates: 1 }, { updates: 2, bytes: 16 }))).toBe('begun')
      expect(await storage.findScriptUpdate('project', 'script', 'b')).toBeUndefined()
    })

    test('are updated as often as the period allows: what succeeded counts, and what is under way', async () => {
      const most = 2
      await begin({ id: 'a' })
      await succeed('a', '0002')
      await begin({ id: 'b', startedAt: NOW + 5, aliveAt: NOW + 5 })
      expect(await begin({ id: 'c' }, { most })).toBe('allowance-used-up')
      // Another update may begin in the next period, or when the second one has broken off or was
      // rejected.
      expect(await begin({ id: 'd' }, { most: 1, since: NOW + 6 })).toBe('begun')
      expect(await begin({ id: 'e' }, { most: 3, brokenBefore: NOW + 6 })).toBe('begun')
      await storage.endScriptUpdate('b', { state: 'rejected', message: '' })
      await storage.endScriptUpdate('d', { state: 'rejected', message: '' })
      await storage.endScriptUpdate('e', { state: 'rejected', message: '' })
      expect(await begin({ id: 'f' }, { most })).toBe('begun')
      expect((await storage.usage('account', 0, 0)).obfuscations).toBe(1)
      expect((await storage.usage('account', 0, NOW + 1)).obfuscations).toBe(0)
    })
  })
}

import { beforeEach, describe, expect, test } from 'vitest'
import type { Origin } from '../domain/events.ts'
import {
  type ConsoleSession,
  decideCode,
  decideRemoval,
  decideRole,
  newPerson,
  type Person,
} from '../domain/people.ts'
import { NOW, testAccount } from '../testing/records.ts'
import type { Storage } from './storage.ts'

const DAY = 86_400

const testPerson = (changes: Partial<Person> = {}): Person => ({
  ...newPerson({ id: changes.id ?? 'ada', email: 'Ada@example.org', role: 'owner' }, NOW),
  ...changes,
})

const hashOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

const testSession = (id: string, byte: number, changes: Partial<ConsoleSession> = {}): ConsoleSession => ({
  id,
  tokenHash: hashOf(byte),
  createdAt: NOW,
  usedAt: NOW,
  byLink: false,
  address: '192.0.2.0/24',
  userAgent: 'Browser/1.0',
  ...changes,
})

/**
 * `storagesOf` is asked in every test: two storages on one database, or the same one twice. They
 * hold one account `account`.
 */
export function describePeople(storagesOf: () => Promise<readonly [Storage, Storage]>): void {
  describe('people', () => {
    let storage: Storage
    let another: Storage
    beforeEach(async () => {
      ;[storage, another] = await storagesOf()
    })

    const by: Origin = {
      at: NOW,
      actor: 'person',
      person: 'ada@example.org',
      address: '192.0.2.77',
      fields: ['role'],
    }
    const add = async (...people: Person[]): Promise<void> => {
      for (const person of people) expect(await storage.createPerson('account', person)).toBe('created')
    }
    const events = async () =>
      (await storage.listEvents('project', {}, { limit: 100 })).map(({ kind, subjectId, person }) => [
        kind,
        subjectId,
        person,
      ])

    test('are found by their address without regard to case, with all that is known of them', async () => {
      const person = testPerson({ passwordHash: 'hash', totpSecret: 'SECRET', totpStep: 7 })
      await add(person)
      expect(await storage.findPersonByEmail('ada@EXAMPLE.org')).toEqual({ person, account: testAccount() })
      expect(await storage.findPersonByEmail('eve@example.org')).toBeUndefined()
      expect(await storage.peopleOf('account')).toEqual([person])
      expect(await storage.peopleOf('other')).toEqual([])
    })

    test('share no address, in any account', async () => {
      await storage.createAccount(testAccount({ id: 'other', email: 'other@example.org' }))
      await add(testPerson())
      const same = testPerson({ id: 'eve', email: 'ada@example.org' })
      expect(await storage.createPerson('account', same)).toBe('email-taken')
      expect(await storage.createPerson('other', same)).toBe('email-taken')
      expect(await storage.createPerson('nobody', same)).toBe('no-such-account')
      expect(await storage.peopleOf('other')).toEqual([])
    })

    test('change by a rule that sees everybody, and leave events with the name of who did it', async () => {
      const [ada, eve] = [testPerson(), testPerson({ id: 'eve', email: 'eve@example.org', role: 'support' })]
      await storage.createPerson('account', ada, by)
      await storage.createPerson('account', eve, by)
      const seen: string[][] = []
      const outcome = await storage.changePerson(
        'account',
        'eve',
        (person, all) => {
          seen.push(all.map(({ id }) => id))
          return decideRole(person, all, 'owner')
        },
        by,
      )
      expect([outcome, seen[0]]).toEqual(['person-changed', ['ada', 'eve']])
      expect(await storage.peopleOf('account')).toEqual([ada, { ...eve, role: 'owner' }])
      expect(await storage.changePerson('account', 'ada', decideRemoval, by)).toBe('person-removed')
      expect(await storage.changePerson('account', 'ada', decideRemoval, by)).toBe('no-such-person')
      expect(await storage.changePerson('other', 'eve', decideRemoval, by)).toBe('no-such-person')
      const name = 'ada@example.org'
      expect(await events()).toEqual([
        ['created', 'ada', name],
        ['created', 'eve', name],
        ['updated', 'eve', name],
        ['deleted', 'ada', name],
      ])
    })

    test('keep one owner when two of them leave at the same time', async () => {
      await add(testPerson(), testPerson({ id: 'eve', email: 'eve@example.org' }))
      const outcomes = await Promise.all([
        storage.changePerson('account', 'ada', decideRemoval),
        another.changePerson('account', 'eve', decideRemoval),
      ])
      expect(outcomes.toSorted()).toEqual(['last-owner', 'person-removed'])
      expect(await storage.peopleOf('account')).toHaveLength(1)
    })

    test('use a code once, also at the same time', async () => {
      await add(testPerson({ totpSecret: 'SECRET', totpStep: 6 }))
      const use = (one: Storage) => one.changePerson('account', 'ada', (person) => decideCode(person, 7))
      const outcomes = await Promise.all([use(storage), use(another)])
      expect(outcomes.toSorted()).toEqual(['right', 'wrong'])
    })

    test('spend a link once, the newest, until it is over', async () => {
      await add(testPerson())
      expect(await storage.addSignInLink('nobody', { tokenHash: hashOf(1), until: NOW })).toBe(
        'no-such-person',
      )
      await storage.addSignInLink('ada', { tokenHash: hashOf(1), until: NOW })
      expect(await storage.addSignInLink('ada', { tokenHash: hashOf(2), until: NOW })).toBe('added')
      expect(await storage.spendSignInLink(hashOf(1), NOW)).toBeUndefined()
      const spent = await Promise.all(
        [storage, another, storage].map((one) => one.spendSignInLink(hashOf(2), NOW)),
      )
      expect(spent.filter((member) => member !== undefined)).toEqual([
        { person: testPerson(), account: testAccount() },
      ])
      await storage.addSignInLink('ada', { tokenHash: hashOf(3), until: NOW })
      expect(await storage.spendSignInLink(hashOf(3), NOW + 1)).toBeUndefined()
    })

    test('have sessions, which end one by one, all but one, or with their owner', async () => {
      await add(testPerson(), testPerson({ id: 'eve', email: 'eve@example.org' }))
      const first = testSession('first', 1, { byLink: true })
      expect(await storage.beginSession('nobody', first)).toBe('no-such-person')
      expect(await storage.beginSession('ada', first)).toBe('begun')
      await storage.beginSession('ada', testSession('second', 2))
      await storage.beginSession('ada', testSession('third', 3))
      await storage.beginSession('eve', testSession('of eve', 4))
      const member = { person: testPerson(), account: testAccount() }
      expect(await storage.findSession(hashOf(1))).toEqual({ ...member, session: first })
      expect(await storage.findSession(hashOf(9))).toBeUndefined()

      await storage.useSession('first', NOW + 60)
      await storage.useSession('first', NOW + 30)
      const sessions = await storage.sessionsOf('ada')
      expect(sessions.map(({ id, usedAt }) => [id, usedAt])).toEqual([
        ['third', NOW],
        ['second', NOW],
        ['first', NOW + 60],
      ])
      expect(await storage.endSessions('eve', { only: 'first' })).toBe(0)
      expect(await storage.endSessions('ada', { only: 'first' })).toBe(1)
      expect(await storage.endSessions('ada', { except: 'third' })).toBe(1)
      expect((await storage.sessionsOf('ada')).map(({ id }) => id)).toEqual(['third'])

      await storage.addSignInLink('ada', { tokenHash: hashOf(5), until: NOW })
      await storage.changePerson('account', 'ada', decideRemoval)
      expect(await storage.findSession(hashOf(3))).toBeUndefined()
      expect(await storage.spendSignInLink(hashOf(5), NOW)).toBeUndefined()
      expect(await storage.findSession(hashOf(4))).toBeDefined()
    })

    test('lose links and sessions that are over when a node is announced', async () => {
      await add(testPerson())
      await storage.addSignInLink('ada', { tokenHash: hashOf(1), until: NOW })
      await storage.beginSession('ada', testSession('old', 1))
      await storage.beginSession('ada', testSession('new', 2, { createdAt: NOW + 2 }))
      const later = NOW + 7 * DAY + 1
      await storage.announceNode({ id: 'node', url: 'http://node/' }, later + 15, later)
      expect((await storage.sessionsOf('ada')).map(({ id }) => id)).toEqual(['new'])
      expect(await storage.spendSignInLink(hashOf(1), NOW)).toBeUndefined()
    })

    test('find the consoles of the nodes that are alive', async () => {
      await storage.announceNode({ id: 'one', url: 'http://one/', consoleUrl: 'http://one:1' }, NOW + 15, NOW)
      await storage.announceNode({ id: 'two', url: 'http://two/' }, NOW + 30, NOW)
      expect(await storage.consoleUrls(NOW)).toEqual(['http://one:1'])
      expect(await storage.consoleUrls(NOW + 16)).toEqual([])
    })
  })
}

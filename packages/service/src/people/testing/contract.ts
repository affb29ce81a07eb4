import { beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleSession, Person } from '../../core/accounts/people.ts'
import type { Origin } from '../../core/event-log/events.ts'
import type { Storage } from '../../modules.ts'
import { NOW, testAccount } from '../../testing/records.ts'
import { decideRemoval, decideRole, newPerson, type PersonChange } from '../people.ts'
import { decideCode } from '../proofs.ts'

const DAY = 86_400

const testPerson = (changes: Partial<Person> = {}): Person => ({
  ...newPerson({ id: changes.id ?? 'ada', email: 'Ada@example.org', role: 'owner' }, NOW),
  ...changes,
})

const TIMES = { passwordSetAt: NOW - 3, totpSetAt: NOW - 2, resetAt: NOW - 1 }

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
 * Tests of people and sessions. `storagesOf` is called in every test: two storages on one database,
 * or the same one twice. The database has one account `account`.
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
      const person = testPerson({ passwordHash: 'hash', totpSecret: 'SECRET', totpStep: 7, ...TIMES })
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
      expect(outcomes.toSorted()).toEqual(['right', 'totp-wrong'])
    })

    const isStill = () => true
    const spend = (link: number, session: number, now = NOW, one = storage) =>
      one.signInByLink(hashOf(link), testSession(`session ${session}`, session), now)

    test('spend a link once, the newest, until it is over, and a session begins with it', async () => {
      await add(testPerson())
      expect(await storage.addSignInLink('nobody', { tokenHash: hashOf(1), until: NOW })).toBe(
        'no-such-person',
      )
      await storage.addSignInLink('ada', { tokenHash: hashOf(1), until: NOW })
      expect(await storage.addSignInLink('ada', { tokenHash: hashOf(2), until: NOW }, by)).toBe('added')
      expect(await events()).toEqual([['updated', 'ada', 'ada@example.org']])
      expect(await spend(1, 10)).toBe('link-over')
      const spent = await Promise.all([spend(2, 20), spend(2, 21, NOW, another), spend(2, 22)])
      expect(spent.toSorted()).toEqual(['begun', 'link-over', 'link-over'])
      const sessions = await storage.sessionsOf('ada')
      expect(sessions.map(({ id }) => id)).toEqual([`session ${20 + spent.indexOf('begun')}`])
      await storage.addSignInLink('ada', { tokenHash: hashOf(3), until: NOW })
      expect(await spend(3, 30, NOW + 1)).toBe('link-over')
      expect(await storage.sessionsOf('ada')).toHaveLength(1)
    })

    test('have sessions, which end one by one, all but one, or with their owner', async () => {
      await add(testPerson(), testPerson({ id: 'eve', email: 'eve@example.org' }))
      const first = testSession('first', 1, { byLink: true })
      expect(await storage.beginSession('nobody', first, isStill)).toBe('no-such-person')
      expect(await storage.beginSession('ada', first, isStill)).toBe('begun')
      await storage.beginSession('ada', testSession('second', 2), isStill)
      await storage.beginSession('ada', testSession('third', 3), isStill)
      await storage.beginSession('eve', testSession('of eve', 4), isStill)
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
      for (const [id, link] of [
        ['ada', 5],
        ['eve', 6],
      ] as const) {
        await storage.addSignInLink(id, { tokenHash: hashOf(link), until: NOW })
      }
      expect(await storage.endSessions('eve', { only: 'first' })).toBe(0)
      expect(await storage.endSessions('ada', { only: 'first' })).toBe(1)
      expect(await storage.endSessions('ada', { except: 'third' })).toBe(1)
      expect((await storage.sessionsOf('ada')).map(({ id }) => id)).toEqual(['third'])
      // An earlier link gives the same access as a session.
      expect([await spend(5, 50), await spend(6, 60)]).toEqual(['link-over', 'begun'])

      await storage.addSignInLink('ada', { tokenHash: hashOf(7), until: NOW })
      await storage.changePerson('account', 'ada', decideRemoval)
      expect(await storage.findSession(hashOf(3))).toBeUndefined()
      expect(await spend(7, 70)).toBe('link-over')
      expect(await storage.findSession(hashOf(4))).toBeDefined()
    })

    test('change with the end of their links and sessions, or of neither', async () => {
      await add(testPerson(), testPerson({ id: 'eve', email: 'eve@example.org' }))
      const begin = async () => {
        await storage.addSignInLink('eve', { tokenHash: hashOf(1), until: NOW })
        for (const byte of [2, 3]) {
          await storage.beginSession('eve', testSession(`session ${byte}`, byte), isStill)
        }
      }
      const change = (ends: PersonChange<'done'>['ends'], event?: 'reset') =>
        storage.changePerson(
          'account',
          'eve',
          (person) => ({ outcome: 'done', person, ...(ends && { ends }), ...(event && { event }) }),
          by,
        )
      await begin()
      await change({ links: true })
      expect([await spend(1, 4), (await storage.sessionsOf('eve')).length]).toEqual(['link-over', 2])
      await storage.addSignInLink('eve', { tokenHash: hashOf(1), until: NOW })
      await change({ links: true, sessionsBut: 'session 3' }, 'reset')
      expect((await storage.sessionsOf('eve')).map(({ id }) => id)).toEqual(['session 3'])
      expect(await spend(1, 4)).toBe('link-over')
      await storage.addSignInLink('eve', { tokenHash: hashOf(1), until: NOW })
      await change(undefined)
      expect(await spend(1, 4)).toBe('begun')
      await storage.addSignInLink('eve', { tokenHash: hashOf(1), until: NOW })
      await storage.changePerson('account', 'eve', (person, all) => decideRole(person, all, 'support'))
      expect(await spend(1, 5)).toBe('link-over')
      expect((await events()).map(([kind]) => kind)).toEqual(['updated', 'reset', 'updated'])
    })

    test('begin no session with a password that is being replaced', async () => {
      await add(testPerson({ passwordHash: 'old' }))
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) => index).map(async (index) => {
          const one = index % 2 === 0 ? storage : another
          if (index !== 5) {
            const session = testSession(`session ${index}`, index)
            return one.beginSession('ada', session, ({ passwordHash }) => passwordHash === 'old')
          }
          return one.changePerson('account', 'ada', (person) => ({
            outcome: 'changed',
            person: { ...person, passwordHash: 'new' },
            ends: { links: true, sessionsBut: 'none' },
          }))
        }),
      )
      expect(outcomes[5]).toBe('changed')
      // Sessions that began earlier were ended, and the others have not begun.
      expect(await storage.sessionsOf('ada')).toEqual([])
    })

    test('lose links and sessions that are over when a node is announced', async () => {
      await add(testPerson())
      await storage.addSignInLink('ada', { tokenHash: hashOf(1), until: NOW })
      await storage.beginSession('ada', testSession('old', 1), isStill)
      await storage.beginSession('ada', testSession('new', 2, { createdAt: NOW + 2 }), isStill)
      const later = NOW + 7 * DAY + 1
      await storage.announceNode({ id: 'node', url: 'http://node/' }, later + 15, later)
      expect((await storage.sessionsOf('ada')).map(({ id }) => id)).toEqual(['new'])
      expect(await spend(1, 9)).toBe('link-over')
    })

    test('find the consoles of the nodes that are alive', async () => {
      await storage.announceNode({ id: 'one', url: 'http://one/', consoleUrl: 'http://one:1' }, NOW + 15, NOW)
      await storage.announceNode({ id: 'two', url: 'http://two/' }, NOW + 30, NOW)
      expect(await storage.consoleUrls(NOW)).toEqual(['http://one:1'])
      expect(await storage.consoleUrls(NOW + 16)).toEqual([])
    })
  })
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attempt, describeKeyChecks, snapshotOf, snapshotsOf } from '../../../checks/testing/contract.ts'
import { describeRaces } from '../../../checks/testing/contract-races.ts'
import { describeCustomers } from '../../../customers/testing/contract.ts'
import { describeDevices } from '../../../devices/testing/contract.ts'
import { describeEvents } from '../../../events/testing/contract.ts'
import { describeKeys } from '../../../licenses/testing/contract-keys.ts'
import { describeManagement } from '../../../licenses/testing/contract-management.ts'
import { describeUsers } from '../../../licenses/testing/contract-users.ts'
import type { Storage } from '../../../modules.ts'
import { describeOutbox } from '../../../outbox/testing/contract.ts'
import { describeOverview } from '../../../overview/testing/contract.ts'
import { describePeople } from '../../../people/testing/contract.ts'
import {
  banned,
  DEVICE,
  linkedTo,
  NOW,
  storedUser,
  testAccount,
  testProject,
  testScript,
  testUser,
} from '../../../testing/records.ts'
import { describeTrials } from '../../../trials/testing/contract.ts'
import type { MonotonicClock } from '../../clock.ts'
import type { User } from '../../license/users.ts'
import { StorageUnavailable } from '../storage.ts'
import { describeNodes } from './contract-nodes.ts'

export interface StorageUnderTest {
  readonly storage: Storage
  /** Closes it and opens what it left behind. Undefined for a storage that leaves nothing. */
  readonly reopen: (() => Promise<Storage>) | undefined
  /**
   * One more on the same database, as another node has it. Undefined for a storage that nobody else
   * can open.
   */
  readonly another: (() => Promise<Storage>) | undefined
  dispose(): Promise<void>
}

/** A change that leads to this user. */
const toUser = (user: User) => () => ({ outcome: 'done', user })

/** What every storage must do: the documentation of `Storage`, as tests. */
export function describeStorage(
  name: string,
  open: (monotonic: MonotonicClock) => Promise<StorageUnderTest>,
): void {
  describe(`a storage in ${name}`, () => {
    let opened: StorageUnderTest
    let storage: Storage
    let second: Storage | undefined
    const steady = { now: 0 }

    beforeEach(async () => {
      steady.now = 1_000
      opened = await open(() => steady.now)
      storage = opened.storage
      await storage.createAccount(testAccount())
      await storage.createProject(testProject())
    })
    afterEach(async () => {
      await second?.close()
      second = undefined
      await opened.dispose()
    })

    /** Two on one database, or the same one twice. */
    const both = async () => {
      second = await opened.another?.()
      return [storage, second ?? storage] as const
    }
    const one = () => storage
    const reopened = async () => opened.reopen?.()

    describeKeyChecks(one, reopened, steady)
    describeRaces(both)
    describeDevices(both)
    describeTrials(both)
    describeManagement(one)
    describeUsers(one)
    describeKeys(one)
    describeCustomers(both)
    describeEvents(both)
    describeNodes(one)
    describeOverview(both, reopened)
    describePeople(both)
    describeOutbox(both)

    describe('accounts, projects, scripts and users', () => {
      test('gives one account to an e-mail address, however it is spelled', async () => {
        const again = testAccount({ id: 'again', email: 'Vendor@Example.org' })
        expect(await storage.createAccount({ ...again, apiKeyHash: new Uint8Array([1]) })).toBe('email-taken')
        expect(await storage.findAccountByEmail('VENDOR@example.org')).toEqual(testAccount())
        expect(await storage.findAccountByEmail('nobody@example.org')).toBeUndefined()
      })

      test('gives an app name to one project, and a project to an account', async () => {
        expect(await storage.createProject(testProject({ id: 'again' }))).toBe('app-name-taken')
        expect(await storage.createProject(testProject({ id: 'x', appName: 'x', accountId: 'nobody' }))).toBe(
          'no-such-account',
        )
        expect(await storage.findProjectByAppName('test-app')).toEqual(testProject())
        expect(await storage.findProjectByAppName('TEST-APP')).toBeUndefined()
      })

      test('makes a script once', async () => {
        expect(await storage.createScript(testScript)).toBe('created')
        expect(await storage.createScript(testScript)).toBe('script-exists')
        expect(await storage.createScript({ ...testScript, id: 'x', projectId: 'nobody' })).toBe(
          'no-such-project',
        )
      })

      test('gives a key and a chat ID to one user of a project', async () => {
        const user = testUser({ chatId: 'chat-1' })
        expect(await storage.createUser('project', user)).toBe('created')
        expect(await storage.createUser('project', testUser({ key: user.key }))).toBe('key-taken')
        expect(await storage.createUser('project', testUser({ chatId: 'chat-1' }))).toBe('chat-id-taken')
        expect(await storage.createUser('nobody', testUser())).toBe('no-such-project')
        // Nothing linked is nothing to be shared.
        expect(await storage.createUser('project', testUser())).toBe('created')
        expect(await storage.createUser('project', testUser())).toBe('created')
      })

      test('finds a user by its exact key, and none by the empty one', async () => {
        const user = testUser({ key: 'a'.repeat(32) })
        await storage.createUser('project', user)
        await storage.createUser('project', testUser({ key: '', status: 'banned' }))
        expect(await storedUser(storage, user.key)).toEqual(user)
        expect(await storedUser(storage, 'A'.repeat(32))).toBeUndefined()
        expect(await storedUser(storage, user.key, 'nobody')).toBeUndefined()
        expect(await storedUser(storage, '')).toBeUndefined()
      })

      test('changes everything of a user but its key and its count', async () => {
        const user = testUser({ totalExecutions: 3 })
        await storage.createUser('project', user)
        const wanted = {
          ...user,
          ...linkedTo(DEVICE),
          ...banned(),
          chatId: 'chat-1',
          note: 'New',
          keyDays: 3,
          offlineDevice: DEVICE,
          offlineUntil: NOW,
        }
        const change = (known: User) => {
          expect(known).toEqual(user)
          return { outcome: 'done', user: { ...wanted, key: 'x'.repeat(32), totalExecutions: 99 } }
        }
        expect(await storage.changeUser('project', user.key, change)).toBe('done')
        expect(await storedUser(storage, user.key)).toEqual(wanted)
        // Its own chat ID does not stand in its way.
        expect(await storage.changeUser('project', user.key, toUser(wanted))).toBe('done')
      })

      test('changes no user that is not there, nor to the chat ID of another', async () => {
        const user = testUser()
        await storage.createUser('project', user)
        await storage.createUser('project', testUser({ chatId: 'chat-1' }))
        await storage.createUser('project', testUser({ key: '', status: 'banned' }))
        const taken = toUser({ ...user, chatId: 'chat-1' })
        expect(await storage.changeUser('project', user.key, taken)).toBe('chat-id-taken')
        expect(await storedUser(storage, user.key)).toEqual(user)
        for (const [project, key] of [
          ['project', 'x'.repeat(32)],
          ['nobody', user.key],
          ['project', ''],
        ] as const) {
          expect(await storage.changeUser(project, key, toUser(user))).toBe('no-such-user')
        }
      })

      test('changes nothing when that is what was decided', async () => {
        const user = testUser()
        await storage.createUser('project', user)
        expect(await storage.changeUser('project', user.key, () => ({ outcome: 'on-cooldown' }))).toBe(
          'on-cooldown',
        )
        expect(await storedUser(storage, user.key)).toEqual(user)
      })
    })

    test('answers a ping until it is closed, and then nothing, with its own error', async () => {
      await storage.ping()
      for (let count = 0; count < 3; count += 1) await storage.tryWriting()
      await storage.close()
      await storage.close()
      await expect(storage.ping()).rejects.toBeInstanceOf(StorageUnavailable)
      await expect(storage.tryWriting()).rejects.toBeInstanceOf(StorageUnavailable)
      await expect(storedUser(storage, 'k')).rejects.toBeInstanceOf(StorageUnavailable)
      await expect(snapshotsOf(storage, [attempt()])).rejects.toBeInstanceOf(StorageUnavailable)
    })

    test('carries out what was asked for before it is closed', async () => {
      const made = storage.createUser('project', testUser())
      await storage.close()
      expect(await made).toBe('created')
    })

    test('finds everything again after it was closed and opened', async () => {
      if (opened.reopen === undefined) return
      const user = testUser()
      await storage.createUser('project', user)
      await snapshotsOf(storage, [attempt({ key: user.key })], () => ({
        execution: true,
        rememberNonceUntil: NOW + 120,
      }))
      storage = await opened.reopen()
      expect(await snapshotOf(storage, { key: user.key })).toMatchObject({
        project: testProject(),
        nonceTaken: true,
        user: { ...user, totalExecutions: 1 },
      })
      expect((await storage.usage('account', 0, 0)).hours).toHaveLength(1)
    })
  })
}

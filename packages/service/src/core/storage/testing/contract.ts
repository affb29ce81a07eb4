import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOwnerRequests } from '../../../ask-owner/testing/contract.ts'
import { attempt, describeKeyChecks, snapshotOf, snapshotsOf } from '../../../checks/testing/contract.ts'
import { describeRaces } from '../../../checks/testing/contract-races.ts'
import { describeCustomers } from '../../../customers/testing/contract.ts'
import { describeDevices } from '../../../devices/testing/contract.ts'
import { describeEvents } from '../../../events/testing/contract.ts'
import { describeEndMails } from '../../../key-mail/testing/contract.ts'
import { describeLicenses } from '../../../licenses/testing/contract-licenses.ts'
import { describeManagement } from '../../../licenses/testing/contract-management.ts'
import { describeSearch } from '../../../licenses/testing/contract-search.ts'
import type { Storage } from '../../../modules.ts'
import { describeMyPage } from '../../../my/testing/contract.ts'
import { describeMyLicenses } from '../../../my-licenses/testing/contract.ts'
import { describeOrders } from '../../../orders/testing/contract.ts'
import { describeRandomLives } from '../../../orders/testing/contract-random-lives.ts'
import { describeOutbox } from '../../../outbox/testing/contract.ts'
import { describeOverview } from '../../../overview/testing/contract.ts'
import { describePeople } from '../../../people/testing/contract.ts'
import { describeReleases } from '../../../releases/testing/contract.ts'
import {
  banned,
  DEVICE,
  linkedTo,
  NOW,
  storedLicense,
  testAccount,
  testLicense,
  testProject,
  testScript,
} from '../../../testing/records.ts'
import { describeTrials } from '../../../trials/testing/contract.ts'
import type { MonotonicClock } from '../../clock.ts'
import type { License } from '../../license/license.ts'
import { StorageUnavailable } from '../storage.ts'
import { describeNodes } from './contract-nodes.ts'

export interface StorageUnderTest {
  readonly storage: Storage
  /**
   * Closes the storage, and opens its database again. Undefined if nothing is left of a closed
   * storage.
   */
  readonly reopen: (() => Promise<Storage>) | undefined
  /**
   * Opens one more storage on the same database, as another node does. Undefined if no other node
   * can open it.
   */
  readonly another: (() => Promise<Storage>) | undefined
  dispose(): Promise<void>
}

/** A change that results in this license. */
const toLicense = (license: License) => () => ({ outcome: 'done', license })

/** The tests of the core's storage: what the documentation of `CoreStorage` says. */
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

    /** Returns two storages on one database, or the same one twice. */
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
    describeLicenses(one)
    describeSearch(one)
    describeCustomers(both)
    describeEvents(both)
    describeNodes(one)
    describeOverview(both, reopened)
    describePeople(both)
    describeOutbox(both)
    describeEndMails(both)
    describeMyLicenses(both)
    describeOwnerRequests(both)
    describeMyPage(both)
    describeOrders(both)
    describeRandomLives(both)
    describeReleases(both)

    describe('accounts, projects, scripts and licenses', () => {
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

      test('gives a key and a chat ID to one license of a project', async () => {
        const license = testLicense({ chatId: 'chat-1' })
        expect(await storage.createLicense('project', license)).toBe('created')
        expect(await storage.createLicense('project', testLicense({ key: license.key }))).toBe('key-taken')
        expect(await storage.createLicense('project', testLicense({ chatId: 'chat-1' }))).toBe(
          'chat-id-taken',
        )
        expect(await storage.createLicense('nobody', testLicense())).toBe('no-such-project')
        // Two licenses without a linked value do not share one.
        expect(await storage.createLicense('project', testLicense())).toBe('created')
        expect(await storage.createLicense('project', testLicense())).toBe('created')
      })

      test('finds a license by its exact key, and none by the empty one', async () => {
        const license = testLicense({ key: 'a'.repeat(32) })
        await storage.createLicense('project', license)
        await storage.createLicense('project', testLicense({ key: '', status: 'banned' }))
        expect(await storedLicense(storage, license.key)).toEqual(license)
        expect(await storedLicense(storage, 'A'.repeat(32))).toBeUndefined()
        expect(await storedLicense(storage, license.key, 'nobody')).toBeUndefined()
        expect(await storedLicense(storage, '')).toBeUndefined()
      })

      test('changes everything of a license but its key and its count', async () => {
        const license = testLicense({ totalExecutions: 3 })
        await storage.createLicense('project', license)
        const wanted = {
          ...license,
          ...linkedTo(DEVICE),
          ...banned(),
          chatId: 'chat-1',
          note: 'New',
          keyDays: 3,
          offlineDevice: DEVICE,
          offlineUntil: NOW,
        }
        const change = (known: License) => {
          expect(known).toEqual(license)
          return { outcome: 'done', license: { ...wanted, key: 'x'.repeat(32), totalExecutions: 99 } }
        }
        expect(await storage.changeLicense('project', license.key, change)).toBe('done')
        expect(await storedLicense(storage, license.key)).toEqual(wanted)
        // Its own chat ID is no obstacle.
        expect(await storage.changeLicense('project', license.key, toLicense(wanted))).toBe('done')
      })

      test('changes no license that is not there, nor to the chat ID of another', async () => {
        const license = testLicense()
        await storage.createLicense('project', license)
        await storage.createLicense('project', testLicense({ chatId: 'chat-1' }))
        await storage.createLicense('project', testLicense({ key: '', status: 'banned' }))
        const taken = toLicense({ ...license, chatId: 'chat-1' })
        expect(await storage.changeLicense('project', license.key, taken)).toBe('chat-id-taken')
        expect(await storedLicense(storage, license.key)).toEqual(license)
        for (const [project, key] of [
          ['project', 'x'.repeat(32)],
          ['nobody', license.key],
          ['project', ''],
        ] as const) {
          expect(await storage.changeLicense(project, key, toLicense(license))).toBe('no-such-license')
        }
      })

      test('changes nothing when that is what was decided', async () => {
        const license = testLicense()
        await storage.createLicense('project', license)
        expect(await storage.changeLicense('project', license.key, () => ({ outcome: 'on-cooldown' }))).toBe(
          'on-cooldown',
        )
        expect(await storedLicense(storage, license.key)).toEqual(license)
      })
    })

    test('answers a ping until it is closed, and then nothing, with its own error', async () => {
      await storage.ping()
      for (let count = 0; count < 3; count += 1) await storage.tryWriting()
      await storage.close()
      await storage.close()
      await expect(storage.ping()).rejects.toBeInstanceOf(StorageUnavailable)
      await expect(storage.tryWriting()).rejects.toBeInstanceOf(StorageUnavailable)
      await expect(storedLicense(storage, 'k')).rejects.toBeInstanceOf(StorageUnavailable)
      await expect(snapshotsOf(storage, [attempt()])).rejects.toBeInstanceOf(StorageUnavailable)
    })

    test('carries out what was asked for before it is closed', async () => {
      const made = storage.createLicense('project', testLicense())
      await storage.close()
      expect(await made).toBe('created')
    })

    test('finds everything again after it was closed and opened', async () => {
      if (opened.reopen === undefined) return
      const license = testLicense()
      await storage.createLicense('project', license)
      await snapshotsOf(storage, [attempt({ key: license.key })], () => ({
        execution: true,
        rememberNonceUntil: NOW + 120,
      }))
      storage = await opened.reopen()
      expect(await snapshotOf(storage, { key: license.key })).toMatchObject({
        project: testProject(),
        nonceTaken: true,
        license: { ...license, totalExecutions: 1 },
      })
      expect((await storage.usage('account', 0, 0)).hours).toHaveLength(1)
    })
  })
}

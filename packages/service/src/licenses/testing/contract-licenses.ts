import { beforeEach, describe, expect, test } from 'vitest'
import { attempt, snapshotsOf } from '../../checks/testing/contract.ts'
import type { License } from '../../core/license/license.ts'
import type { Storage } from '../../modules.ts'
import {
  banned,
  DEVICE,
  linkedTo,
  NOW,
  storedLicense,
  testLicense,
  testProject,
} from '../../testing/records.ts'
import type { Page } from '../storage.ts'

const EVERYTHING: Page = { from: 0, until: 1_000 }

/**
 * Tests of single licenses. `storageOf` is called in every test: its database has one account
 * `account` with one project `project`, and no license.
 */
export function describeLicenses(storageOf: () => Storage): void {
  describe('licenses', () => {
    let storage: Storage
    beforeEach(() => {
      storage = storageOf()
    })

    const add = async (changes: Partial<License>): Promise<License> => {
      const license = testLicense(changes)
      expect(await storage.createLicense('project', license)).toBe('created')
      return license
    }
    const notes = async (
      filter: Parameters<Storage['listLicenses']>[1],
      page = EVERYTHING,
    ): Promise<string[]> =>
      (await storage.listLicenses('project', filter, page)).map((license) => license.note)

    test('are listed newest last, page by page, those of the project alone', async () => {
      for (const name of ['a', 'b', 'c', 'd']) await add({ note: name })
      await storage.createProject(testProject({ id: 'other', appName: 'other' }))
      expect(await notes({})).toEqual(['a', 'b', 'c', 'd'])
      expect(await notes({}, { from: 1, until: 3 })).toEqual(['b', 'c'])
      expect(await notes({}, { from: 3, until: 9 })).toEqual(['d'])
      expect(await notes({}, { from: 4, until: 9 })).toEqual([])
      expect(await notes({}, { from: 2, until: 2 })).toEqual([])
      expect(await notes({}, { from: 3, until: 1 })).toEqual([])
      expect(await storage.listLicenses('other', {}, EVERYTHING)).toEqual([])
      expect(await storage.listLicenses('nobody', {}, EVERYTHING)).toEqual([])
    })

    test('are listed as they are', async () => {
      const license = await add({
        ...linkedTo(DEVICE),
        ...banned(),
        stopped: 'charged-back',
        stopWords: 'Ask your bank.',
        chatId: 'c',
        keyDays: 0.5,
        lastReset: NOW,
      })
      expect(await storage.listLicenses('project', { key: license.key }, EVERYTHING)).toEqual([license])
    })

    test('keep what they open, also in a check that changes them', async () => {
      const license = await add({ features: ['3d', 'export'], updatesUntil: NOW, perpetual: true })
      const plain = await add({ note: 'plain' })
      await storage.changeProject('project', (known) => ({ ...known, features: ['all'] }))
      const attempts = [license, plain].map(({ key }) => attempt({ key, nonce: key }))
      const snapshots = await snapshotsOf(storage, attempts, ({ license: found }) =>
        found === undefined ? {} : { license: { ...found, ...linkedTo(found.key) } },
      )
      expect(snapshots).toMatchObject([{ project: { features: ['all'] }, license }, { license: plain }])
      for (const before of [license, plain]) {
        expect(await storedLicense(storage, before.key)).toEqual({ ...before, ...linkedTo(before.key) })
      }
    })

    test('are found by the whole of a key, a chat ID or a device, of several on one device the newest', async () => {
      await add({ key: 'K'.repeat(32), chatId: 'Chat-1', note: 'a', ...linkedTo(DEVICE) })
      await add({ key: 'L'.repeat(32), note: 'b', ...linkedTo(DEVICE) })
      await add({ note: 'c' })
      expect(await notes({ key: 'K'.repeat(32) })).toEqual(['a'])
      expect(await notes({ key: 'k'.repeat(32) })).toEqual([])
      expect(await notes({ chatId: 'Chat-1' })).toEqual(['a'])
      expect(await notes({ chatId: 'Chat' })).toEqual([])
      expect(await notes({ identifier: DEVICE })).toEqual(['b'])
      expect(await notes({ identifier: DEVICE, chatId: 'Chat-1' })).toEqual(['a'])
      expect(await notes({ key: 'L'.repeat(32), chatId: 'Chat-1' })).toEqual([])
    })

    test('are not found by what they do not have', async () => {
      await add({ note: 'a' })
      expect(await notes({ key: '' })).toEqual([])
      expect(await notes({ chatId: '' })).toEqual([])
      expect(await notes({ identifier: '' })).toEqual([])
    })

    test('are searched for a part of any of their texts, whatever the case', async () => {
      await add({ key: 'abcdefgh'.repeat(4), note: 'a' })
      await add({ chatId: 'bcde-chat', note: 'b' })
      await add({ ...linkedTo(`${DEVICE}-BCDE`), note: 'c' })
      await add({ note: 'd: 100 %_\\ "bCdE"' })
      expect(await notes({ search: 'bcde' })).toEqual(['a', 'b', 'c', 'd: 100 %_\\ "bCdE"'])
      for (const literal of ['%', '_', '\\', '%_\\', '"']) {
        expect(await notes({ search: literal }), literal).toEqual(['d: 100 %_\\ "bCdE"'])
      }
      expect(await notes({ search: 'bcde', chatId: 'bcde-chat' })).toEqual(['b'])
      expect(await notes({ search: 'bcde' }, { from: 1, until: 2 })).toEqual(['b'])
      expect(await notes({ search: 'nothing' })).toEqual([])
      expect(await notes({ search: '' })).toHaveLength(4)
    })

    test('are searched for what they have now, and not for what they had', async () => {
      const license = await add({ key: 'abcdefgh'.repeat(4), note: 'before' })
      await add({ note: 'a text of many words, AND "others" OR (none)' })
      await storage.changeLicense('project', license.key, () => ({
        outcome: 'done',
        license: { ...license, ...linkedTo(DEVICE), note: 'after' },
      }))
      expect(await notes({ search: 'before' })).toEqual([])
      expect(await notes({ search: 'AFTER' })).toEqual(['after'])
      expect(await notes({ search: DEVICE.slice(5, 40) })).toEqual(['after'])
      expect(await notes({ search: 'ghabcdefghabcdefghabcdefgh' })).toEqual(['after'])
      // The note has every run of three characters of this text, but not the text.
      expect(await notes({ search: 'ghabcdefghghab' })).toEqual([])
      expect(await notes({ search: 'words, and "oTHers" or (' })).toHaveLength(1)
      await storage.changeLicense('project', license.key, () => ({ outcome: 'deleted', removed: 'license' }))
      expect(await notes({ search: 'after' })).toEqual([])
    })

    test('are no more than the account may have, over all its projects', async () => {
      await storage.createProject(testProject({ id: 'second', appName: 'second' }))
      const create = (project: string) => storage.createLicense(project, testLicense(), { mostLicenses: 2 })
      expect(await create('project')).toBe('created')
      expect(await create('second')).toBe('created')
      expect(await create('project')).toBe('too-many-licenses')
      const [first] = await storage.listLicenses('second', {}, EVERYTHING)
      await storage.changeLicense('second', first?.key ?? '', () => ({
        outcome: 'deleted',
        removed: 'license',
      }))
      expect(await create('project')).toBe('created')
      const all = await Promise.all(Array.from({ length: 5 }, () => create('second')))
      expect(all).toEqual(Array(5).fill('too-many-licenses'))
    })

    test('are deleted, or lose their key and stay', async () => {
      const gone = await add({})
      const kept = await add({ ...linkedTo(DEVICE), ...banned(), chatId: 'chat' })
      await storage.changeLicense('project', gone.key, () => ({ outcome: 'deleted', removed: 'license' }))
      const license: License = { ...kept, status: 'banned' }
      await storage.changeLicense('project', kept.key, () => ({
        outcome: 'deleted',
        removed: 'key',
        license,
      }))
      expect(await storedLicense(storage, gone.key)).toBeUndefined()
      expect(await storedLicense(storage, kept.key)).toBeUndefined()
      expect(await storage.listLicenses('project', {}, EVERYTHING)).toEqual([{ ...license, key: '' }])
      expect(await storage.createLicense('project', testLicense({ key: kept.key }))).toBe('created')
    })

    test('are found by the token of their ban, and by no other text', async () => {
      const license = await add(banned({ unbanToken: 'token' }))
      const lift = (project: string, token: string) =>
        storage.changeBannedLicense(project, token, (known) => ({
          outcome: 'lifted',
          license: { ...known, banned: false, unbanToken: '' },
        }))
      expect(await lift('project', 'another')).toBe('no-such-license')
      expect(await lift('project', '')).toBe('no-such-license')
      expect(await lift('nobody', 'token')).toBe('no-such-license')
      expect(await lift('project', 'token')).toBe('lifted')
      expect(await lift('project', 'token')).toBe('no-such-license')
      expect(await storedLicense(storage, license.key)).toMatchObject({ banned: false })
    })

    test('are no longer banned from the second at which the ban ends', async () => {
      const license = await add({ ...banned({ banExpire: NOW + 10 }), ...linkedTo(DEVICE) })
      const forGood = await add(banned())
      await add({ ...banned({ banExpire: NOW + 10 }), key: '', status: 'banned' })
      await storage.lapseBans(NOW + 9)
      expect(await storage.listLicenses('project', {}, EVERYTHING)).toHaveLength(3)
      expect(await storedLicense(storage, license.key)).toEqual(license)
      await storage.lapseBans(NOW + 10)
      expect(await storage.listLicenses('project', {}, EVERYTHING)).toEqual([
        { ...license, banned: false, banReason: '', banExpire: 0, unbanToken: '' },
        forGood,
      ])
    })
  })
}

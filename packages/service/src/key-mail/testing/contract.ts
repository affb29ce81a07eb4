import { describe, expect, test } from 'vitest'
import { DEFAULT_MAIL_SETTINGS } from '../../mail/settings.ts'
import type { Storage } from '../../modules.ts'
import { NOW, testLicense } from '../../testing/records.ts'

const WEEK = 7 * 86_400

/** Tests of the mails about ends. `nodes`: two storages on one database, or the same one twice. */
export function describeEndMails(nodes: () => Promise<readonly [Storage, Storage]>): void {
  describe('mails about the ends of keys', () => {
    const customerOf = () => ({ id: 'ann', email: 'ann@example.org', name: 'Ann', createdAt: NOW })
    const kinds = async (storage: Storage) =>
      (await storage.listOutbox('project', 'mail', { limit: 1_000 })).map(({ entry }) => entry.kind)

    test('are queued once by two nodes at the same moment, for all ends of one second', async () => {
      const [one, two] = await nodes()
      await one.putMailSettings('project', { ...DEFAULT_MAIL_SETTINGS, endsSoon: true })
      const run = async (storage: Storage, now: number): Promise<void> => {
        for (const some of await storage.findEndMails()) while (await storage.queueEndMails(some, now));
      }
      await run(one, NOW)
      const end = NOW + WEEK + 10
      const licenses = Array.from({ length: 230 }, () => testLicense({ authExpire: end }))
      await one.createLicenses('project', licenses, { customerOf })
      const others = [
        testLicense({ authExpire: end, banned: true, status: 'banned' }),
        testLicense({ authExpire: end, stopped: 'refunded' }),
        testLicense({ authExpire: end, trial: true }),
        testLicense({ authExpire: end, perpetual: true }),
        testLicense({ authExpire: end + 1 }),
      ]
      await one.createLicenses('project', others, { customerOf })
      await one.createLicenses('project', [testLicense({ authExpire: end })])
      await run(one, NOW + 9)
      expect(await kinds(one)).toEqual([])
      await Promise.all([run(one, NOW + 10), run(two, NOW + 10)])
      expect(await kinds(one)).toHaveLength(licenses.length)
      await run(two, NOW + 11)
      expect(await kinds(one)).toHaveLength(licenses.length + 1)
    })
  })
}

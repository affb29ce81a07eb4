import { describe, expect, test } from 'vitest'
import { NOW } from '../../testing/records.ts'
import { DEFAULT_RELEASE_SETTINGS } from '../releases.ts'
import type { ReleaseStorage } from '../storage.ts'
import { signed } from './publish.ts'

const BY = { at: NOW, actor: 'api-key', address: '', fields: [] } as const

/** The contract of `ReleaseStorage`, by two nodes on one database. */
export function describeReleases(both: () => Promise<readonly [ReleaseStorage, ReleaseStorage]>): void {
  describe('releases', () => {
    const record = signed({ version: '1.0.0' })

    test('many publishers at two nodes make one release, and one upload of each file', async () => {
      const nodes = await both()
      const other = signed({ version: '1.0.0', more: { file: 'App.exe', platform: 'win32' } })
      const added = await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          nodes[at % 2 === 0 ? 0 : 1].addReleaseFile(
            'project',
            { signed: at % 4 < 2 ? record : other, notes: 'New.', uploadId: `upload ${at}` },
            BY,
          ),
        ),
      )
      expect(new Set(added.map((file) => (typeof file === 'string' ? file : file.uploadId))).size).toBe(2)
      const found = await nodes[1].findReleases('test-app')
      expect(found).toMatchObject({
        projectId: 'project',
        appName: 'test-app',
        settings: DEFAULT_RELEASE_SETTINGS,
      })
      expect(found?.releases).toMatchObject([{ version: '1.0.0', state: 'draft', notes: 'New.', share: 100 }])
      expect(found?.releases[0]?.files.map((file) => file.signed)).toEqual([record, other])
    })

    test('a whole file is never replaced, a half one is', async () => {
      const [one, two] = await both()
      const changed = signed({ version: '1.0.0', content: Buffer.from('other') })
      await one.addReleaseFile('project', { signed: record, notes: '', uploadId: 'a' }, BY)
      expect(
        await two.addReleaseFile('project', { signed: changed, notes: '', uploadId: 'b' }, BY),
      ).toMatchObject({
        uploadId: 'b',
      })
      await two.endUpload('project', 'b')
      expect(await one.addReleaseFile('project', { signed: record, notes: '', uploadId: 'c' }, BY)).toBe(
        'other-file',
      )
      expect(await one.findReleaseFile('project', 'b')).toMatchObject({ isWhole: true, signed: changed })
      expect(await one.findReleaseFile('project', 'a')).toBeUndefined()
      expect(await one.findReleaseFile('nobody', 'b')).toBeUndefined()
      await Promise.all([one.countDownload('b'), two.countDownload('b')])
      expect(await one.findReleaseFile('project', 'b')).toMatchObject({ downloads: 2 })
    })

    test('changes of two nodes at once are all kept', async () => {
      const [one, two] = await both()
      await one.addReleaseFile('project', { signed: record, notes: '', uploadId: 'a' }, BY)
      const add = (storage: ReleaseStorage, channel: string) =>
        storage.changeRelease(
          'project',
          '1.0.0',
          ({ files: _, ...release }) => ({ ...release, channels: [...release.channels, channel] }),
          BY,
        )
      await Promise.all([add(one, 'beta'), add(two, 'latest')])
      const found = await one.findReleases('project')
      expect(found?.releases[0]?.channels.toSorted()).toEqual(['beta', 'latest'])
      expect(await one.changeRelease('project', '2.0.0', () => 'half-upload', BY)).toBe('no-such-release')
      const set = (storage: ReleaseStorage, changes: object) =>
        storage.changeReleaseSettings('project', (settings) => ({ ...settings, ...changes }), BY)
      await Promise.all([set(one, { feed: 'all' }), set(two, { withoutLicense: true })])
      expect((await one.findReleases('project'))?.settings).toMatchObject({
        feed: 'all',
        withoutLicense: true,
      })
    })
  })
}

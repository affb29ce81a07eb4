import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { notesOf, writeFeeds } from './update-feed.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-feed-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test('writes one feed file per platform with the installers of this version', async () => {
  const installers = [
    'harbour-1.2.0-setup.exe',
    'harbour-1.2.0-mac-arm64.zip',
    'harbour-1.2.0-mac-x64.zip',
    'harbour-1.2.0-mac-arm64.dmg',
    'harbour-1.2.0-linux-x64.tar.gz',
    'harbour-1.1.0-setup.exe',
  ]
  for (const name of installers) await writeFile(join(dir, name), 'abc')
  expect(await writeFeeds(dir, { version: '1.2.0', notes: '- Faster.' })).toEqual([
    'latest.yml',
    'latest-mac.yml',
  ])
  const feed = JSON.parse(await readFile(join(dir, 'latest-mac.yml'), 'utf8'))
  expect(feed).toMatchObject({ version: '1.2.0', releaseNotes: '- Faster.' })
  expect(feed.files.map(({ url }: { url: string }) => url)).toEqual([
    'harbour-1.2.0-mac-arm64.zip',
    'harbour-1.2.0-mac-x64.zip',
  ])
  // SHA-512 of `abc`: FIPS 180-2, appendix C.1, in base64.
  expect(feed.files[0]).toMatchObject({
    size: 3,
    sha512: '3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
  })
  expect((await readdir(dir)).filter((name) => name.endsWith('.yml'))).toHaveLength(2)
})

test('extracts only the section of one version from the changelog', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n- Soon.\n\n## [1.2.0] - 2026-11-21\n\n### Added\n- Faster.\n\n## [1.1.0]\n- Old.\n'
  expect(notesOf(changelog, '1.2.0')).toBe('### Added\n- Faster.')
  expect(notesOf(changelog, '1.3.0')).toBe('')
})

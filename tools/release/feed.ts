/**
 * Writes the update feed next to the installers: latest.yml, latest-mac.yml and latest-linux.yml.
 * Upload all files of the folder to LATCHKEY_UPDATE_URL. Needs Node 24 and no packages.
 * Usage: node tools/release/feed.ts FOLDER
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { rootDir } from '../set-up/places.js'
import { runMain, SetupError } from '../set-up/setup-error.js'
import { notesOf, writeFeeds } from './update-feed.ts'

await runMain(async () => {
  const [dir] = process.argv.slice(2)
  if (dir === undefined) throw new SetupError('Usage: node tools/release/feed.ts FOLDER')
  const changelog = await readFile(join(rootDir, 'CHANGELOG.md'), 'utf8').catch(() => '')
  const { version } = manifest
  const written = await writeFeeds(dir, { version, notes: notesOf(changelog, version) })
  if (written.length === 0)
    throw new SetupError(`The folder has no installer of ${version} that supports updates.`)
  for (const name of written) process.stdout.write(`${join(dir, name)}\n`)
  return 0
})

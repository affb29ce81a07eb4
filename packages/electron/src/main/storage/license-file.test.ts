import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_FILE_BYTES, openProfile } from '@latchkey/client'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSeededRandom, isLongRun, SEED } from '../../../../client/src/license/testing/seeded-random.ts'
import { contentOfRound, openIn } from './testing/write-until-killed.ts'

// In plain Node, `electron` is the path of the program, which would be downloaded.
vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', tmpdir())

const KILLS = isLongRun ? 120 : 4
const SCRIPT = join(import.meta.dirname, 'testing/write-until-killed.ts')
const text = (content: unknown): string => JSON.stringify(content, undefined, '\t')

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-license-file-'))
  path = join(dir, 'license.json')
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
})

test('writes what the profile writes in plain Node, also in a folder that does not exist', async () => {
  const folder = join(dir, 'new', 'latchkey')
  const file = openIn(folder)
  expect(file.read()).toBeUndefined()
  for (const content of [{ version: 1, key: 'Straße', 'a.b': [1] }, { history: 'aa==' }, {}]) {
    await openProfile(folder).license.write(text({ key: 'an older one' }))
    expect(await file.write(text(content))).toBe(true)
    expect(file.read()).toBe(text(content))
  }
  expect(readdirSync(folder)).toEqual(['license.json'])
})

test('writes follow one another, also while electron-store is imported', async () => {
  const file = openIn(dir)
  const contents = Array.from({ length: 20 }, (_, round) => text(contentOfRound(round)))
  expect(await Promise.all(contents.map(file.write))).not.toContain(false)
  expect(file.read()).toBe(contents.at(-1))
})

test.skipIf(process.platform === 'win32')('only this user may read the file', async () => {
  const previous = process.umask(0)
  onTestFinished(() => void process.umask(previous))
  writeFileSync(path, '{}')
  chmodSync(path, 0o666)
  await openIn(dir).write('{}')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

const ofSize = (bytes: number) => () => {
  writeFileSync(path, '{}')
  truncateSync(path, bytes)
}
/** What somebody may put in the place of the file. electron-store alone would hang, or fail. */
const OBSTACLES: readonly (readonly [name: string, put: () => void])[] = [
  ['a file of 600 MB', ofSize(600_000_000)],
  ['a link to an endless device', () => symlinkSync('/dev/zero', path)],
  ['a named pipe', () => execFileSync('mkfifo', [path])],
]

describe.skipIf(process.platform === 'win32').each(OBSTACLES)('%s', (_name, put) => {
  test('is not read, and is replaced by the next write', { timeout: 10_000 }, async () => {
    const file = openIn(dir)
    // The second one is there when electron-store has been opened.
    for (const content of [text({ key: 'one' }), text({ key: 'two' })]) {
      rmSync(path, { force: true })
      put()
      expect(file.read()).toBeUndefined()
      expect(await file.write(content)).toBe(true)
      expect(file.read()).toBe(content)
    }
    expect(readdirSync(dir)).toEqual(['license.json'])
  })
})

test('replaces a file that is not JSON, such as one of 1 MiB, less a byte', async () => {
  for (const damage of ['', '{"key":', 'a'.repeat(MAX_FILE_BYTES - 1)]) {
    writeFileSync(path, damage)
    expect(await openIn(dir).write(text({ key: 'new' }))).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(text({ key: 'new' }))
  }
})

test('a write that fails changes nothing, and a later one succeeds', async () => {
  // A folder in the place of the file makes the write fail, also for root.
  mkdirSync(path)
  const file = openIn(dir)
  expect([await file.write('{}'), await file.write('{}')]).toEqual([false, false])
  expect(readdirSync(dir)).toEqual(['license.json'])
  rmdirSync(path)
  expect([await file.write('{}'), file.read()]).toEqual([true, '{}'])
})

test(`contains one complete content after each of ${KILLS} kills (seed ${SEED})`, async () => {
  const random = createSeededRandom(SEED)
  let last = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const child = spawn(process.execPath, [SCRIPT, dir, String(last + 1)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    // The moment of the kill must be random, so there is no event to wait for.
    await new Promise((resolve) => setTimeout(resolve, random.below(30)))
    child.kill('SIGKILL')
    await once(child, 'exit')
    // electron-store may leave a file, whose name is one that the profile deletes at the next
    // start.
    const content = JSON.parse(openIn(dir).read() ?? '')
    expect(readdirSync(dir)).toEqual(['license.json'])
    expect(content).toEqual(contentOfRound(content.round))
    expect(content.round).toBeGreaterThan(last)
    last = content.round
  }
}, 600_000)

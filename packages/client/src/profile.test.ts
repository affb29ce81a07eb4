import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { MAX_FILE_BYTES, openProfile } from './profile.ts'

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-profile-'))
  path = join(dir, 'license.json')
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
})

test('a file reads as written, also in a folder that does not exist, and no temporary file is left', async () => {
  const folder = join(dir, 'new', 'folders')
  const { license, device, window } = openProfile(folder)
  expect(license.read()).toBeUndefined()
  for (const text of ['one', 'Straße']) {
    for (const file of [license, device.sealed, device.random]) {
      expect(await file.write(text)).toBe(true)
      expect(file.read()).toBe(text)
    }
    expect(window.writeNow(text)).toBe(true)
    expect(window.read()).toBe(text)
  }
  const names = ['device-random.json', 'device.json', 'license.json', 'window.json']
  expect(readdirSync(folder).sort()).toEqual(names)
})

test('writes follow one another, and the last one wins', async () => {
  const { license } = openProfile(dir)
  const texts = Array.from({ length: 20 }, (_, index) => 'x'.repeat(20_000 - 1_000 * index))
  expect(await Promise.all(texts.map(license.write))).not.toContain(false)
  expect(license.read()).toBe(texts.at(-1))
})

test('reads a file by a link, and replaces the link', async () => {
  writeFileSync(join(dir, 'elsewhere'), 'a'.repeat(MAX_FILE_BYTES - 1))
  symlinkSync(join(dir, 'elsewhere'), path)
  const { license } = openProfile(dir)
  expect(license.read()).toHaveLength(MAX_FILE_BYTES - 1)
  await license.write('text')
  expect([license.read(), statSync(join(dir, 'elsewhere')).size]).toEqual(['text', MAX_FILE_BYTES - 1])
})

test.skipIf(process.platform === 'win32')('only this user may read a file', async () => {
  const previous = process.umask(0)
  onTestFinished(() => void process.umask(previous))
  writeFileSync(path, 'an older file')
  chmodSync(path, 0o666)
  const { license, window } = openProfile(dir)
  await license.write('secret')
  window.writeNow('bounds')
  const modes = [path, join(dir, 'window.json')].map((each) => statSync(each).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600])
})

const ofSize = (bytes: number) => (path: string) => {
  writeFileSync(path, '{}')
  truncateSync(path, bytes)
}
/** What somebody may put in the place of a file. A read without a limit hangs or takes seconds. */
const OBSTACLES: readonly (readonly [name: string, put: (path: string) => void])[] = [
  ['a file of 1 MiB', ofSize(MAX_FILE_BYTES)],
  ['a file of 600 MB', ofSize(600_000_000)],
  ['a link to an endless device', (path) => symlinkSync('/dev/zero', path)],
  ['a named pipe', (path) => execFileSync('mkfifo', [path])],
]

describe.skipIf(process.platform === 'win32').each(OBSTACLES)('%s', (_name, put) => {
  test('is not read, and is replaced by the next write', { timeout: 5_000 }, async () => {
    for (const name of ['license.json', 'window.json']) put(join(dir, name))
    const { license, window } = openProfile(dir)
    expect([license.read(), window.read()]).toEqual([undefined, undefined])
    expect([await license.write('text'), window.writeNow('text')]).toEqual([true, true])
    expect([license.read(), window.read()]).toEqual(['text', 'text'])
  })
})

test('a write that fails changes nothing, and leaves no temporary file', async () => {
  // A folder in the place of a file makes the write fail, also for root.
  for (const name of ['license.json', 'window.json']) mkdirSync(join(dir, name))
  const { license, window } = openProfile(dir)
  expect(license.read()).toBeUndefined()
  expect([await license.write('text'), window.writeNow('text')]).toEqual([false, false])
  expect(readdirSync(dir)).toEqual(['license.json', 'window.json'])
  writeFileSync(join(dir, 'note'), 'a file in the place of the folder')
  const elsewhere = openProfile(join(dir, 'note'))
  expect([await elsewhere.license.write('text'), elsewhere.window.writeNow('text')]).toEqual([false, false])
  expect(readFileSync(join(dir, 'note'), 'utf8')).toBe('a file in the place of the folder')
})

test('tries again while another program reads the file, or has deleted the temporary file', async () => {
  let tries = 0
  const { license } = openProfile(dir, async (from, to) => {
    tries++
    if (tries === 1) throw Object.assign(new Error('A scanner reads it.'), { code: 'EPERM' })
    if (tries === 2) openProfile(dir)
    return rename(from, to)
  })
  expect(await license.write('text')).toBe(true)
  expect([tries, license.read(), readdirSync(dir)]).toEqual([3, 'text', ['license.json']])
})

test('deletes what interrupted writes have left, and nothing else', () => {
  const others = ['license.json', 'notes.tmp-1', 'my-license.json.tmp-1']
  for (const name of [...others, 'license.json.tmp-1-1', 'device.json.tmp-0b7d6a52']) {
    writeFileSync(join(dir, name), 'text')
  }
  openProfile(dir)
  expect(readdirSync(dir).sort()).toEqual(others.sort())
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Conf from 'conf'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createDeviceFiles } from './device/device-files.ts'
import { createLicenseFile } from './license/license-file.ts'
import { LICENSE_FILE_OPTIONS } from './license/license-file-options.ts'
import { MAX_FILE_BYTES, readSmallFile } from './read-small-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-small-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
})

test('reads a regular file, also by a link', () => {
  const path = join(dir, 'file')
  writeFileSync(path, 'Straße')
  symlinkSync(path, join(dir, 'link'))
  expect(readSmallFile(path)).toBe('Straße')
  expect(readSmallFile(join(dir, 'link'))).toBe('Straße')
  writeFileSync(path, 'a'.repeat(MAX_FILE_BYTES - 1))
  expect(readSmallFile(path)).toHaveLength(MAX_FILE_BYTES - 1)
  expect(readSmallFile(join(dir, 'nothing'))).toBeUndefined()
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
    const { name, ...options } = LICENSE_FILE_OPTIONS
    const path = join(dir, `${name}.json`)
    put(path)
    expect(readSmallFile(path)).toBeUndefined()
    const license = createLicenseFile(
      dir,
      async () => new Conf({ ...options, cwd: dir, configName: name, projectName: 'test' }),
    )
    expect(license.read()).toBeUndefined()
    await license.write({ version: 1 })
    expect(license.read()).toEqual({ version: 1 })

    put(join(dir, 'device.json'))
    const { sealed } = createDeviceFiles(dir)
    expect(await sealed.read()).toBeUndefined()
    expect(await sealed.write('text')).toBe(true)
    expect(await sealed.read()).toBe('text')
  })
})

test('a folder is not read, and a write to it fails', async () => {
  mkdirSync(join(dir, 'device.json'))
  const { sealed } = createDeviceFiles(dir)
  expect(await sealed.read()).toBeUndefined()
  expect(await sealed.write('text')).toBe(false)
})

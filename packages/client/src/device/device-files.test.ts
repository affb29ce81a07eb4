import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDeviceFiles } from './device-files.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'latchkey-device-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('a missing file reads as undefined', async () => {
  expect(await createDeviceFiles(directory).sealed.read()).toBeUndefined()
})

test('a file reads as written, and no temporary file remains', async () => {
  const files = createDeviceFiles(join(directory, 'new', 'directories'))
  expect(await files.sealed.write('one')).toBe(true)
  expect(await files.sealed.write('two')).toBe(true)
  expect(await files.random.write('three')).toBe(true)
  expect(await files.sealed.read()).toBe('two')
  expect((await readdir(join(directory, 'new', 'directories'))).sort()).toEqual([
    'device-random.json',
    'device.json',
  ])
})

test.skipIf(process.platform === 'win32')('only this user may read a file', async () => {
  const previous = process.umask(0)
  try {
    await writeFile(join(directory, 'device.json'), 'an older file with mode 666')
    await chmod(join(directory, 'device.json'), 0o666)
    await createDeviceFiles(directory).sealed.write('secret')
    expect((await stat(join(directory, 'device.json'))).mode & 0o777).toBe(0o600)
  } finally {
    process.umask(previous)
  }
})

test('a failed write leaves the file unchanged and no temporary file', async () => {
  // A directory at the file's path makes the write fail, also for root.
  await mkdir(join(directory, 'device.json', 'file'), { recursive: true })
  await writeFile(join(directory, 'note'), 'a file in place of a directory')
  expect(await createDeviceFiles(directory).sealed.write('text')).toBe(false)
  expect(await createDeviceFiles(directory).sealed.read()).toBeUndefined()
  expect(await createDeviceFiles(join(directory, 'note')).sealed.write('text')).toBe(false)
  expect((await readdir(directory)).sort()).toEqual(['device.json', 'note'])
  expect(await readFile(join(directory, 'note'), 'utf8')).toBe('a file in place of a directory')
})

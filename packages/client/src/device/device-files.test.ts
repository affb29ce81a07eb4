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

test('a file that was never written reads as nothing', async () => {
  expect(await createDeviceFiles(directory).sealed.read()).toBeUndefined()
})

test('a file is read as it was written, and nothing is left beside it', async () => {
  const files = createDeviceFiles(join(directory, 'made', 'on the way'))
  expect(await files.sealed.write('one')).toBe(true)
  expect(await files.sealed.write('two')).toBe(true)
  expect(await files.random.write('three')).toBe(true)
  expect(await files.sealed.read()).toBe('two')
  expect((await readdir(join(directory, 'made', 'on the way'))).sort()).toEqual([
    'device-random.json',
    'device.json',
  ])
})

test.skipIf(process.platform === 'win32')('a file is for this user alone', async () => {
  const previous = process.umask(0)
  try {
    await writeFile(join(directory, 'device.json'), 'older, and open to all')
    await chmod(join(directory, 'device.json'), 0o666)
    await createDeviceFiles(directory).sealed.write('secret')
    expect((await stat(join(directory, 'device.json'))).mode & 0o777).toBe(0o600)
  } finally {
    process.umask(previous)
  }
})

test('a file that cannot be written stays as it was and leaves nothing behind', async () => {
  // A directory in the file's place stands in for a disk that refuses: it does so for root as well.
  await mkdir(join(directory, 'device.json', 'in the way'), { recursive: true })
  await writeFile(join(directory, 'note'), 'a file where a directory is wanted')
  expect(await createDeviceFiles(directory).sealed.write('text')).toBe(false)
  expect(await createDeviceFiles(directory).sealed.read()).toBeUndefined()
  expect(await createDeviceFiles(join(directory, 'note')).sealed.write('text')).toBe(false)
  expect((await readdir(directory)).sort()).toEqual(['device.json', 'note'])
  expect(await readFile(join(directory, 'note'), 'utf8')).toBe('a file where a directory is wanted')
})

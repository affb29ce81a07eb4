import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyOfRound, openStoreIn } from './testing/save-until-killed.ts'
import { createSeededRandom, isLongRun, SEED } from './testing/seeded-random.ts'

const KILLS = isLongRun ? 120 : 4
const SCRIPT = join(import.meta.dirname, 'testing/save-until-killed.ts')

const HISTORY = { time: { offsetSeconds: 0, highestSeconds: 5 }, ended: { keys: [] } }

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-store-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test(`contains one complete state after each of ${KILLS} kills during a save (seed ${SEED})`, async () => {
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
    const { stored, history, isUnreadable } = await openStoreIn(dir).open()
    const round = stored?.proof?.checkedAt ?? Number.NaN
    expect(isUnreadable).toBe(false)
    expect(round).toBeGreaterThan(last)
    expect(stored).toEqual({
      key: keyOfRound(round),
      proof: {
        checkedAt: round,
        license: { note: 'n'.repeat(round % 300), executions: round, expiresAt: 'never' },
      },
    })
    expect(history?.time.highestSeconds).toBe(round)
    last = round
  }
}, 1_200_000)

test('a truncated file contains no license, and can be written again', async () => {
  const store = openStoreIn(dir)
  await store.save({ key: keyOfRound(1) }, HISTORY)
  const path = join(dir, 'license.json')
  const whole = await readFile(path)
  for (let length = 0; length < whole.length; length += 7) {
    await writeFile(path, whole.subarray(0, length))
    const reopened = openStoreIn(dir)
    expect((await reopened.open()).stored).toBeUndefined()
    await reopened.save({ key: keyOfRound(2) }, HISTORY)
    expect((await openStoreIn(dir).open()).stored).toEqual({ key: keyOfRound(2) })
  }
})

test.each([
  ['bytes', Buffer.from([0xff, 0xfe, 0, 1, 2, 3])],
  ['a list', Buffer.from('[1,2]')],
  ['a text', Buffer.from('"key"')],
  ['__proto__', Buffer.from('{"__proto__":{"key":"AAAA","version":1,"sealedBy":"device"}}')],
  ['a thousand nested brackets', Buffer.from('['.repeat(1000))],
])('a file with %s contains no license, and can be written again', async (_name, content) => {
  await writeFile(join(dir, 'license.json'), content)
  const store = openStoreIn(dir)
  expect((await store.open()).stored).toBeUndefined()
  expect(await store.save({ key: keyOfRound(2) }, HISTORY)).toBe('device')
})

test('saving resolves to nothing if the folder is a file', async () => {
  const path = join(dir, 'not-a-folder')
  await writeFile(path, '')
  const store = openStoreIn(path)
  expect(store.mayHaveKey()).toBe(false)
  expect(await store.save({ key: keyOfRound(2) }, HISTORY)).toBe('nothing')
})

test.skipIf(process.platform === 'win32')('only the owner can read and write the file', async () => {
  await openStoreIn(dir).save({ key: keyOfRound(1) }, HISTORY)
  expect((await stat(join(dir, 'license.json'))).mode & 0o777).toBe(0o600)
})

import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommandLine } from '../../cli/command-line.ts'
import { openStorage } from '../../modules.ts'
import { testAccount } from '../../testing/records.ts'
import { redactUrl } from './open.ts'

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-open-'))
  path = join(dir, 'license.db')
})
afterEach(() => rmSync(dir, { recursive: true }))

const open = () => openStorage(`sqlite:${path}`, {})
const make = async () => {
  const { storage } = await open()
  await storage.createAccount(testAccount())
  await storage.close()
}

describe.skipIf(process.platform === 'win32')('The files of a database', () => {
  const modes = () =>
    Object.fromEntries(readdirSync(dir).map((name) => [name, statSync(join(dir, name)).mode & 0o777]))

  test('are for their owner alone, whatever the umask', async () => {
    const before = process.umask(0)
    try {
      const { storage } = await open()
      await storage.createAccount(testAccount())
      expect(modes()).toEqual({
        'license.db': 0o600,
        'license.db-shm': 0o600,
        'license.db-wal': 0o600,
        'license.db.service-key': 0o600,
      })
      const print = () => undefined
      const words = ['backup', '--database', `sqlite:${path}`, '--to', join(dir, 'copy.db')]
      await runCommandLine(words, { environment: {}, print })
      expect(modes()['copy.db']).toBe(0o600)
      await storage.close()
    } finally {
      process.umask(before)
    }
  })

  test('that others can read, such as a restored copy, are taken from others at the next start', async () => {
    const { storage } = await open()
    // The log file of a service that was killed is still there.
    for (const suffix of ['', '-wal', '-shm']) chmodSync(path + suffix, 0o644)
    const again = await open()
    expect(again.warnings).toEqual([])
    expect(Object.values(modes())).toEqual([0o600, 0o600, 0o600, 0o600])
    await again.storage.close()
    await storage.close()
  })
})

describe('A service key without its database', () => {
  test.each([
    ['is missing', () => rmSync(path)],
    ['is empty', () => writeFileSync(path, '')],
  ])('is refused with what to do, when the database %s', async (_what, lose) => {
    await make()
    lose()
    const opened = open()
    await expect(opened).rejects.toThrow(/missing or empty.*mistyped.*backup.*move the service key away/)
    await expect(opened).rejects.toMatchObject({ name: 'UserError' })
    expect(existsSync(path) ? statSync(path).size : 0).toBe(0)

    // After the user has done what the message says, the service begins with an empty database.
    rmSync(`${path}.service-key`)
    const { storage, warnings } = await open()
    expect(warnings).toEqual([expect.stringContaining('is new and has no account')])
    expect(await storage.findAccountByEmail('vendor@example.org')).toBeUndefined()
    await storage.close()
  })

  test('is no obstacle once the database is back, or when the key is given', async () => {
    await make()
    const { storage, warnings } = await open()
    expect(warnings).toEqual([])
    expect(await storage.findAccountByEmail('vendor@example.org')).toEqual(testAccount())
    await storage.close()
    rmSync(path)
    const given = await openStorage(`sqlite:${path}`, { LATCHKEY_SERVICE_KEY: 'f'.repeat(64) })
    await given.storage.close()
  })

  test('does not come about when several processes make the same database at once', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, open))
    await all[0]?.storage.createAccount(testAccount())
    for (const { storage } of all) {
      expect(await storage.findAccountByEmail('vendor@example.org')).toEqual(testAccount())
      await storage.close()
    }
  })
})

test.each([
  ['postgres://user:password@a,b/name', 'postgres://…@a,b/name'],
  ['postgres://user:pass/word@a/name', 'postgres://…@a/name'],
  ['postgres://user:pass@word@a/name', 'postgres://…@a/name'],
  [
    'postgres://a/name?user=user&password=password&ssl=true',
    'postgres://a/name?user=user&password=…&ssl=true',
  ],
  ['sqlite:license.db', 'sqlite:license.db'],
])('A message about %s has no password', async (url, redacted) => {
  expect(redactUrl(url)).toBe(redacted)
})

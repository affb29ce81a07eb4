import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { attempt, snapshotOf, snapshotsOf } from '../checks/testing/contract.ts'
import { createServiceKey } from '../core/security/seal.ts'
import { decideDelete } from '../licenses/change-license.ts'
import { createSqliteStorage, openStorage } from '../modules.ts'
import { NOW, storedLicense, testAccount, testLicense, testProject } from '../testing/records.ts'
import { runCommandLine } from './command-line.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-backup-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const run = (words: readonly string[]) => {
  const printed: unknown[] = []
  return runCommandLine(words, { environment: {}, print: (data) => printed.push(data) }).then(() => printed)
}

test('copies a database that is being written, checks and their nonces included', async () => {
  const [path, to] = [join(dir, 'live.sqlite'), join(dir, 'copy.sqlite')]
  const seal = createServiceKey(randomBytes(32))
  const live = await createSqliteStorage({ path, seal })
  await live.createAccount(testAccount())
  await live.createProject(testProject())
  const license = testLicense()
  await live.createLicense('project', license)
  const check = (nonce: string) =>
    snapshotsOf(live, [attempt({ key: license.key, nonce })], () => ({
      execution: true,
      rememberNonceUntil: NOW + 120,
    }))
  await check('before')
  let over = false
  const writing = (async () => {
    for (let count = 0; !over; count += 1) {
      await check(`during ${count}`)
      // In a service, requests arrive between two groups.
      await setImmediate()
    }
  })()
  const words = ['backup', '--database', `sqlite:${path}`, '--to', to]
  expect(await run(words)).toEqual([{ database: path, backup: to, pages: expect.any(Number) }])
  over = true
  await writing
  await live.close()

  const copy = await createSqliteStorage({ path: to, seal })
  expect(await snapshotOf(copy, { nonce: 'before', key: license.key })).toMatchObject({
    nonceTaken: true,
    project: testProject(),
  })
  const [hour] = (await copy.usage('account', 0, 0)).hours
  expect((await storedLicense(copy, license.key))?.totalExecutions).toBe(hour?.executions)
  await copy.close()
  await expect(run(words)).rejects.toThrow(/already exists/)
})

test('a copy has nothing of notes that were deleted or replaced', async () => {
  const [path, to] = [join(dir, 'live.sqlite'), join(dir, 'copy.sqlite')]
  const live = await createSqliteStorage({ path, seal: createServiceKey(randomBytes(32)) })
  await live.createAccount(testAccount())
  await live.createProject(testProject())
  // The last text is a single run in the index of the search, so it would be found there, too.
  const gone = ['Ada Lovelace, invoice 7', 'Bertha Benz, invoice 8', '\u2603\u2604\u2605']
  const licenses = gone.map((note) => testLicense({ note }))
  for (const license of licenses) await live.createLicense('project', license)
  await live.createLicense('project', testLicense({ note: 'Carl Benz, invoice 9' }))
  const [first, ...others] = licenses
  await live.changeLicense('project', first?.key ?? '', (license) => ({
    outcome: 'changed',
    license: { ...license, note: 'x' },
  }))
  for (const { key } of others)
    await live.changeLicense('project', key, (license) => decideDelete(license, NOW))
  await run(['backup', '--database', `sqlite:${path}`, '--to', to])
  await live.close()

  const bytes = readFileSync(to)
  expect(bytes.includes('Carl Benz, invoice 9')).toBe(true)
  expect(gone.filter((note) => bytes.includes(note))).toEqual([])
})

test('a copy that is restored without its service key is refused, and no key is made', async () => {
  const [path, to] = [join(dir, 'license.db'), join(dir, 'backup.db')]
  const { storage } = await openStorage(`sqlite:${path}`, {})
  await storage.createAccount(testAccount())
  await storage.createProject(testProject())
  await storage.close()
  await run(['backup', '--database', `sqlite:${path}`, '--to', to])
  const newDir = join(dir, 'new')
  mkdirSync(newDir)
  const restored = join(newDir, 'license.db')
  copyFileSync(to, restored)
  const open = (environment = {}) => openStorage(`sqlite:${restored}`, environment)
  await expect(open()).rejects.toMatchObject({ name: 'UserError' })
  await expect(open()).rejects.toThrow(
    /license\.db\.service-key .* is missing\. Restore it from .* LATCHKEY_SERVICE_KEY/,
  )
  expect(readdirSync(newDir).filter((name) => name.includes('service-key'))).toEqual([])

  const key = readFileSync(`${path}.service-key`, 'utf8').trim()
  const given = await open({ LATCHKEY_SERVICE_KEY: key })
  expect(await given.storage.findProjectByAppName('test-app')).toMatchObject({
    secrets: testProject().secrets,
  })
  await given.storage.close()
  copyFileSync(`${path}.service-key`, `${restored}.service-key`)
  await (await open()).storage.close()
})

test('says what to do about a folder that is missing, and leaves nothing of a copy that fails', async () => {
  const path = join(dir, 'live.sqlite')
  const live = await createSqliteStorage({ path, seal: createServiceKey(randomBytes(32)) })
  await live.close()
  const to = (target: string) => ['backup', '--database', `sqlite:${path}`, '--to', target]
  await expect(run(to(join(dir, 'none', 'copy.sqlite')))).rejects.toThrow(
    /There is no folder .*none.* Make it/,
  )
  await expect(run(to(join(path, 'copy.sqlite')))).rejects.toThrow(/There is no folder .*live\.sqlite/)
  const damaged = join(dir, 'damaged.sqlite')
  writeFileSync(damaged, 'not a database '.repeat(1_000))
  await expect(
    run(['backup', '--database', `sqlite:${damaged}`, '--to', join(dir, 'copy.sqlite')]),
  ).rejects.toThrow(/was not made: file is not a database/)
  expect(readdirSync(dir).filter((name) => name.startsWith('copy'))).toEqual([])
})

test('says what it cannot copy', async () => {
  const to = ['--to', join(dir, 'copy.sqlite')]
  await expect(run(['backup', '--database', 'postgres://localhost/x', ...to])).rejects.toThrow(/SQLite file/)
  await expect(run(['backup', '--database', 'sqlite::memory:', ...to])).rejects.toThrow(/SQLite file/)
  await expect(run(['backup', '--database', `sqlite:${dir}/none`, ...to])).rejects.toThrow(/does not exist/)
})

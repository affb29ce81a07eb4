import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSigningKeyPair } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decideGroup } from '../../../checks/check-group.ts'
import type { DecideCheck } from '../../../checks/check-key.ts'
import { createSqliteStorage, STORAGE_MODULES } from '../../../modules.ts'
import {
  linkedTo,
  NOW,
  storedLicense,
  testAccount,
  testLicense,
  testProject,
} from '../../../testing/records.ts'
import { newSigningKey } from '../../accounts/signing-keys.ts'
import { createServiceKey } from '../../security/seal.ts'
import { schemaOf } from '../sql/module-schema.ts'
import { DatabaseTooNew, StorageUnavailable, WrongServiceKey } from '../storage.ts'
import { describeStorage } from '../testing/contract.ts'
import { migrate } from './migrate.ts'

const SCHEMA = schemaOf(STORAGE_MODULES, 'sqlite')

const seal = createServiceKey(randomBytes(32))
/** A change of the tables that a later version may make. */
const ADD_PRETEND = `alter table licenses add column pretend text not null default 'none';
  create index licenses_by_pretend on licenses (pretend)`

// The tables and statements are those of a file. In short runs, the tests of the service use this
// storage.
if (process.env['LATCHKEY_LONG_TESTS'] === '1') {
  describeStorage('memory', async (monotonic) => {
    const storage = await createSqliteStorage({ path: ':memory:', seal, monotonic })
    return { storage, reopen: undefined, another: undefined, dispose: () => storage.close() }
  })
}

describeStorage('a file', async (monotonic) => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-storage-'))
  const path = join(dir, 'test.sqlite')
  let storage = await createSqliteStorage({ path, seal, monotonic })
  return {
    storage,
    async reopen() {
      await storage.close()
      storage = await createSqliteStorage({ path, seal, monotonic })
      return storage
    },
    another: () => createSqliteStorage({ path, seal, monotonic }),
    async dispose() {
      await storage.close()
      rmSync(dir, { recursive: true })
    },
  }
})

describe('an SQLite file', () => {
  let dir: string
  let path: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'latchkey-storage-'))
    path = join(dir, 'test.sqlite')
  })
  afterEach(() => rmSync(dir, { recursive: true }))

  test('holds no shared secret and no API key in clear', async () => {
    const storage = await createSqliteStorage({ path, seal })
    await storage.createAccount(testAccount({ id: 'account' }))
    await storage.createProject(testProject())
    // The files are searched before the close, so that the write-ahead log is among them.
    for (const name of readdirSync(dir)) {
      const bytes = readFileSync(join(dir, name))
      for (const secret of [...testProject().secrets, 'latchkey_account']) {
        expect(bytes.includes(secret), `${secret} in ${name}`).toBe(false)
      }
    }
    await storage.close()
    expect(readFileSync(path).includes('test-app')).toBe(true)
  })

  test('does not open sealed secrets that were copied from another project', async () => {
    const storage = await createSqliteStorage({ path, seal })
    await storage.createAccount(testAccount())
    await storage.createProject(testProject())
    await storage.createProject(testProject({ id: 'other', appName: 'other-app' }))
    await storage.close()

    const raw = new DatabaseSync(path)
    raw.exec(
      `update projects set sealed_secrets = (select sealed_secrets from projects where public_id = 'project')`,
    )
    raw.close()

    const reopened = await createSqliteStorage({ path, seal })
    await expect(reopened.findProjectByAppName('other-app')).rejects.toThrow()
    expect(await reopened.findProjectByAppName('test-app')).toEqual(testProject())
    await reopened.close()
  })

  test('is refused at the start with another service key', async () => {
    await (await createSqliteStorage({ path, seal })).close()
    const other = createServiceKey(randomBytes(32))
    await expect(createSqliteStorage({ path, seal: other })).rejects.toBeInstanceOf(WrongServiceKey)
  })

  test('is refused when a later version wrote it', async () => {
    await (await createSqliteStorage({ path, seal })).close()
    const raw = new DatabaseSync(path)
    raw.exec('pragma user_version = 1000')
    await expect(createSqliteStorage({ path, seal })).rejects.toBeInstanceOf(DatabaseTooNew)
    raw.exec('pragma user_version = 12')
    raw.close()
    await expect(createSqliteStorage({ path, seal })).rejects.toThrow(/an unreleased Latchkey .* export/)
  })

  /**
   * Upgrades a database in another process. Resolves when that starts, or when it is in its
   * function `hang`.
   */
  const upgradeInProcess = async (until: 'starts' | 'hangs', ...steps: string[]) => {
    const schema = JSON.stringify({ ...SCHEMA, upgrades: [...SCHEMA.upgrades, ...steps] })
    const code = `import { DatabaseSync } from 'node:sqlite'
      import { writeSync } from 'node:fs'
      import { migrate } from '${new URL('migrate.ts', import.meta.url)}'
      const raw = new DatabaseSync('${path}', { timeout: 30_000 })
      raw.function('hang', () => {
        writeSync(1, 'hangs')
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20_000)
      })
      writeSync(1, 'starts')
      migrate(raw, ${schema})`
    const words = ['--input-type=module', '--eval', code]
    const upgrading = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(upgrading, 'close')
    for await (const data of upgrading.stdout) if (String(data).includes(until)) break
    return { kill: () => upgrading.kill('SIGKILL'), ended }
  }

  test('keeps its rows in the upgrade to a later version, which happens once, or not at all when it is killed', async () => {
    const storage = await createSqliteStorage({ path, seal })
    await storage.createAccount(testAccount())
    await storage.createProject(testProject())
    await storage.createLicense('project', testLicense())
    await storage.createLicense('project', testLicense({ note: 'another' }))
    await storage.close()
    const raw = new DatabaseSync(path, { timeout: 0 })
    const state = () => ({
      version: raw.prepare('pragma user_version').get()?.['user_version'],
      licenses: raw.prepare('select * from licenses order by id').all(),
      indexes: raw.prepare(`select name from sqlite_schema where name = 'licenses_by_pretend'`).all(),
    })
    const before = state()

    const killed = await upgradeInProcess('hangs', ADD_PRETEND, 'select hang()')
    expect(() => migrate(raw, { tables: '', upgrades: [...SCHEMA.upgrades, ADD_PRETEND] })).toThrow(
      'database is locked',
    )
    expect(state()).toEqual(before)
    const others = await Promise.all([1, 2].map(() => upgradeInProcess('starts', ADD_PRETEND)))
    killed.kill()
    expect(await Promise.all([killed, ...others].map(({ ended }) => ended))).toEqual([
      [null, 'SIGKILL'],
      [0, null],
      [0, null],
    ])
    expect(state()).toEqual({
      version: Number(before.version) + 1,
      licenses: before.licenses.map((license) => ({ ...license, pretend: 'none' })),
      indexes: [{ name: 'licenses_by_pretend' }],
    })
    expect(before.licenses).toHaveLength(2)
    raw.close()
    await expect(createSqliteStorage({ path, seal })).rejects.toBeInstanceOf(DatabaseTooNew)
  })

  test('names the key of a trial while it is one, and its device for ever by a hash', async () => {
    const storage = await createSqliteStorage({ path, seal })
    await storage.createAccount(testAccount())
    await storage.createProject(testProject({ trialDays: 14 }))
    const by = { at: NOW, actor: 'user', address: '192.0.2.7', fields: [] } as const
    const start = async (device: string): Promise<string> => {
      const license = testLicense({ ...linkedTo(device), trial: true, authExpire: NOW + 9 })
      const where = { deviceId: device, address: '192.0.2.7' }
      await storage.startTrial('test-app', where, () => ({ kind: 'starts', license }), by)
      return license.key
    }
    const [sold, deleted, kept] = [await start('sold'), await start('deleted'), await start('kept')]
    await storage.changeLicense('project', sold, (license) => ({
      outcome: 'sold',
      license: { ...license, trial: false },
    }))
    await storage.changeLicense('project', deleted, () => ({ outcome: 'deleted', removed: 'license' }))
    await storage.close()

    const raw = new DatabaseSync(path)
    const hashOf = (device: string) => createHash('sha256').update(device).digest('hex')
    expect(raw.prepare('select * from trials order by rowid').all()).toEqual(
      [
        ['sold', ''],
        ['deleted', ''],
        ['kept', kept],
      ].map(([device = '', license_key]) => ({
        project_id: 1,
        device_hash: hashOf(device),
        started_at: NOW,
        ends_at: NOW + 9,
        license_key,
      })),
    )
    expect(raw.prepare('select license_count, trial_count from projects').all()).toEqual([
      { license_count: 2, trial_count: 1 },
    ])
    raw.close()
  })

  test('is refused when it is no database, or in no folder', async () => {
    await expect(createSqliteStorage({ path: join(dir, 'no', 'x'), seal })).rejects.toBeInstanceOf(
      StorageUnavailable,
    )
    await expect(createSqliteStorage({ path: import.meta.filename, seal })).rejects.toBeInstanceOf(
      StorageUnavailable,
    )
  })

  test('is not locked for a signing key of an unknown app, whose name anybody may send', async () => {
    const storage = await createSqliteStorage({ path, seal })
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    const key = newSigningKey(createSigningKeyPair(), NOW)
    expect(await storage.addSigningKey('nobody', key)).toBe('no-such-project')
    other.close()
    await storage.close()
  })

  test('may be open twice, and each sees what the other wrote', async () => {
    const one = await createSqliteStorage({ path, seal })
    const two = await createSqliteStorage({ path, seal })
    await one.createAccount(testAccount())
    expect(await two.createAccount(testAccount())).toBe('email-taken')
    await two.createProject(testProject())
    const license = testLicense()
    await one.createLicense('project', license)
    expect(await storedLicense(two, license.key)).toEqual(license)
    await one.close()
    await two.close()
  })

  test('forgets nonces that are past, so that they do not pile up', async () => {
    let now = NOW
    const storage = await createSqliteStorage({ path, seal, monotonic: () => now })
    await storage.createAccount(testAccount())
    await storage.createProject(testProject())
    for (let minute = 0; minute < 10; minute += 1) {
      now = NOW + minute * 60
      const attempt = {
        appName: 'test-app',
        userAgent: '',
        key: '',
        deviceId: '',
        fingerprints: {},
        nonce: `nonce-${minute}`,
        time: '',
        signature: '',
        address: '',
      }
      const decide: DecideCheck = () => ({
        answer: { code: '', message: '' },
        effects: { rememberNonceUntil: now + 120 },
      })
      await storage.checkKeys([attempt], now, decideGroup([attempt], now, decide))
    }
    await storage.close()
    const raw = new DatabaseSync(path)
    expect(raw.prepare('select count(*) as count from nonces').get()).toEqual({ count: 6 })
    raw.close()
  })
})

describe('migrations', () => {
  const tables = (raw: DatabaseSync): unknown[] =>
    raw.prepare(`select name from sqlite_master where type = 'table' order by name`).all()

  const upgrades = ['alter table a rename to b', 'create table c (x)']

  test('run once each, in order, and again only when there are more', () => {
    const raw = new DatabaseSync(':memory:')
    migrate(raw, { tables: 'create table a (x)', upgrades: [] })
    expect(tables(raw)).toEqual([{ name: 'a' }])
    migrate(raw, { tables: 'create table b (x)', upgrades: upgrades.slice(0, 1) })
    expect(tables(raw)).toEqual([{ name: 'b' }])
    migrate(raw, { tables: 'create table b (x)', upgrades: upgrades.slice(0, 1) })
    migrate(raw, { tables: 'create table b (x); create table c (x)', upgrades })
    expect(tables(raw)).toEqual([{ name: 'b' }, { name: 'c' }])
    raw.close()
  })

  test('are not run on a new database, which has the tables of now', () => {
    const raw = new DatabaseSync(':memory:')
    const schema = { tables: 'create table b (x); create table c (x)', upgrades }
    migrate(raw, schema)
    migrate(raw, schema)
    expect(tables(raw)).toEqual([{ name: 'b' }, { name: 'c' }])
    raw.close()
  })

  test('leave nothing behind when one of them fails', () => {
    const raw = new DatabaseSync(':memory:')
    expect(() => migrate(raw, { tables: 'create table a (x); create nonsense', upgrades: [] })).toThrow()
    expect(tables(raw)).toEqual([])
    migrate(raw, { tables: 'create table a (x)', upgrades: [] })
    const failing = { tables: '', upgrades: ['create table b (x)', 'create nonsense'] }
    expect(() => migrate(raw, failing)).toThrow()
    expect(tables(raw)).toEqual([{ name: 'a' }])
    raw.close()
  })
})

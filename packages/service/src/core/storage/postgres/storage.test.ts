import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attempt, snapshotOf, snapshotsOf } from '../../../checks/testing/contract.ts'
import { createPostgresStorage, STORAGE_MODULES } from '../../../modules.ts'
import { createDatabase, serverUrl, type TestDatabase } from '../../../testing/postgres-database.ts'
import { NOW, storedLicense, testAccount, testLicense, testProject } from '../../../testing/records.ts'
import { createServiceKey } from '../../security/seal.ts'
import { schemaOf } from '../sql/module-schema.ts'
import { DatabaseTooNew, StorageUnavailable, WrongServiceKey } from '../storage.ts'
import { describeStorage } from '../testing/contract.ts'
import { connect } from './database.ts'
import { migrate } from './migrate.ts'

const SCHEMA = schemaOf(STORAGE_MODULES, 'postgres')

const seal = createServiceKey(randomBytes(32))

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

describeStorage('PostgreSQL', async (monotonic) => {
  await database.empty()
  const open = () => createPostgresStorage({ url: database.url, seal, monotonic })
  let storage = await open()
  return {
    storage,
    async reopen() {
      await storage.close()
      storage = await open()
      return storage
    },
    another: open,
    dispose: () => storage.close(),
  }
})

// These tests run at the same time, because one of them waits four seconds for a lock. So a test
// that polls takes `expect` from its context: the imported one knows no test after one has ended.
describe.concurrent('a PostgreSQL database', () => {
  test('is made once when several nodes start on it at once, and holds what each of them wrote', async () => {
    await using empty = await createDatabase()
    const nodes = await Promise.all(
      Array.from({ length: 4 }, () => createPostgresStorage({ url: empty.url, seal })),
    )
    const [one, two] = nodes
    if (one === undefined || two === undefined) throw new Error('No nodes.')
    expect(await one.createAccount(testAccount())).toBe('created')
    expect(await two.createAccount(testAccount())).toBe('email-taken')
    await two.createProject(testProject())
    const license = testLicense()
    await one.createLicense('project', license)
    expect(await storedLicense(two, license.key)).toEqual(license)
    for (const node of nodes) await node.close()
  })

  test('is refused with another service key, when a later version wrote it, and when it is not there', async () => {
    await using made = await createDatabase()
    await (await createPostgresStorage({ url: made.url, seal })).close()
    const other = createServiceKey(randomBytes(32))
    await expect(createPostgresStorage({ url: made.url, seal: other })).rejects.toBeInstanceOf(
      WrongServiceKey,
    )

    const connection = await connect(made.url)
    await connection.query('update schema_version set version = 1000')
    await connection.close()
    await expect(createPostgresStorage({ url: made.url, seal })).rejects.toBeInstanceOf(DatabaseTooNew)

    const nowhere = new URL(serverUrl())
    nowhere.pathname = '/nowhere'
    await expect(createPostgresStorage({ url: nowhere.href, seal })).rejects.toBeInstanceOf(
      StorageUnavailable,
    )
  })

  test('keeps its rows in the upgrade to a later version, which happens once, or not at all when it is killed', async ({
    expect,
  }) => {
    await using made = await createDatabase()
    const storage = await createPostgresStorage({ url: made.url, seal })
    await storage.createAccount(testAccount())
    await storage.createProject(testProject())
    await storage.createLicense('project', testLicense())
    await storage.createLicense('project', testLicense({ note: 'another' }))
    await storage.close()
    const connection = await connect(made.url)
    const rowsOf = async (text: string) => (await connection.query(text)).rows
    const state = async () => ({
      version: (await rowsOf('select version from schema_version'))[0]?.['version'],
      licenses: await rowsOf('select * from licenses order by id'),
      indexes: await rowsOf(`select indexname from pg_indexes where indexname = 'licenses_by_pretend'`),
    })
    const before = await state()
    const addPretend = `alter table licenses add column pretend text not null default 'none';
      create index licenses_by_pretend on licenses (pretend)`
    const upgrade = async (...steps: string[]) => {
      const session = await connect(made.url, 'migration')
      await migrate(session, { ...SCHEMA, upgrades: [...SCHEMA.upgrades, ...steps] }).finally(session.close)
    }
    const sessionsIn = (event: string) =>
      rowsOf(`select pid from pg_stat_activity
        where datname = current_database() and wait_event = '${event}'`)

    // With `allSettled`, what fails before it is awaited is no unhandled rejection.
    const killed = Promise.allSettled([upgrade(addPretend, 'select pg_sleep(600)')])
    await expect.poll(() => sessionsIn('PgSleep')).toHaveLength(1)
    const others = Promise.allSettled([upgrade(addPretend), upgrade(addPretend)])
    await expect.poll(() => sessionsIn('advisory')).toHaveLength(2)
    expect(await rowsOf('select version from schema_version')).toEqual([{ version: before.version }])
    const [asleep] = await sessionsIn('PgSleep')
    await connection.query('select pg_terminate_backend($1)', [asleep?.['pid']])
    expect(await killed).toEqual([{ status: 'rejected', reason: expect.any(StorageUnavailable) }])
    expect((await others).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await state()).toEqual({
      version: Number(before.version) + 1,
      licenses: before.licenses.map((license) => ({ ...license, pretend: 'none' })),
      indexes: [{ indexname: 'licenses_by_pretend' }],
    })
    expect(before.licenses).toHaveLength(2)
    await connection.close()
    await expect(createPostgresStorage({ url: made.url, seal })).rejects.toBeInstanceOf(DatabaseTooNew)
  })

  test('decides checks again after a lock of another session was released', async () => {
    await using made = await createDatabase()
    const storage = await createPostgresStorage({ url: made.url, seal })
    await storage.createAccount(testAccount())
    await storage.createProject(testProject())
    const license = testLicense()
    await storage.createLicense('project', license)
    const check = (nonce: string) =>
      snapshotsOf(storage, [attempt({ key: license.key, nonce })], () => ({
        execution: true,
        rememberNonceUntil: NOW + 120,
      }))
    await check('before')

    const other = await connect(made.url)
    await other.query('begin')
    await other.query('select id from licenses for update')
    await expect(check('during')).rejects.toBeInstanceOf(StorageUnavailable)
    await other.query('rollback')
    await other.close()
    for (let count = 0; count < 3; count += 1) await check(`after ${count}`)
    expect(await storedLicense(storage, license.key)).toMatchObject({ totalExecutions: 4 })
    await storage.close()
  })

  test('keeps the nonces of a node for another one whose clock is ahead', async () => {
    await using made = await createDatabase()
    const steady = { now: 1_000 }
    const [right, ahead] = await Promise.all(
      [1, 2].map(() => createPostgresStorage({ url: made.url, seal, monotonic: () => steady.now })),
    )
    if (right === undefined || ahead === undefined) throw new Error('No nodes.')
    await right.createAccount(testAccount())
    await right.createProject(testProject())
    const take = (storage: typeof right, nonce: string, now: number) =>
      snapshotsOf(storage, [attempt({ nonce })], () => ({ rememberNonceUntil: now + 120 }), now)
    const AHEAD = 6 * 3_600
    for (let second = 0; second < 900; second += 15) {
      steady.now += 15
      await take(right, `right ${second}`, NOW + second)
      await take(ahead, `ahead ${second}`, NOW + AHEAD + second)
    }
    await take(right, 'last', NOW + 900)
    steady.now += 15
    await take(ahead, 'other', NOW + AHEAD + 915)
    await ahead.close()
    expect(await snapshotOf(right, { nonce: 'last' }, NOW + 900)).toMatchObject({ nonceTaken: true })
    // Old nonces do not accumulate.
    expect(await snapshotOf(right, { nonce: 'right 0' }, NOW)).toMatchObject({ nonceTaken: false })
    await right.close()
  })

  test('keeps a text with the one character that it cannot hold', async () => {
    await using made = await createDatabase()
    const storage = await createPostgresStorage({ url: made.url, seal })
    await storage.createAccount(testAccount())
    await storage.createProject(testProject())
    const license = testLicense({ note: 'a\0b' })
    expect(await storage.createLicense('project', license)).toBe('created')
    expect(await storedLicense(storage, license.key)).toMatchObject({ note: 'a\uFFFDb' })
    expect(await storedLicense(storage, 'a\0b')).toBeUndefined()
    await storage.close()
  })
})

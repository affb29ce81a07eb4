import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServiceKey } from '../../seal.ts'
import { createDatabase, serverUrl, type TestDatabase } from '../../testing/postgres-database.ts'
import { testAccount, testProject, testUser } from '../../testing/records.ts'
import { describeStorage } from '../contract.ts'
import { DatabaseTooNew, StorageUnavailable, WrongServiceKey } from '../storage.ts'
import { connect } from './database.ts'
import { createPostgresStorage } from './storage.ts'

const seal = createServiceKey(randomBytes(32))

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

describeStorage('PostgreSQL', async () => {
  await database.empty()
  const open = () => createPostgresStorage({ url: database.url, seal })
  let storage = await open()
  return {
    storage,
    async reopen() {
      await storage.close()
      storage = await open()
      return storage
    },
    dispose: () => storage.close(),
  }
})

describe('a PostgreSQL database', () => {
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
    const user = testUser()
    await one.createUser('project', user)
    expect(await two.findUser('project', user.key)).toEqual(user)
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

  test('keeps a text with the one character that it cannot hold', async () => {
    await using made = await createDatabase()
    const storage = await createPostgresStorage({ url: made.url, seal })
    await storage.createAccount(testAccount())
    await storage.createProject(testProject())
    const user = testUser({ note: 'a\0b' })
    expect(await storage.createUser('project', user)).toBe('created')
    expect(await storage.findUser('project', user.key)).toMatchObject({ note: 'a\uFFFDb' })
    expect(await storage.findUser('project', 'a\0b')).toBeUndefined()
    await storage.close()
  })
})

import { expect, test } from 'vitest'
import { createPostgresStorage } from '../../../modules.ts'
import { createDatabase, serverUrl } from '../../../testing/postgres-database.ts'
import { testAccount } from '../../../testing/records.ts'
import { createServiceKey } from '../../security/seal.ts'
import { connect } from './database.ts'
import { urlsOfHosts } from './hosts.ts'

const seal = createServiceKey(new Uint8Array(32))

test.each([
  ['postgres://user:a%40b@a:5432,b:5433/name?ssl=true', ['a:5432', 'b:5433']],
  ['postgresql://a,[::1]:5432,c/name?ssl=true', ['a', '[::1]:5432', 'c']],
  ['postgres://user@one/name?ssl=true', ['one']],
  ['postgres:///name?host=/run/postgresql', ['']],
])('the hosts of %s are tried by themselves', (url, hosts) => {
  expect(urlsOfHosts(url).map((one) => new URL(one).host)).toEqual(hosts)
  expect(new Set(urlsOfHosts(url).map((one) => one.replace(/(?<=\/\/|@)[^/?@]*(?=\/)/, '')))).toHaveLength(1)
})

test('none of which takes writes are named with the reason, without the password, until one does again', async () => {
  await using database = await createDatabase()
  const { host, port, password } = new URL(serverUrl())
  const url = database.url.replace(host, `127.0.0.1:${port},localhost:${port},127.0.0.1:1`)
  const name = new URL(database.url).pathname.slice(1)
  const ask = async (text: string): Promise<void> => {
    const connection = await connect(serverUrl())
    await connection.query(text)
    await connection.close()
  }
  // The tables are created when all servers answer.
  await (await createPostgresStorage({ url: database.url, seal })).close()
  const storage = await createPostgresStorage({ url, seal })
  expect(await storage.createAccount(testAccount())).toBe('created')

  await ask(`alter database ${name} set default_transaction_read_only = on`)
  await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  // The session of the first storage has ended, which it notices now.
  await storage.ping().catch(() => undefined)
  const refused = await storage.ping().catch((error: unknown) => error)
  expect(String(refused)).toMatch(
    `No server takes writes. 127.0.0.1:${port}: it is a standby, or read-only; localhost:${port}: it is a standby, or read-only; 127.0.0.1:1: connect ECONNREFUSED`,
  )
  expect(String(refused)).not.toContain(password)

  await ask(`alter database ${name} reset default_transaction_read_only`)
  expect(await storage.createAccount(testAccount())).toBe('email-taken')
  await storage.close()
})

test('a session whose server no longer takes writes is given up, and the host with it', async () => {
  let broken = 0
  const connection = await connect(serverUrl(), undefined, () => {
    broken += 1
  })
  await connection.query('set default_transaction_read_only = on')
  expect(connection.isUsable()).toBe(true)
  await expect(connection.query('create table never (id int)')).rejects.toThrow(/read-only/)
  expect([connection.isUsable(), broken]).toEqual([false, 1])
  await connection.close()
})

test('a session has no statement time-out, whatever the default of its user', async () => {
  const url = new URL(serverUrl())
  url.searchParams.set('options', '-c statement_timeout=5s')
  const connection = await connect(url.href)
  const { rows } = await connection.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '0' }])
  await connection.close()
})

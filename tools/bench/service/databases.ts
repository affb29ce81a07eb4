import { DatabaseSync } from 'node:sqlite'
import { newAccount } from '../../../packages/service/src/core/accounts/accounts.ts'
import { newProject } from '../../../packages/service/src/core/accounts/projects.ts'
import { type License, newLicense } from '../../../packages/service/src/core/license/license.ts'
import { toLicenseRow } from '../../../packages/service/src/core/license/license-rows.ts'
import { hashApiKey } from '../../../packages/service/src/core/security/credentials.ts'
import { createServiceKey } from '../../../packages/service/src/core/security/seal.ts'
import { connect } from '../../../packages/service/src/core/storage/postgres/database.ts'
import {
  createPostgresStorage,
  createSqliteStorage,
  openStorage,
  type Storage,
} from '../../../packages/service/src/modules.ts'
import { deviceOf, keyOf } from './keys.ts'
import type { LoadApp } from './processes.ts'

export const APP: LoadApp = {
  appName: 'bench',
  executor: 'latchkey',
  userAgent: 'Latchkey/1.0',
  secrets: ['first secret', 'second secret', 'third secret'],
}

export const BENCH_API_KEY = 'latchkey_bench'
const SERVICE_KEY = 'b'.repeat(64)
export const SERVICE_ENV = { LATCHKEY_SERVICE_KEY: SERVICE_KEY }
const seal = createServiceKey(Buffer.from(SERVICE_KEY, 'hex'))
const ROWS_PER_INSERT = 10_000
/** The cache is large: keys are random, so inserts access all pages of the index. */
const CACHE_KIB = 3 * 1_024 * 1_024

async function addProject(storage: Storage): Promise<void> {
  await storage.createAccount(
    newAccount({ id: 'account', email: 'bench@example.org', apiKeyHash: hashApiKey(BENCH_API_KEY) }, 1),
  )
  await storage.createProject(
    newProject({ ...APP, id: 'project', accountId: 'account', name: 'Bench', userAgents: ['Latchkey/*'] }, 1),
  )
  await storage.close()
}

/** Every key is linked to a different device, as in production. */
const linkedLicense = (n: number): License =>
  newLicense(keyOf(n), { identifier: deviceOf(n), note: `customer ${n}` }, 1)

export async function makeSqlite(path: string, keys: number, licenseOf = linkedLicense): Promise<void> {
  await addProject(await createSqliteStorage({ path, seal }))
  const raw = new DatabaseSync(path)
  // There is no write-ahead log, which would write evicted pages twice. A failed database is
  // recreated.
  raw.exec(`pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -${CACHE_KIB}; begin`)
  const { id } = raw.prepare('select id from projects').get() as { id: number }
  const columns = Object.keys(toLicenseRow(licenseOf(0), id))
  const insert = raw.prepare(
    `insert into licenses (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  for (let n = 0; n < keys; n += 1) insert.run(...Object.values(toLicenseRow(licenseOf(n), id)))
  raw.exec('commit; pragma journal_mode = wal')
  raw.close()
}

export async function makePostgres(url: string, keys: number, licenseOf = linkedLicense): Promise<void> {
  await addProject(await createPostgresStorage({ url, seal }))
  const connection = await connect(url, 'migration')
  const { rows } = await connection.query<{ id: number }>('select id from projects')
  const id = rows[0]?.id ?? 0
  for (let start = 0; start < keys; start += ROWS_PER_INSERT) {
    const some = Array.from({ length: Math.min(ROWS_PER_INSERT, keys - start) }, (_, n) =>
      toLicenseRow(licenseOf(start + n), id),
    )
    const columns = Object.keys(some[0] ?? {}).join(', ')
    await connection.query(
      `insert into licenses (${columns}) select ${columns} from jsonb_populate_recordset(null::licenses, $1::jsonb)`,
      [JSON.stringify(some)],
    )
  }
  await connection.query('vacuum analyze licenses')
  await connection.close()
}

/** The statement for both engines. `numbers` selects 1 to `count` as `n (i)`. */
const insertEvents = (numbers: string): string => `
  with recursive n (i) as (${numbers})
  insert into events (project_id, at, kind, subject, subject_id, code, actor, address, fields, person,
    bulk, count)
    select projects.id, 1700000000 + i, 'refused', 'key', cast(i % 10000 as text), 'KEY_EXPIRED', 'user',
      '192.0.2.0/24', '[]', '', '', 1
    from projects cross join n`

/** Adds the events that a project of some age has. */
export async function addEvents(url: string, count: number): Promise<void> {
  if (!url.startsWith('sqlite:')) {
    const connection = await connect(url, 'migration')
    await connection.query(insertEvents(`select generate_series(1, ${count})`))
    await connection.query('vacuum analyze events')
    await connection.close()
    return
  }
  const raw = new DatabaseSync(url.slice('sqlite:'.length))
  raw.exec(insertEvents(`select 1 union all select i + 1 from n where i < ${count}`))
  raw.close()
}

export const openBench = async (url: string): Promise<Storage> =>
  (await openStorage(url, SERVICE_ENV)).storage

const FIRST_NAMES = [
  'Ada',
  'Bo',
  'Chidi',
  'Dora',
  'Emre',
  'Femi',
  'Grace',
  'Hugo',
  'Ida',
  'Jörg',
  'Kim',
  'Lea',
  'Mia',
]
const LAST_NAMES = [
  'Ahmed',
  'Brown',
  'Costa',
  'Diallo',
  'Evans',
  'Fischer',
  'García',
  'Hansen',
  'Ito',
  'Jansen',
  'Kaya',
]
const DOMAINS = ['example.org', 'mail.example', 'post.example', 'studio.example', 'univ.example']

/** The address and the name of a customer. */
export function customerOf(n: number) {
  const pick = (texts: readonly string[], step: number): string =>
    texts[Math.floor(n / step) % texts.length] ?? ''
  const [first, last] = [pick(FIRST_NAMES, 1), pick(LAST_NAMES, FIRST_NAMES.length)]
  const local = `${first}.${last}${n}`
    .normalize('NFD')
    .replaceAll(/[^a-z0-9.]/gi, '')
    .toLowerCase()
  return { email: `${local}@${pick(DOMAINS, 7)}`, name: `${first} ${last}` }
}

/** Adds customers to the account. */
export async function addCustomers(url: string, count: number): Promise<void> {
  const isSqlite = url.startsWith('sqlite:')
  const insert = 'insert into customers (account_id, public_id, email, name, created_at)'
  const fields = (value: (field: string) => string): string =>
    `accounts.id, ${value('public_id')}, ${value('email')}, ${value('name')}, 1700000000`
  const batches = function* (): Generator<string> {
    for (let start = 0; start < count; start += ROWS_PER_INSERT) {
      const length = Math.min(ROWS_PER_INSERT, count - start)
      const rows = Array.from({ length }, (_, n) => ({
        public_id: `c${start + n}`,
        ...customerOf(start + n),
      }))
      yield JSON.stringify(rows)
    }
  }
  if (isSqlite) {
    const raw = new DatabaseSync(url.slice('sqlite:'.length))
    raw.exec('pragma synchronous = off')
    const add = raw.prepare(
      `${insert} select ${fields((field) => `value ->> '${field}'`)} from accounts cross join json_each(?)`,
    )
    for (const rows of batches()) add.run(rows)
    raw.close()
    return
  }
  const connection = await connect(url, 'migration')
  for (const rows of batches()) {
    await connection.query(
      `${insert} select ${fields((field) => `value ->> '${field}'`)}
        from accounts cross join jsonb_array_elements($1::jsonb)`,
      [rows],
    )
  }
  await connection.query('vacuum analyze customers')
  await connection.close()
}

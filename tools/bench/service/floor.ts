/**
 * The floor: the least program of the service's stack that stores and signs. All requests of a turn
 * of the event loop share a commit, which is on the disk before they are answered. Each stores the
 * SHA-1 of its request, and gets an Ed25519 signature of its answer. Nothing is validated.
 *
 * Usage: node floor.ts DATABASE [KEYS]
 *   DATABASE: a path for SQLite, or postgres://…
 *   KEYS: on SQLite, also the least that a check has to read and write: it reads the row of one of
 *     so many keys, counts in this row, and counts the checks of the hour
 */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { connect } from '../../../packages/service/src/core/storage/postgres/database.ts'
import { deviceOf, keyOf } from './keys.ts'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Stores requests in one commit. */
type Store = (exchanges: readonly Exchange[]) => Promise<void> | void

const [, , database = '', keys = '0'] = process.argv
const { privateKey } = generateKeyPairSync('ed25519')
const isPostgres = database.startsWith('postgres:')
/** The service has the same number: it decides one transaction while it writes the other one. */
const TRANSACTIONS_AT_ONCE = isPostgres ? 2 : 1

function openSqlite(path: string): Store {
  const raw = new DatabaseSync(path)
  raw.exec('pragma journal_mode = wal; pragma synchronous = full')
  raw.exec('create table if not exists checks (id integer primary key, digest blob not null) strict')
  const insert = raw.prepare('insert into checks (digest) values (?)')
  const count = keys === '0' ? () => undefined : prepareCount(raw)
  return (exchanges) => {
    raw.exec('begin immediate')
    for (const exchange of exchanges) insert.run(digestOf(exchange))
    count(exchanges)
    raw.exec('commit')
  }
}

/** Makes the keys of the load, with rows about as large as those of the service. */
function prepareCount(raw: DatabaseSync): (exchanges: readonly Exchange[]) => void {
  raw.exec(`
    create table keys (id integer primary key, key text not null unique, device text not null, note text not null,
      executions integer not null);
    create table hours (hour integer primary key, executions integer not null)`)
  const add = raw.prepare(`insert into keys (key, device, note, executions) values (?, ?, ?, 0)`)
  raw.exec('begin')
  for (let n = 0; n < Number(keys); n += 1) add.run(keyOf(n), deviceOf(n), `customer ${n}`)
  raw.exec('commit')
  const find = raw.prepare('select * from keys where key = ?')
  const update = raw.prepare('update keys set executions = ? where id = ?')
  const addHour = raw.prepare(`insert into hours values (?, ?)
    on conflict (hour) do update set executions = executions + excluded.executions`)
  return (exchanges) => {
    for (const { request } of exchanges) {
      const [, key = ''] = /[?&]key=(\w+)/.exec(request.url ?? '') ?? []
      const row = find.get(key)
      if (row !== undefined) update.run(Number(row['executions']) + 1, row['id'] as number)
    }
    addHour.run(Math.floor(Date.now() / 3_600_000), exchanges.length)
  }
}

/** Opens one session for each transaction. */
async function openPostgres(url: string): Promise<Store> {
  const sessions = await Promise.all(Array.from({ length: TRANSACTIONS_AT_ONCE }, () => connect(url)))
  await sessions[0]?.query(
    'create table if not exists checks (id bigserial primary key, digest bytea not null)',
  )
  return async (exchanges) => {
    const session = sessions.pop()
    const digests = exchanges.map(digestOf)
    // A statement alone is a transaction.
    await session?.query('insert into checks (digest) select unnest($1::bytea[])', [digests], 'insert')
    if (session !== undefined) sessions.push(session)
  }
}

const store = isPostgres ? await openPostgres(database) : openSqlite(database)
let waiting: Exchange[] = []
let working = 0

function answer({ response }: Exchange): void {
  const body = JSON.stringify({ code: 'KEY_VALID', message: 'Stored.', at: Date.now() })
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    signature: sign(null, Buffer.from(body), privateKey).toString('base64'),
  })
  response.end(body)
}

function digestOf({ request: { url = '', rawHeaders } }: Exchange): Buffer {
  return createHash('sha1').update(url).update(rawHeaders.join('\n')).digest()
}

async function work(): Promise<void> {
  if (working >= TRANSACTIONS_AT_ONCE) return
  working += 1
  while (waiting.length > 0) {
    const some = waiting
    waiting = []
    await store(some)
    for (const exchange of some) answer(exchange)
  }
  working -= 1
}

const server = createServer((request, response) => {
  waiting.push({ request, response })
  // `work` runs when all requests of this turn have arrived.
  if (waiting.length === 1) setImmediate(work)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})

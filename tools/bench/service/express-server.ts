/**
 * A license server as it is often written: Express, and a commit for each check. It stores what the
 * floor stores, and signs its answers. Usage: node express-server.ts DATABASE EXPRESS, where EXPRESS
 * is the path of its module.
 */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** What is used of Express, which is no dependency. */
interface Express {
  get(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void
  listen(port: number, host: string, listening: () => void): Server
}

const [path = '', modulePath = ''] = process.argv.slice(2)
const { default: express } = (await import(pathToFileURL(modulePath).href)) as { default: () => Express }
const { privateKey } = generateKeyPairSync('ed25519')
const raw = new DatabaseSync(path)
raw.exec('pragma journal_mode = wal; pragma synchronous = full')
raw.exec('create table if not exists checks (id integer primary key, digest blob not null) strict')
const insert = raw.prepare('insert into checks (digest) values (?)')

const app = express()
app.get('/external_check_key', ({ url = '', rawHeaders }, response) => {
  insert.run(createHash('sha1').update(url).update(rawHeaders.join('\n')).digest())
  const body = JSON.stringify({ code: 'KEY_VALID', message: 'Stored.', at: Date.now() })
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(body))
  response.setHeader('signature', sign(null, Buffer.from(body), privateKey).toString('base64'))
  response.end(body)
})
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})

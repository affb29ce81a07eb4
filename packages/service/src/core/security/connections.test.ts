import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSqliteStorage, type Storage } from '../../modules.ts'
import { WITH_CONSOLE } from '../../testing/console-browser.ts'
import { startServiceProcess } from '../../testing/service-process.ts'
import { sendCheck, startTestService, type TestServiceOptions } from '../../testing/test-service.ts'
import { mostConnections } from './connections.ts'
import { createServiceKey } from './seal.ts'

/** Connects and sends `text`. The connection ends with the test. */
async function open(url: string, text = ''): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  // The service may close it at any time.
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
  })
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return socket
}

async function openMany(url: string, count: number, text?: string): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  for (let opened = 0; opened < count; opened += 1) sockets.push(await open(url, text))
  return sockets
}

async function start(options: TestServiceOptions) {
  const service = await startTestService(options)
  onTestFinished(() => service.stop())
  return service
}

/** Ways in which clients hold a connection for as long as they can, and what they send. */
const HELD = {
  'sends nothing': '',
  'sends its headers slowly': 'GET /sync HTTP/1.1\r\nhost: x\r\n',
  'sends its body slowly':
    'POST /v3/scripts/x/load HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  'was answered and stays': 'GET /sync HTTP/1.1\r\nhost: x\r\n\r\n',
}

test.skipIf(process.platform === 'win32')(
  'more idle or slow connections than the process may open files do not shut out a client',
  { timeout: 60_000 },
  async () => {
    const openFiles = 256
    const { demo } = await startServiceProcess(['--database', 'sqlite::memory:'], {}, { openFiles })
    const { origin } = new URL(demo.consoleUrl)
    const statusOf = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).status
    for (const [what, text] of Object.entries(HELD)) {
      await openMany(demo.url, openFiles + 20, text)
      const { body } = await sendCheck(demo.url, demo, { key: demo.keys.valid })
      expect([what, await statusOf(`${demo.url}/sync`), body.code]).toEqual([what, 200, 'KEY_VALID'])
      // The console has a listener of its own, but the files of the process are the same.
      await openMany(origin, openFiles + 20, text)
      const statuses = [await statusOf(`${origin}/connection`), await statusOf(`${demo.url}/sync`)]
      expect([what, ...statuses]).toEqual([what, 200, 200])
    }
  },
)

test('beyond the limit the connection that was idle for longest is closed', async () => {
  const { url } = await start({ settings: { maxConnections: 3 } })
  const [first, second, third] = await openMany(url, 3)
  first?.write('GET /sync HTTP/1.1\r\nhost: x\r\n\r\n')
  if (first !== undefined) await once(first, 'data')
  const closed = Promise.all([second, third].map((socket) => socket && once(socket, 'close')))
  await openMany(url, 2)
  await closed
  expect(first?.destroyed).toBe(false)
})

test('a request that is being answered keeps its connection, and where all are, a new one is closed', async () => {
  const real = await createSqliteStorage({ path: ':memory:', seal: createServiceKey(randomBytes(32)) })
  let waiting = 0
  const released = Promise.withResolvers<void>()
  const storage: Storage = {
    ...real,
    async findScriptToRun(id) {
      waiting += 1
      await released.promise
      return real.findScriptToRun(id)
    },
  }
  const { url } = await start({ storage, settings: { maxConnections: 2 } })
  const asked = [0, 1].map(() => fetch(`${url}/v3/scripts/x/loader.js`))
  await expect.poll(() => waiting).toBe(2)
  await expect(fetch(`${url}/sync`)).rejects.toThrow()
  released.resolve()
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses).toEqual([404, 404])
  expect((await fetch(`${url}/sync`)).status).toBe(200)
})

test.each([
  ['sends its headers slowly', 'GET /sync HTTP/1.1\r\nhost: x\r\n'],
  ['sends nothing', ''],
])('a client that %s is closed soon after the time-out', async (_what, text) => {
  const { url } = await start({ server: { headersTimeoutMs: 200 } })
  const began = performance.now()
  const socket = await open(url, text)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /)
  await once(socket, 'close')
  // Node looks for such connections every second here; its default is every 30 seconds.
  expect(performance.now() - began).toBeLessThan(15_000)
})

test('a stop waits for no client', async () => {
  const service = await startTestService({ settings: { console: WITH_CONSOLE } })
  for (const text of Object.values(HELD)) await openMany(service.url, 2, text)
  await open(String(service.consoleUrl))
  await service.stop()
  await expect(fetch(`${service.url}/sync`)).rejects.toThrow()
})

describe('the limit of connections', () => {
  test.each([
    [10_000, undefined, 10_000],
    [10_000, 1_048_576, 10_000],
    [10_000, 1_024, 896],
    [100, 1_024, 100],
    [10_000, 64, 32],
    [10_000, 1, 1],
  ])('of %i, with %s open files, is %i', (wanted, openFiles, most) => {
    expect(mostConnections(wanted, openFiles)).toBe(most)
  })
})

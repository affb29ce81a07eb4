import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { createVendorClient } from '@latchkey/vendor'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEMO_EMAIL } from '../../packages/service/src/cli/demo.ts'
import { openStorage } from '../../packages/service/src/modules.ts'
import { freePort } from '../../packages/service/src/testing/free-port.ts'
import { takeDatabase } from '../../packages/service/src/testing/postgres-database.ts'
import {
  type ServiceProcess,
  startServiceProcess,
} from '../../packages/service/src/testing/service-process.ts'
import { run } from '../../packages/vendor/src/run.ts'

const IS_LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const KEYS = IS_LONG ? 100_000 : 1_500
/** The service is killed after these parts of 1,000 keys, while the next part is being imported. */
const KILLED_AFTER = IS_LONG ? [1, 17, 33, 60, 98] : [1]

let dir: string
let words: string[]
let environment: Readonly<Record<string, string>>
let url: string
let release: (() => Promise<void>) | undefined
/** Resolves when the service that was killed is there again. */
let restarting = Promise.resolve()
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-import-'))
  const database = await takeDatabase()
  release = database?.release
  url = database?.url ?? `sqlite:${join(dir, 'test.sqlite')}`
  environment = { LATCHKEY_SERVICE_KEY: randomBytes(32).toString('hex') }
  words = ['--database', url, '--port', String(await freePort()), '--no-console']
})
afterEach(async () => {
  await release?.()
  rmSync(dir, { recursive: true })
})

/** Writes a file with keys. Half of them have another form, and all notes are different. */
function writeFile(): string {
  const path = join(dir, 'keys.csv')
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const lines = Array.from({ length: KEYS }, (_, n) => {
    const word = Array.from({ length: 32 }, (_, at) => letters[(n * (at + 7) + at) % 26]).join('')
    const digits = String(n).padStart(6, '0')
    const own = `${word.slice(6)}${[...digits].map((digit) => letters[Number(digit)]).join('')}`
    return `${n % 2 === 0 ? `PRO-${digits}-${word.slice(0, 5)}` : own},customer-${n}@example.org,2030-01-31`
  })
  writeFileSync(path, `License key,E-mail,Expires\n${lines.join('\n')}\n`)
  return path
}

/** Runs the command line, and calls `reached` when a part has been imported. */
async function importFile(
  path: string,
  { demo }: ServiceProcess,
  reached: (parts: number) => void = () => {},
) {
  let stdout = ''
  let stderr = ''
  const code = await run(['keys', 'import', path, '--yes', '--json'], {
    env: { LATCHKEY_URL: demo.url, LATCHKEY_API_KEY: demo.apiKey, LATCHKEY_PROJECT: demo.project },
    stdin: new PassThrough(),
    stdout: {
      write(text: string) {
        stdout += text
      },
    },
    stderr: {
      write(text: string) {
        stderr += text
        const [, parts] = /^Imported: (\d+) of/.exec(text) ?? []
        if (parts !== undefined) reached(Number(parts))
      },
    },
    version: '0.0.0',
    // The command waits for two minutes, which is enough for a restart on a busy machine.
    wait: async (ms) => {
      await restarting
      await setTimeout(Math.min(ms, 500))
    },
    clock: Date.now,
  })
  return { code, stderr, answer: stdout === '' ? undefined : JSON.parse(stdout) }
}

async function withStorage<T>(
  use: (storage: Awaited<ReturnType<typeof openStorage>>['storage']) => Promise<T>,
) {
  const { storage } = await openStorage(url, environment)
  try {
    return await use(storage)
  } finally {
    await storage.close()
  }
}

test(`an import of ${KEYS} keys goes on after kill -9, and creates each key once`, {
  timeout: 600_000,
}, async () => {
  const path = writeFile()
  let service = await startServiceProcess(words, environment)
  // The demo has some keys already, and its plan allows only 100,000.
  await withStorage((storage) =>
    storage.changeAccount(DEMO_EMAIL, (account) => ({ ...account, plan: 'unlimited' })),
  )
  const before = await withStorage(
    async (storage) => await storage.searchLicenses(service.demo.project, {}, NEWEST, 0),
  )
  // The answer to this request counts as lost, so the request is sent again after the restart.
  const creation = { count: 3, note: 'Repeated', request_id: 'a random text' }
  const create = () => clientOf(service).createKeys({ body: creation })
  const created = await create()
  const began = performance.now()
  const { code, stderr, answer } = await importFile(path, service, (parts) => {
    const kill = KILLED_AFTER.indexOf(parts)
    if (kill < 0) return
    const killed = service
    // The next request has been sent then. With each kill, it has got further.
    restarting = setTimeout(5 + 15 * kill).then(async () => {
      await killed.stop('SIGKILL')
      service = await startServiceProcess(words, environment)
    })
  })
  await restarting
  expect([code, stderr.match(/goes on/g)]).toEqual([0, null])
  expect(answer).toMatchObject({ imported: KEYS, aliases: KEYS / 2, not_imported: [] })
  console.info(`${KEYS} keys with ${KILLED_AFTER.length} kills: ${seconds(began)} s`)

  expect(await create()).toEqual(created)
  const again = await importFile(path, service)
  expect(again.answer).toMatchObject({ imported: KEYS, created: 0 })
  await service.stop('SIGTERM')
  await withStorage(async (storage) => {
    const { project } = service.demo
    const after = await storage.searchLicenses(project, {}, NEWEST, 0)
    if (before === 'too-many-to-sort' || after === 'too-many-to-sort') throw new Error('It has an index.')
    expect(after.count - before.count).toBe(KEYS + 3)
    const events = await storage.listEvents(project, { kind: 'created', by: 'api-key' }, { limit: 100 })
    expect(events.map(({ count }) => count).sort()).toEqual([3, KEYS].sort())
    const bulk = events.find(({ count }) => count === KEYS)?.bulk
    const each = await storage.listEvents(project, { bulk }, { limit: 2 * KEYS })
    expect(new Set(each.map(({ subjectId }) => subjectId)).size).toBe(KEYS)
  })
})

const clientOf = ({ demo }: ServiceProcess) =>
  createVendorClient({ baseUrl: demo.url, apiKey: demo.apiKey, projectId: demo.project })

const NEWEST = { sort: 'created', descending: true, limit: 1 } as const
const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(1)

test.runIf(IS_LONG)(`an import of ${KEYS} keys without a fault`, { timeout: 600_000 }, async () => {
  const path = writeFile()
  const service = await startServiceProcess(words, environment)
  await withStorage((storage) =>
    storage.changeAccount(DEMO_EMAIL, (account) => ({ ...account, plan: 'unlimited' })),
  )
  const began = performance.now()
  const { code, answer } = await importFile(path, service)
  console.info(`${KEYS} keys: ${seconds(began)} s, with the comparison before`)
  expect([code, answer.imported]).toEqual([0, KEYS])
  await service.stop('SIGTERM')
})

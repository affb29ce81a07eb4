import { afterAll, beforeAll, expect, test } from 'vitest'
import { found } from '../core/operations/findings.ts'
import { VERSION } from '../core/version.ts'
import { openBrowser, signIn, WITH_CONSOLE } from '../testing/console-browser.ts'
import { testAccount } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
let examined = 0
let finish: (() => void) | undefined

beforeAll(async () => {
  service = await startTestService({
    settings: { console: WITH_CONSOLE },
    toOneNode: true,
    server: {
      async examine() {
        examined += 1
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return { database: found('SQLITE_UNREADABLE', { database: 'sqlite:a.db', failure: 'It is gone.' }) }
      },
    },
  })
})
afterAll(() => service.stop())

test('an owner reads how the service is', async () => {
  const owner = await signIn(service, 'owner', 'reads@example.org')
  const { status, body } = await owner.ask('getService')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    version: VERSION,
    database: 'well',
    clock_steady: true,
    public_url: `${service.url}/`,
    console_url: service.consoleUrl,
  })
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+/)
  expect(body.nodes).toContain(`${service.url}/`)
})

test('people who ask at the same time share an examination', async () => {
  const owner = await signIn(service, 'owner', 'shares@example.org')
  const asked = [owner.ask('examineService'), owner.ask('examineService')]
  await expect.poll(() => examined).toBe(1)
  // When this later request has been answered, both earlier ones have arrived.
  await owner.ask('getService')
  finish?.()
  const finding = {
    check: 'database',
    status: 'problem',
    code: 'SQLITE_UNREADABLE',
    message: 'sqlite:a.db cannot be read: It is gone.',
    remedy: 'Correct the path in --database, or restore a backup.',
    values: { database: 'sqlite:a.db', failure: 'It is gone.' },
  }
  for (const { body } of await Promise.all(asked)) expect(body.findings).toEqual([finding])
})

test('the console names its node to anybody who reaches it, and that it is the console', async () => {
  const { body } = await openBrowser(service).send('GET', '/connection')
  const atApi = await (await fetch(`${service.url}/connection`)).json()
  expect(body).toEqual({ ...atApi, console: true })
})

test('an owner of one of several accounts learns nothing of the machine', async () => {
  const owner = await signIn(service, 'owner', 'several@example.org')
  const apiKeyHash = new Uint8Array(32)
  await service.storage.createAccount(testAccount({ id: 'other', email: 'other@example.org', apiKeyHash }))
  const before = examined
  const { status, body } = await owner.ask('examineService')
  expect([status, body.code, examined]).toEqual([403, 'NOT_OPERATOR', before])
})

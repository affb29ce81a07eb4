import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { createNonce } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommandLine } from '../../cli/command-line.ts'
import { runCli, type ServiceProcess, startServiceProcess } from '../../testing/service-process.ts'
import { sendCheck } from '../../testing/test-service.ts'

/** The checks that are refused while the database is locked: each waits for it for a second. */
const REFUSALS = 12
const CUSTOMERS = 8

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-locked-'))
  path = join(dir, 'test.sqlite')
})
afterEach(() => rmSync(dir, { recursive: true }))

const start = () =>
  startServiceProcess(['--database', `sqlite:${path}`, '--checks-per-minute', '0', '--log-level', 'silent'])

const checkWith = ({ demo }: ServiceProcess, nonce = createNonce()) =>
  sendCheck(demo.url, demo, { key: demo.keys.valid, userAgent: demo.userAgent, nonce })

async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const began = performance.now()
  const result = await work()
  return { result, ms: performance.now() - began }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

describe('An SQLite database that another process has locked', { timeout: 60_000 }, () => {
  test('stops no answer that does not need it, and checks are told to come again', async () => {
    const service = await start()
    const { url } = service.demo
    let acknowledged = 0
    for (; acknowledged < 5; acknowledged += 1) expect((await checkWith(service)).body.code).toBe('KEY_VALID')

    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    let isLocked = true
    const refusals: { readonly status: number; readonly retryAfter: string | null; readonly ms: number }[] =
      []
    const customers = Promise.all(
      Array.from({ length: CUSTOMERS }, async () => {
        while (isLocked) {
          const { result, ms } = await timed(() => checkWith(service))
          if (result.body.code === 'KEY_VALID') acknowledged += 1
          else refusals.push({ status: result.status, retryAfter: result.headers.get('retry-after'), ms })
          await setTimeout(20)
        }
      }),
    )
    const manager = (async () => {
      while (isLocked) {
        await fetch(`${url}/v3/projects/${service.demo.project}/users`, {
          headers: { authorization: service.demo.apiKey },
        })
        await setTimeout(20)
      }
    })()
    const answered: number[] = []
    while (refusals.length < REFUSALS) {
      for (const address of ['/healthz', '/sync']) {
        const { result, ms } = await timed(() => fetch(url + address))
        expect(result.status).toBe(200)
        answered.push(ms)
      }
      await setTimeout(50)
    }
    const ready = await timed(() => fetch(`${url}/readyz`))
    expect([ready.result.status, await ready.result.json()]).toMatchObject([503, { ready: false }])
    isLocked = false
    await Promise.all([customers, manager])
    // On an idle machine this takes milliseconds, but this one may have other work.
    expect(median(answered)).toBeLessThan(100)
    expect(Math.max(...answered)).toBeLessThan(1_000)
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 503, retryAfter: '5' })

    other.exec('rollback')
    other.close()
    const { body } = await checkWith(service)
    expect(body).toMatchObject({ code: 'KEY_VALID', data: { total_executions: acknowledged + 1 } })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 })
  })

  test('is waited for when it is released soon, and shared with the command line under load', async () => {
    const service = await start()
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    const checked = checkWith(service)
    await fetch(`${service.demo.url}/healthz`)
    other.exec('commit')
    other.close()
    expect((await checked).body.code).toBe('KEY_VALID')

    let over = false
    let acknowledged = 1
    const customers = Promise.all(
      Array.from({ length: CUSTOMERS }, async () => {
        while (!over) {
          expect((await checkWith(service)).body.code).toBe('KEY_VALID')
          acknowledged += 1
          await setTimeout(5)
        }
      }),
    )
    const words = ['project', 'update', '--app-name', service.demo.appName, '--approved', 'yes']
    for (let count = 0; count < 2; count += 1) {
      expect(await runCli([...words, '--database', `sqlite:${path}`])).toMatchObject({ code: 0 })
    }
    over = true
    await customers
    const { body } = await checkWith(service)
    expect(body.data?.total_executions).toBe(acknowledged + 1)
    await service.stop('SIGTERM')
  })

  test('is named by the command line, with what to do', async () => {
    const words = ['account', 'create', '--email', 'new@example.org', '--database', `sqlite:${path}`]
    await runCommandLine(words, { environment: {}, print: () => {} })
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    const refused = await runCli(words)
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/locked.*again.*\n$/),
    })
    expect(refused.stderr.trim().split('\n')).toHaveLength(1)
    other.close()
  })
})

import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { StatusRecord } from '@latchkey/management'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSqliteStorage } from '../../modules.ts'
import { NOW } from '../../testing/records.ts'
import { type Answer, startTestService, type TestService } from '../../testing/test-service.ts'
import { createServiceKey } from '../security/seal.ts'
import { examineService } from './doctor.ts'

const MOST_CHECKS = 2_000
const JSON_BODY = { 'content-type': 'application/json' }

const readyOf = async ({ url }: TestService) => {
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const statusOf = async ({ url }: TestService): Promise<StatusRecord> =>
  (await (await fetch(`${url}/status`)).json()) as StatusRecord

test.skipIf(process.platform === 'win32').each<[string, (path: string) => void]>([
  ['deleted', () => undefined],
  [
    'replaced by a copy',
    (path) => {
      for (const suffix of ['', '-wal', '-shm']) copyFileSync(`${path}.away${suffix}`, path + suffix)
    },
  ],
])('A database file that was %s takes nothing that was acknowledged with it', async (_how, replace) => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-replaced-'))
  const path = join(dir, 'test.sqlite')
  const seal = createServiceKey(randomBytes(32))
  const service = await startTestService({ storage: await createSqliteStorage({ path, seal }) })
  onTestFinished(async () => {
    await service.stop()
    rmSync(dir, { recursive: true })
  })
  const key = await service.addLicense()
  const move = (from: string, to: string) => {
    for (const suffix of ['', '-wal', '-shm']) renameSync(from + suffix, to + suffix)
  }
  const readinessOf = async () => {
    const given = { publicUrl: new URL(service.url), consoleUrl: undefined }
    return (await examineService(`sqlite:${path}`, {}, NOW, given))['readiness']?.code
  }
  expect([(await readyOf(service)).status, await readinessOf()]).toEqual([200, 'READY'])

  move(path, `${path}.away`)
  replace(path)
  expect(await readyOf(service)).toMatchObject({ status: 503, body: { database: 'replaced' } })
  expect(await readinessOf()).toBe('DATABASE_REPLACED')
  expect(await service.check({ key })).toMatchObject({ status: 503, body: { code: 'UNKNOWN_ERROR' } })
  await expect(service.addLicense()).rejects.toThrow('deleted or replaced')

  move(`${path}.away`, path)
  expect(await readyOf(service)).toMatchObject({ status: 200, body: { database: 'well' } })
  expect((await service.check({ key })).body.code).toBe('KEY_VALID')
})

describe('A full disk', () => {
  let dir: string
  let raw: DatabaseSync | undefined
  let service: TestService
  let acknowledged: number
  const steady = { now: 1_000 }
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'latchkey-full-'))
    acknowledged = 0
    service = await startTestService({
      storage: await createSqliteStorage({
        path: join(dir, 'test.sqlite'),
        seal: createServiceKey(randomBytes(32)),
        onOpen: (opened) => {
          raw = opened
        },
      }),
      settings: { checksPerMinute: 0 },
      server: { monotonic: () => steady.now },
    })
  })
  afterEach(async () => {
    await service.stop()
    rmSync(dir, { recursive: true })
  })

  /** Makes SQLite fail as on a full disk, with SQLITE_FULL, when it needs one more page. */
  const fill = () => raw?.exec('pragma max_page_count = 1')
  const makeRoom = () => raw?.exec('pragma max_page_count = 100000')

  /** Sends checks until one cannot be decided: some still fit into the existing pages. */
  const checkUntilRefused = async (key: string): Promise<Answer> => {
    for (let count = 0; count < MOST_CHECKS; count += 1) {
      const answer = await service.check({ key })
      if (answer.status !== 200) return answer
      expect(answer.body.code).toBe('KEY_VALID')
      acknowledged += 1
    }
    throw new Error('The disk did not get full.')
  }

  test('is told by /readyz and /status while checks are refused, and both recover by themselves', async () => {
    const key = await service.addLicense()
    expect((await service.check({ key })).body.code).toBe('KEY_VALID')
    acknowledged = 1
    expect(await readyOf(service)).toMatchObject({ status: 200, body: { ready: true, database: 'well' } })

    fill()
    const refused = await checkUntilRefused(key)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await readyOf(service)).toMatchObject({
      status: 503,
      body: { ready: false, database: 'read-only' },
    })
    expect(await statusOf(service)).toEqual({
      version: expect.any(String),
      active: false,
      message: expect.stringContaining('degraded'),
      warning: true,
      warning_message: expect.stringContaining('Key checks'),
    })
    // The node gets no more checks, as behind a load balancer that uses /readyz.
    steady.now += 60
    expect((await readyOf(service)).status).toBe(503)

    makeRoom()
    steady.now += 2
    expect((await readyOf(service)).status).toBe(200)
    expect(await statusOf(service)).toMatchObject({ active: true, warning: false, warning_message: '' })
    expect((await service.check({ key })).body.data).toMatchObject({ total_executions: acknowledged + 1 })
  })

  test('is followed by checks at once: the first that is decided makes the service ready', async () => {
    const key = await service.addLicense()
    fill()
    await checkUntilRefused(key)
    expect((await readyOf(service)).status).toBe(503)
    makeRoom()
    steady.now += 2
    expect((await readyOf(service)).status).toBe(503)
    expect((await service.check({ key })).status).toBe(200)
    expect((await readyOf(service)).status).toBe(200)
  })

  test('is named by the error, and not hidden by that of the rollback', async () => {
    const key = await service.addLicense()
    fill()
    await checkUntilRefused(key)
    const node = { id: 'node', url: `https://${'n'.repeat(100_000)}.example/` }
    const announce = () => service.storage.announceNode(node, NOW + 15, NOW)
    await expect(announce()).rejects.toThrow(/disk is full/)
    makeRoom()
    expect(await announce()).toContainEqual(node)
  })
})

describe('A clock that jumps ahead and back', () => {
  const AHEAD = 6 * 3_600
  const steady = { now: 1_000 }
  let service: TestService
  beforeEach(async () => {
    service = await startTestService({ server: { monotonic: () => steady.now } })
  })
  afterEach(() => service.stop())

  test('is shown by /readyz until it is where it would be, and does not make the service unready', async () => {
    const clockOf = async () => (await readyOf(service)).body['clock']
    expect(await clockOf()).toEqual({ steady: true, jumped_seconds: 0, jumped_at: 0 })
    service.clock.now += 50
    steady.now += 50
    expect(await clockOf()).toEqual({ steady: true, jumped_seconds: 0, jumped_at: 0 })
    service.clock.now += AHEAD
    const jumpedAt = service.clock.now
    expect(await readyOf(service)).toMatchObject({ status: 200 })
    expect(await clockOf()).toEqual({ steady: false, jumped_seconds: AHEAD, jumped_at: jumpedAt })
    service.clock.now -= AHEAD
    expect(await clockOf()).toEqual({ steady: true, jumped_seconds: 0, jumped_at: service.clock.now })
  })

  test('does not make a request good twice', async () => {
    const key = await service.addLicense()
    const request = { key, nonce: 'a'.repeat(16), time: NOW }
    expect((await service.check(request)).body.code).toBe('KEY_VALID')
    service.clock.now = NOW + AHEAD
    for (let count = 0; count < 5; count += 1) {
      expect((await service.check({ key })).body.code).toBe('KEY_VALID')
    }
    service.clock.now = NOW + 20
    expect((await service.check(request)).body.code).toBe('SECURITY_ERROR')
  })

  test('leaves no account challenged, and no caller limited, once it is back', async () => {
    const strict = await startTestService({ settings: { checksPerMinute: 2 } })
    // Only Update Script sends challenges. The script need not exist for that.
    const script = `${strict.url}/v3/projects/${strict.project.id}/scripts/none`
    const ask = (authorization: string) =>
      fetch(script, { method: 'PUT', body: '{}', headers: { authorization, ...JSON_BODY } })
    const key = await strict.addLicense()
    strict.clock.now = NOW + AHEAD
    for (let count = 0; count < 12; count += 1) await ask('wrong')
    expect((await ask(strict.apiKey)).status).toBe(403)
    for (let count = 0; count < 2; count += 1) await strict.check({ key })
    expect((await strict.check({ key })).status).toBe(429)

    strict.clock.now = NOW
    expect((await ask(strict.apiKey)).status).not.toBe(403)
    expect((await strict.check({ key })).body.code).toBe('KEY_VALID')
    await strict.stop()
  })
})

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createServiceKey } from '../../packages/service/src/core/security/seal.ts'
import { createSqliteStorage } from '../../packages/service/src/modules.ts'
import { DEVICE, OTHER_DEVICE } from '../../packages/service/src/testing/records.ts'
import { KNOWN, type RandomRequest, randomRequest } from './random-requests.ts'
import { type Asked, type Conformance, PLANT_TOKEN, startConformance } from './support.ts'

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const ON_NODES = inject('postgresUrl') !== undefined
// The seed, and so the requests, are the same. A fault of several nodes shows in the first of them.
const BATCHES = LONG ? 50 : 1
const REQUESTS_A_BATCH = LONG ? 1_000 : ON_NODES ? 300 : 600
const AT_ONCE = 10
const SEED = Number(process.env['LATCHKEY_SEED'] ?? 20_261_121)

let dir: string
let service: Conformance
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-wire-'))
  const seal = createServiceKey(randomBytes(32))
  service = await startConformance({
    // The nodes have a database that they share.
    ...(!ON_NODES && {
      storage: await createSqliteStorage({ path: join(dir, 'test.sqlite'), seal }),
    }),
    account: { plan: 'unlimited' },
    project: { resetCooldownSeconds: 60 },
    settings: { requestsPerMinute: 0, checksPerMinute: 0, maxScriptBytes: 2_000 },
  })
})
afterAll(async () => {
  await service.stop()
  rmSync(dir, { recursive: true })
})

const keys: string[] = ['none']
const tokens: string[] = ['none']
const tracks: string[] = ['none']
/** The number of checks that must be counted: authentic ones with a key that exists. */
let executions = 0
const statuses = new Map<number, number>()

test(`${BATCHES * REQUESTS_A_BATCH} random requests are answered as documented, and the store stays whole`, {
  timeout: LONG ? 3_600_000 : 240_000,
}, async () => {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const requests = fc.sample(randomRequest, { numRuns: REQUESTS_A_BATCH, seed: SEED + batch })
    for (let start = 0; start < requests.length; start += AT_ONCE) {
      const group = requests.slice(start, start + AT_ONCE)
      service.clock.now += Math.max(...group.map(({ later }) => later))
      await Promise.all(group.map((request) => send(request, `seed ${SEED}, batch ${batch}`)))
    }
    await learnTokens()
    expectWhole(`seed ${SEED}, after batch ${batch}`)
    await expectCounts()
  }
  console.info(
    `statuses: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}, users: ${keys.length - 1}, executions: ${executions}`,
  )
  // The test must not pass only because the random requests reached nothing. Few have a large script.
  for (const status of [200, 400, 403, 404, 415, ...(LONG ? [413] : [])]) {
    expect(statuses.get(status)).toBeGreaterThan(0)
  }
  expect(executions).toBeGreaterThan(0)
})

async function send({ id, asked, pick }: RandomRequest, where: string): Promise<void> {
  if (id === 'checkKey') {
    await check(pick)
    return
  }
  const answered = await service.ask(id, withKnown({ asked, pick, id })).catch((error: unknown) => {
    throw new Error(`${where}: ${id} ${JSON.stringify(asked)}: ${String(error)}`)
  })
  if (answered.status >= 500)
    throw new Error(`${where}: ${id} ${JSON.stringify(asked)} was answered ${answered.status}`)
  statuses.set(answered.status, (statuses.get(answered.status) ?? 0) + 1)
  if (id === 'createUser' && answered.status === 200) keys.push(answered.body.user_key)
  if (answered.body.track_progress !== undefined) tracks.push(answered.body.track_progress)
}

async function check(pick: number): Promise<void> {
  const key = chosen(keys, pick)
  const deviceId = pick % 3 === 0 ? OTHER_DEVICE : pick % 3 === 1 ? DEVICE : `${pick}`.padStart(20, 'd')
  const isForged = pick % 7 === 0
  const { status, body } = await service.check({
    key,
    deviceId,
    ...(isForged && { signature: '0'.repeat(40) }),
  })
  expect(status).toBe(200)
  const COUNTED = ['KEY_VALID', 'KEY_HWID_LOCKED', 'KEY_EXPIRED', 'KEY_BANNED']
  if (COUNTED.includes(body.code)) executions += 1
}

function withKnown({ id, asked, pick }: Pick<RandomRequest, 'id' | 'asked' | 'pick'>): Asked {
  const fill = (part: unknown): unknown =>
    typeof part !== 'object' || part === null || Array.isArray(part)
      ? part
      : Object.fromEntries(
          Object.entries(part).map(([name, value]) => [name, value === KNOWN ? wordFor(name, pick) : value]),
        )
  return {
    ...asked,
    params: fill(asked.params ?? {}) as Record<string, string>,
    ...(asked.query !== undefined && { query: fill(asked.query) as Record<string, unknown> }),
    ...(asked.body !== undefined && { body: fill(asked.body) }),
    ...(id === 'createPlant' &&
      asked.apiKey === undefined && {
        headers: { authorization: `Bearer ${PLANT_TOKEN}`, ...asked.headers },
      }),
  }
}

function wordFor(name: string, pick: number): string {
  if (name === 'unban_token') return chosen(tokens, pick)
  return chosen(name === 'track_id' ? tracks : keys, pick)
}

/** Selects one of the newest, so that many requests are for the same users. */
const chosen = (known: readonly string[], pick: number): string =>
  known[Math.max(0, known.length - 1 - (pick % 20))] ?? ''

async function learnTokens(): Promise<void> {
  const users = await service.list({ until: 1_000 })
  tokens.push(...users.map(({ unban_token }) => unban_token).filter((token) => token !== ''))
}

/** Reads the tables directly, without the adapter. */
function expectWhole(where: string): void {
  if (inject('postgresUrl') !== undefined) return
  const raw = new DatabaseSync(join(dir, 'test.sqlite'), { readOnly: true })
  const none = (what: string, query: string): void => {
    expect(raw.prepare(query).all(), `${where}: ${what}`).toEqual([])
  }
  none(
    'two users share a key',
    `select license_key from licenses where license_key <> '' group by project_id, license_key having count(*) > 1`,
  )
  none(
    'two users share a chat ID',
    `select chat_id from licenses where chat_id <> '' group by project_id, chat_id having count(*) > 1`,
  )
  none(
    'a state that is none',
    `select * from licenses where not (
    (status = 'active' and identifier <> '' and identifier_type = 'HWID' and license_key <> '') or
    (status = 'reset' and identifier = '' and identifier_type = '' and license_key <> '') or
    (status = 'banned' and banned = 1 and license_key = '' and identifier_type = '' and auth_expire = 0))`,
  )
  const further = `select project_id, value, licenses.id from licenses, json_each(nullif(further_devices, ''))`
  const found = 'select project_id, identifier, license_id from linked_devices'
  none('a further device that cannot be found', `${further} except ${found}`)
  none('a device that is found without being linked', `${found} except ${further}`)
  none(
    'further devices without a first one, or the first one again',
    `select * from licenses where further_devices <> ''
     and (identifier = '' or identifier in (select value from json_each(nullif(further_devices, ''))))`,
  )
  none(
    'a ban in part',
    `select * from licenses where not (
    (banned = 1 and ban_expire <> 0 and unban_token <> '') or
    (banned = 0 and ban_expire = 0 and unban_token = '' and ban_reason = ''))`,
  )
  none(
    'two bans share a token',
    `select unban_token from licenses where unban_token <> '' group by unban_token having count(*) > 1`,
  )
  none(
    'an expiry that is none',
    `select * from licenses where status <> 'banned' and not (auth_expire = -1 or auth_expire > 0 or (auth_expire = 0 and key_days > 0))`,
  )
  none('a reset that has no time', `select * from licenses where (last_reset = 0) <> (total_resets = 0)`)
  none(
    'a count of users that is wrong',
    `select id from projects where license_count <> (select count(*) from licenses where project_id = projects.id)`,
  )
  none(
    'a count of trials that is wrong',
    `select id from projects where
    trial_count <> (select count(*) from licenses where project_id = projects.id and trial = 1)`,
  )
  none(
    'more updates that succeeded than versions',
    `select scripts.id from scripts where cast(version as integer) <> (select count(*) from script_updates where script_id = scripts.id and state = 'succeeded')`,
  )
  none(
    'more executions of users than of the project',
    `select projects.id from projects where
    (select coalesce(sum(total_executions), 0) from licenses where project_id = projects.id) >
    (select coalesce(sum(executions), 0) from project_hours where project_id = projects.id)`,
  )
  raw.close()
}

async function expectCounts(): Promise<void> {
  expect((await service.totals()).executions).toBe(executions)
  const { stats } = (await service.ask('getApiKeyStats')).body
  expect(stats.users_detail.whitelisted + stats.users_detail.banned).toBe(stats.users)
}

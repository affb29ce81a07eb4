import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createServiceKey } from '../../core/security/seal.ts'
import { createSqliteStorage, type Storage } from '../../modules.ts'
import { NOW, testAccount, testProject } from '../../testing/records.ts'
import { seededBelow } from '../../testing/seeded-below.ts'
import { NONCE_KEPT_SECONDS } from '../nonces.ts'
import { attempt, snapshotsOf } from '../testing/contract.ts'
import { createNonceTables } from './nonce-tables.ts'

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const STEPS = LONG ? 100_000 : 1_000
const SEED = Number(process.env['LATCHKEY_SEED'] ?? 20_261_123)
/** How long a check is in time. Source: interface, "External key check". */
const IN_TIME_SECONDS = 120

test(`two processes on one file accept no nonce twice in ${STEPS} steps of restarts and clocks, with seed ${SEED}`, {
  timeout: LONG ? 1_200_000 : 60_000,
}, async () => {
  const below = seededBelow(SEED)
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-nonces-'))
  const seal = createServiceKey(new Uint8Array(32))
  const steady = { now: 1_000 }
  const open = () =>
    createSqliteStorage({ path: join(dir, 'test.sqlite'), seal, monotonic: () => steady.now })
  const storages: Storage[] = [await open(), await open()]
  onTestFinished(async () => {
    for (const storage of storages) await storage.close()
    rmSync(dir, { recursive: true })
  })
  await storages[0]?.createAccount(testAccount())
  await storages[0]?.createProject(testProject())

  let now = NOW
  /** A nonce that was accepted, and when by the monotonic clock. */
  interface Accepted {
    readonly nonce: string
    readonly time: number
    readonly at: number
    /** It may have been deleted: its second had passed after it was known for long enough. */
    mayBeForgotten: boolean
  }
  let accepted: Accepted[] = []
  let replays = 0
  /** Uses a nonce as a key check does: the check is authentic, in time, and its nonce is new. */
  const use = async (storage: Storage, nonce: string, time: number): Promise<boolean> => {
    if (Math.abs(now - time) > IN_TIME_SECONDS) return false
    const [snapshot] = await snapshotsOf(
      storage,
      [attempt({ nonce })],
      ({ nonceTaken }) => (nonceTaken ? {} : { rememberNonceUntil: time + IN_TIME_SECONDS }),
      now,
    )
    return snapshot?.nonceTaken === false
  }
  const goOn = (seconds: number): void => {
    steady.now += seconds
    now += seconds
    for (const one of accepted) {
      const isKnownForLong = steady.now - one.at > NONCE_KEPT_SECONDS
      if (isKnownForLong && now > one.time + IN_TIME_SECONDS) one.mayBeForgotten = true
    }
  }
  for (let step = 0; step < STEPS; step += 1) {
    const index = below(storages.length)
    const storage = storages[index]
    if (storage === undefined) throw new Error('There are two.')
    const kind = below(100)
    if (kind < 40) {
      const [nonce, time] = [`nonce ${step}`, now + below(2 * IN_TIME_SECONDS) - IN_TIME_SECONDS]
      expect(await use(storage, nonce, time)).toBe(true)
      accepted.push({ nonce, time, at: steady.now, mayBeForgotten: false })
    } else if (kind < 80) {
      const inTime = accepted.filter(({ time }) => Math.abs(now - time) <= IN_TIME_SECONDS)
      const known = inTime[below(inTime.length)]
      if (known === undefined) continue
      replays += 1
      const isAccepted = await use(storage, known.nonce, known.time)
      expect([step, isAccepted && !known.mayBeForgotten]).toEqual([step, false])
      if (isAccepted) accepted = accepted.filter((one) => one !== known)
    } else if (kind < 95) goOn(below(6))
    else if (kind < 96) goOn(below(400))
    else if (kind < 98) {
      // The time of day is set, to an earlier one or to another one.
      now = below(2) === 0 ? NOW + steady.now - 1_000 : now + below(20_000) - 10_000
      goOn(0)
    } else {
      // The state after a kill -9: the memory is lost, and the file is as it was committed.
      await storage.close()
      storages[index] = await open()
    }
    if (accepted.length > 500) accepted = accepted.slice(-400)
  }
  expect(replays).toBeGreaterThan(STEPS / 20)
})

test('nonces in memory are as those of a simple map, while clocks jump and tables fill', () => {
  const below = seededBelow(SEED)
  const tables = createNonceTables()
  const map = new Map<string, { readonly until: number; readonly since: number; mayBeForgotten: boolean }>()
  let now = NOW
  let at = 1_000
  let forgotten = 0
  for (let step = 0; step < (LONG ? 400_000 : 200_000); step += 1) {
    const name = `1 ${below(250_000)}`
    const found = tables.find(name)
    const known = map.get(name)
    // If the time of day was ahead at an earlier use, that use may be stored for longer than a
    // later one.
    if (known?.mayBeForgotten && found !== known.until) forgotten += 1
    else if (found !== known?.until) throw new Error(`Step ${step}: ${found} in place of ${known?.until}.`)
    if ((found ?? 0) < now) {
      const until = now + below(240)
      tables.add(name, until, at)
      map.set(name, { until, since: at, mayBeForgotten: false })
    }
    if (step % 4_000 !== 0) continue
    now += 20
    at += 20
    if (below(5) === 0) now += below(20_000) - 10_000
    tables.forget(now, at)
    for (const one of map.values()) {
      if (one.until < now && at - one.since > NONCE_KEPT_SECONDS) one.mayBeForgotten = true
    }
  }
  expect(forgotten).toBeGreaterThan(100)
})

test('the nonces of ten minutes at 4,400 a second take less than 80 MB', () => {
  const tables = createNonceTables()
  const before = process.memoryUsage().arrayBuffers
  for (let second = 0; second < 600; second += 1) {
    for (let one = 0; one < 4_400; one += 1) {
      tables.add(`7 ${second} ${one}`, NOW + second + 120, 1_000 + second)
    }
    tables.forget(NOW + second, 1_000 + second)
  }
  expect((process.memoryUsage().arrayBuffers - before) / 2 ** 20).toBeLessThan(80)
  expect(tables.find('7 599 4399')).toBe(NOW + 719)
})

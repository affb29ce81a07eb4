import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServiceKey } from '../security/seal.ts'
import { attempt, snapshotOf, snapshotsOf } from '../storage/contract-key-checks.ts'
import { createSqliteStorage } from '../storage/sqlite/storage.ts'
import { NOW, storedUser, testAccount, testProject, testUser } from '../testing/records.ts'
import { runCommandLine } from './command-line.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-backup-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const run = (words: readonly string[]) => {
  const printed: unknown[] = []
  return runCommandLine(words, { environment: {}, print: (data) => printed.push(data) }).then(() => printed)
}

test('copies a database that is being written, checks and their nonces included', async () => {
  const [path, to] = [join(dir, 'live.sqlite'), join(dir, 'copy.sqlite')]
  const seal = createServiceKey(randomBytes(32))
  const live = await createSqliteStorage({ path, seal })
  await live.createAccount(testAccount())
  await live.createProject(testProject())
  const user = testUser()
  await live.createUser('project', user)
  const check = (nonce: string) =>
    snapshotsOf(live, [attempt({ key: user.key, nonce })], () => ({
      execution: true,
      rememberNonceUntil: NOW + 120,
    }))
  await check('before')
  let over = false
  const writing = (async () => {
    for (let count = 0; !over; count += 1) {
      await check(`during ${count}`)
      // In a service, a request comes between two groups.
      await setImmediate()
    }
  })()
  const words = ['backup', '--database', `sqlite:${path}`, '--to', to]
  expect(await run(words)).toEqual([{ database: path, backup: to, pages: expect.any(Number) }])
  over = true
  await writing
  await live.close()

  const copy = await createSqliteStorage({ path: to, seal })
  expect(await snapshotOf(copy, { nonce: 'before', key: user.key })).toMatchObject({
    nonceTaken: true,
    project: testProject(),
  })
  const [hour] = (await copy.usage('account', 0, 0)).hours
  expect((await storedUser(copy, user.key))?.totalExecutions).toBe(hour?.executions)
  await copy.close()
  await expect(run(words)).rejects.toThrow(/already exists/)
})

test('says what it cannot copy', async () => {
  const to = ['--to', join(dir, 'copy.sqlite')]
  await expect(run(['backup', '--database', 'postgres://localhost/x', ...to])).rejects.toThrow(/SQLite file/)
  await expect(run(['backup', '--database', 'sqlite::memory:', ...to])).rejects.toThrow(/SQLite file/)
  await expect(run(['backup', '--database', `sqlite:${dir}/none`, ...to])).rejects.toThrow(/does not exist/)
})

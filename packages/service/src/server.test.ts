import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createServiceKey } from './core/security/seal.ts'
import { StorageUnavailable } from './core/storage/storage.ts'
import { createSqliteStorage, type Storage } from './modules.ts'
import { NOW, testAccount, testProject } from './testing/records.ts'
import { startTestService } from './testing/test-service.ts'

/** A real storage whose key checks wait until the test releases them. */
async function heldStorage() {
  const real = await createSqliteStorage({ path: ':memory:', seal: createServiceKey(randomBytes(32)) })
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const storage: Storage = {
    ...real,
    async checkKeys(...parameters) {
      arrived.resolve()
      await released.promise
      return real.checkKeys(...parameters)
    },
  }
  return { storage, arrived: arrived.promise, release: released.resolve }
}

test('a stop answers the checks that are under way before it closes the storage', async () => {
  const { storage, arrived, release } = await heldStorage()
  const service = await startTestService({ storage })
  const key = await service.addLicense()
  const checked = service.check({ key })
  await arrived
  const stopped = service.stop()
  release()
  const { body, headers } = await checked
  expect(body.code).toBe('KEY_VALID')
  expect(headers.get('connection')).toBe('close')
  await stopped
  await expect(fetch(`${service.url}/sync`)).rejects.toThrow()
  await expect(storage.ping()).rejects.toBeInstanceOf(StorageUnavailable)
})

test('a bug answers 500 with a number for support, and tells nothing of the inside', async () => {
  const real = await createSqliteStorage({ path: ':memory:', seal: createServiceKey(randomBytes(32)) })
  const broken: Storage = {
    ...real,
    checkKeys: () => Promise.reject(new TypeError('secret is not a function')),
  }
  const service = await startTestService({ storage: broken })
  const { status, body } = await service.check({})
  expect(status).toBe(500)
  expect(body).toEqual({
    code: 'UNKNOWN_ERROR',
    message: expect.stringMatching(/tell support this number: req-/),
  })
  expect(body.message).not.toContain('function')
  await service.stop()
})

test('a service deletes events that are older than its setting', async () => {
  const seal = createServiceKey(randomBytes(32))
  const storage = await createSqliteStorage({ path: ':memory:', seal })
  await storage.createAccount(testAccount())
  const by = { actor: 'command-line', address: '', fields: [] } as const
  await storage.createProject(testProject(), { ...by, at: NOW - 2 * 86_400 - 1 })
  await storage.changeProject('project', (known) => known, { ...by, at: NOW - 2 * 86_400 })
  const service = await startTestService({ storage, settings: { eventDays: 2 } })
  const events = await storage.listEvents('project', {}, { limit: 9 })
  expect(events.map(({ kind }) => kind)).toEqual(['updated'])
  await service.stop()
})

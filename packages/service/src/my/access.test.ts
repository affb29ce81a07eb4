import { randomBytes } from 'node:crypto'
import { MY_ENDPOINTS, type MyEndpointId } from '@latchkey/management'
import type { FastifyRequest } from 'fastify'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { byService } from '../core/event-log/events.ts'
import { createToken, hashToken } from '../core/security/credentials.ts'
import { createRateLimit } from '../core/security/rate-limit.ts'
import { createServiceKey } from '../core/security/seal.ts'
import { createSqliteStorage, type Storage } from '../modules.ts'
import { NOW, testAccount, testLicense, testProject } from '../testing/records.ts'
import { createCustomerGuards } from './access.ts'
import { createCustomerSessions } from './sessions.ts'

const ORIGIN = 'https://license.example'
const [MINUTES, DAY] = [60, 86_400]

let storage: Storage
let row: number
beforeEach(async () => {
  storage = await createSqliteStorage({ path: ':memory:', seal: createServiceKey(randomBytes(32)) })
  onTestFinished(() => storage.close())
  await storage.createAccount(testAccount())
  await storage.createProject(testProject())
  await storage.changeMyPage('project', (settings) => ({ ...settings, isOn: true }), byService(NOW))
  const customer = { id: 'ann', email: 'ann@example.org', name: '', createdAt: NOW }
  await storage.createLicense('project', testLicense(), { customerOf: () => customer })
  row = (await storage.findCustomer('account', { id: 'ann' }))?.row ?? 0
})

/** A session that begins now. Returns what the guard decides about an endpoint. */
async function begin() {
  const publicUrl = () => `${ORIGIN}/`
  const customerSessions = createCustomerSessions({ storage, publicUrl })
  const requestLimit = createRateLimit('requests', 0)
  const guardOf = createCustomerGuards({ storage, customerSessions, requestLimit, publicUrl })
  const token = createToken()
  const session = { id: token, tokenHash: hashToken(token), createdAt: NOW, usedAt: NOW }
  await storage.beginCustomerSession(row, session)
  return async (id: MyEndpointId, now: number) => {
    const headers = { origin: ORIGIN, cookie: `other=1; __Secure-latchkey-my=${token}` }
    const params = { project_id: 'project' }
    const request = { method: MY_ENDPOINTS[id].method, headers, params, now, ip: '192.0.2.1' }
    return (await guardOf(MY_ENDPOINTS[id])(request as unknown as FastifyRequest))?.kind
  }
}

test('a session is a proof for 15 minutes, and what changes a license is refused afterwards', async () => {
  const ask = await begin()
  const proven = Object.values(MY_ENDPOINTS).filter(({ credentials }) => 'proof' in credentials)
  expect(proven.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['freeComputer', 'replaceMyKey', 'handOver', 'changeMyAddress']),
  )
  for (const { id } of proven) {
    expect(await ask(id, NOW + 15 * MINUTES - 1)).toBeUndefined()
    expect(await ask(id, NOW + 15 * MINUTES)).toBe('proof-needed')
  }
  expect(await ask('getMine', NOW + 15 * MINUTES)).toBeUndefined()
})

test('a session ends after a day without use, and after seven days', async () => {
  const [daily, idle] = [await begin(), await begin()]
  for (let day = 1; day <= 7; day += 1) {
    expect(await daily('getMine', NOW + day * (DAY - 1))).toBeUndefined()
  }
  expect(await daily('getMine', NOW + 7 * DAY)).toBe('sign-in-needed')
  expect(await idle('getMine', NOW + DAY - 1)).toBeUndefined()
  expect(await idle('getMine', NOW + 2 * DAY - 1)).toBe('sign-in-needed')
})

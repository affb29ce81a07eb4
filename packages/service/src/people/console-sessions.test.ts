import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createServiceKey } from '../core/security/seal.ts'
import { createSqliteStorage } from '../modules.ts'
import { NOW, testAccount } from '../testing/records.ts'
import { CONSOLE_KEY_BYTES, createConsoleSessions } from './console-sessions.ts'
import { newPerson } from './people.ts'

const context = { now: NOW, address: '2001:db8:1:2::3', userAgent: 'B'.repeat(300) }

test('what one node has ended is over on another one after two seconds', async () => {
  const storage = await createSqliteStorage({ path: ':memory:', seal: createServiceKey(randomBytes(32)) })
  onTestFinished(() => storage.close())
  await storage.createAccount(testAccount())
  const person = newPerson({ id: 'ada', email: 'ada@example.org', role: 'owner' }, NOW)
  await storage.createPerson('account', person)
  const key = randomBytes(CONSOLE_KEY_BYTES)
  const [one, another] = [createConsoleSessions(key, storage), createConsoleSessions(key, storage)]
  const { token = '', proof = '' } = (await one.begin(person, context)) ?? {}

  const found = await another.find(token, proof, NOW)
  expect(found?.session).toMatchObject({ address: '2001:db8:1::/48', userAgent: 'B'.repeat(200) })
  await storage.endSessions('ada', { only: found?.session.id ?? '' })
  one.forget()
  expect(await one.find(token, proof, NOW)).toBeUndefined()
  expect(await another.find(token, proof, NOW + 1)).toBeDefined()
  expect(await another.find(token, proof, NOW + 2)).toBeUndefined()
})

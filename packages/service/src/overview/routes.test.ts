import { ENDPOINTS, type Overview, requestPath } from '@latchkey/management'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkedTo, NOW, OTHER_DEVICE } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

const [HOUR, DAY] = [3_600, 86_400]

let service: TestService
beforeEach(async () => {
  service = await startTestService({ account: { plan: 'trial' } })
})
afterEach(() => service.stop())

async function read(project_id = 'project'): Promise<{ status: number; body: Overview }> {
  const path = requestPath(ENDPOINTS.getOverview, { params: { project_id } })
  const response = await fetch(service.url + path, { headers: { authorization: service.apiKey } })
  return { status: response.status, body: (await response.json()) as Overview }
}

test('has what was checked, refused and blocked, by whom and when', async () => {
  const [valid, locked] = [await service.addLicense(), await service.addLicense(linkedTo(OTHER_DEVICE))]
  await service.check({ key: valid })
  service.clock.now += HOUR
  await service.check({ key: valid })
  for (const key of [locked, locked, undefined]) await service.check({ ...(key && { key }) })
  await service.check({ key: valid, time: NOW - 9_999 })
  await service.check({ appName: 'nobody' })
  await service.settled()

  const { status, body } = await read()
  expect(status).toBe(200)
  const { hours, refusals, days } = body
  expect(body.at).toBe(NOW + HOUR)
  expect(hours.since).toBe(NOW + HOUR - 167 * HOUR)
  expect([hours.executions.length, hours.attacks_blocked.length]).toEqual([168, 168])
  expect(hours.executions.slice(-3)).toEqual([0, 1, 3])
  expect(hours.attacks_blocked.slice(-2)).toEqual([0, 1])
  expect(refusals.map(({ code, hours }) => [code, hours.length, ...hours.slice(-2)])).toEqual([
    ['KEY_HWID_LOCKED', 168, 0, 2],
    ['KEY_INCORRECT', 168, 0, 1],
    ['TIME_ERROR', 168, 0, 1],
  ])
  // Only the user who could use a key counts, and only once.
  expect(days.active_users).toEqual([...Array.from({ length: 29 }, () => 0), 1])
  expect(days.since).toBe(NOW - (NOW % DAY) - 29 * DAY)
})

test('has the keys by state and end, and what the plan limits', async () => {
  await service.addLicense({ authExpire: NOW + 2 * HOUR + 1 })
  await service.addLicense({ ...linkedTo(OTHER_DEVICE), authExpire: NOW - 1 })
  await service.addLicense()
  const { keys, ends, plan } = (await read()).body
  expect(keys).toEqual({ active: 0, unused: 2, expired: 1, stopped: 0, banned: 0 })
  expect([ends.since, ends.keys.length]).toEqual([NOW, 768])
  expect(ends.keys.slice(0, 4)).toEqual([0, 0, 1, 0])
  expect(plan).toEqual({
    code: 'trial',
    used: { users: 3, scripts: 0, obfuscations: 0 },
    limits: { users: 10, scripts: 1, obfuscations: 10 },
    reset_at: Date.UTC(2027, 1, 1) / 1_000,
  })
})

test('of another project is none', async () => {
  expect((await read('nobody')).status).toBe(404)
})

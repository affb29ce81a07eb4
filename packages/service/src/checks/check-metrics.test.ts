import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '../core/operations/metrics.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { createCheckMetrics } from './check-metrics.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const ask = (path: string, headers = {}) => fetch(service.url + path, { headers })

test('tells how many checks were decided, how fast, and in which groups', async () => {
  const key = await service.addLicense()
  await service.check({ key })
  await service.check({ key, signature: '0'.repeat(40) })
  const answer = await ask('/metrics')
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain('latchkey_checks_total{code="KEY_VALID"} 1\n')
  expect(text).toContain('latchkey_checks_total{code="SECURITY_ERROR"} 1\n')
  expect(text).toContain('latchkey_check_seconds_count 2\n')
  expect(text).toContain('latchkey_group_checks_bucket{le="1"} 2\n')
  expect(text).not.toContain(key)
})

test('tells nothing to whom a proxy passes on', async () => {
  expect((await ask('/metrics', { 'x-forwarded-for': '203.0.113.1' })).status).toBe(404)
})

test('a histogram counts each value in every bucket that holds it', async () => {
  const metrics = createMetrics()
  const checks = createCheckMetrics(metrics.registry)
  for (const seconds of [0.0005, 0.001, 0.3, 60]) checks.decided('KEY_VALID', seconds)
  const lines = (await metrics.text()).split('\n')
  const at = (le: string) =>
    lines.find((line) => line.startsWith(`latchkey_check_seconds_bucket{le="${le}"}`))
  expect(['0.001', '0.25', '0.5', '+Inf'].map((le) => at(le)?.split(' ')[1])).toEqual(['2', '2', '3', '4'])
  expect(lines).toContain('latchkey_check_seconds_sum 60.3015')
})

test('is alive and ready, and alive but not ready without its database', async () => {
  const own = await startTestService()
  const statusOf = async (path: string) => (await fetch(own.url + path)).status
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200])
  await own.loseStorage()
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
  await own.stop()
})

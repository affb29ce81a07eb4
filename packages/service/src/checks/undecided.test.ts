import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NOW } from '../testing/records.ts'
import { type Check, startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

describe('a request that is no key check', () => {
  test.each<[string, Check]>([
    ['without a nonce', { nonce: null }],
    ['with a nonce of 15', { nonce: 'a'.repeat(15) }],
    ['with a nonce of other characters', { nonce: `${'a'.repeat(15)}-` }],
    ['without a time', { time: null }],
    ['with a time in words', { time: 'now' }],
    ['with a time in parts of a second', { time: `${NOW}.5` }],
    ['without a signature', { signature: null }],
  ])('%s is answered 400, and nothing is decided', async (_what, change) => {
    const key = await service.addLicense()
    const { status, body } = await service.check({ key, ...change })
    expect(status).toBe(400)
    expect(body).toEqual({ code: 'UNKNOWN_ERROR', message: expect.stringContaining('Update the app') })
    expect(await service.license(key)).toMatchObject({ totalExecutions: 0, identifier: '' })
  })

  test.each(['', '?by=test-app', '?key=abc', '?by=test-app&key=a&key=b', '?by=%ff&key=%zz'])(
    'with the query "%s" is answered 400',
    async (query) => {
      const response = await fetch(`${service.url}/external_check_key${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'UNKNOWN_ERROR' })
    },
  )

  test('is not a HEAD request, which would count without an answer', async () => {
    const response = await fetch(`${service.url}/external_check_key?by=test-app&key=a`, { method: 'HEAD' })
    expect(response.status).toBe(404)
  })
})

test('answers 429 with Retry-After to an address that checks too often, and decides nothing', async () => {
  const strict = await startTestService({ settings: { checksPerMinute: 3 } })
  try {
    const key = await strict.addLicense()
    for (let count = 0; count < 3; count += 1) {
      expect((await strict.check({ key })).body.code).toBe('KEY_VALID')
    }
    strict.clock.now = NOW + 10
    const { status, body, headers } = await strict.check({ key })
    expect(status).toBe(429)
    expect(body).toEqual({ code: 'RATE_LIMITED', message: expect.stringContaining('50 seconds') })
    expect(headers.get('retry-after')).toBe('50')
    expect((await strict.license(key)).totalExecutions).toBe(3)
    expect((await fetch(`${strict.url}/sync`)).status).toBe(200)

    strict.clock.now = NOW + 60
    expect((await strict.check({ key })).body.code).toBe('KEY_VALID')
  } finally {
    await strict.stop()
  }
})

test('answers 503 with Retry-After while the storage is unavailable', async () => {
  const key = await service.addLicense()
  await service.storage.close()
  const { status, body, headers } = await service.check({ key })
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('5')
  expect(body).toEqual({ code: 'UNKNOWN_ERROR', message: expect.stringContaining('Try again') })
})

test('believes X-Forwarded-For of a trusted proxy alone', async () => {
  const statusesOf = async (trustedProxies: string[]): Promise<number[]> => {
    const limited = await startTestService({ settings: { checksPerMinute: 1, trustedProxies } })
    try {
      const statuses: number[] = []
      for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.2']) {
        const headers = { 'x-forwarded-for': address }
        statuses.push((await fetch(`${limited.url}/external_check_key`, { headers })).status)
      }
      return statuses
    } finally {
      await limited.stop()
    }
  }
  expect(await statusesOf([])).toEqual([400, 429, 429])
  expect(await statusesOf(['127.0.0.0/8'])).toEqual([400, 400, 429])
  expect(await statusesOf(['192.0.2.0/24'])).toEqual([400, 429, 429])
})

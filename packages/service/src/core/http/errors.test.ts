import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

/**
 * Sends a text that no HTTP client would send. Returns all that arrives until the other side
 * closes.
 */
function exchange(text: string): Promise<string> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    let received = ''
    connect(Number(port), hostname)
      .on('data', (bytes) => {
        received += bytes.toString()
      })
      .on('error', reject)
      .on('close', () => resolve(received))
      .write(text)
  })
}

test.each([
  ['a packet that is not HTTP', 'HELLO\r\n\r\n', '400'],
  ['headers that are too long', `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
])('%s is answered with JSON, and the connection closed', async (_what, text, status) => {
  const answer = await exchange(text)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  const body = answer.slice(answer.indexOf('\r\n\r\n'))
  expect(JSON.parse(body)).toEqual({ success: false, message: expect.any(String) })
})

test('an address that cannot be decoded is answered without repeating it', async () => {
  const response = await fetch(`${service.url}/%zz-secret?key=secret`)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ success: false, message: expect.not.stringContaining('secret') })
})

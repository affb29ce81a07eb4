import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const SECRET = 'abcdefghijklmnopqrstuvwxyzABCDEF'

function logged(write: (log: ReturnType<typeof createLog>) => void): unknown {
  const lines: string[] = []
  write(createLog('trace', { write: (line) => lines.push(line) }))
  expect(lines.join()).not.toContain(SECRET)
  return JSON.parse(lines[0] ?? '')
}

test('a request is logged as its method and path alone', () => {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url: `/external_check_key?key=${SECRET}` })
  Object.assign(request.headers, { clienthwid: SECRET, authorization: SECRET })
  expect(logged((log) => log.info({ req: request }))).toMatchObject({
    req: { method: 'GET', path: '/external_check_key' },
  })
})

test.each([
  [`/v3/keys/${SECRET}/details?noUsers=1`, '/v3/keys/…/details'],
  [`/v3/%6beys/${SECRET}/stats`, '/v3/%6beys/…/stats'],
  [`/v3/keys/${SECRET}`, '/v3/keys/…'],
  ['/v3/projects/p1/users', '/v3/projects/…/users'],
])('the address %s is logged as %s', (url, path) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url })
  expect(logged((log) => log.info({ req: request }))).toMatchObject({ req: { method: 'GET', path } })
})

test('an error is logged with its cause and without what hangs on it', () => {
  const cause = Object.assign(new TypeError('below'), { code: 'E_BELOW', rawPacket: Buffer.from(SECRET) })
  const error = Object.assign(new Error('above', { cause }), { request: SECRET })
  expect(logged((log) => log.error({ err: error }))).toMatchObject({
    err: {
      message: 'above',
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'TypeError', code: 'E_BELOW', message: 'below' },
    },
  })
  expect(logged((log) => log.error({ err: SECRET }))).toMatchObject({ err: { type: 'string' } })
})

/**
 * The baseline: a node:http server that sends the same bytes as the service to every key check, and
 * as many to a person at the console.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSigningKeyPair, privateKeyOf, signAnswer, signResponse } from '@latchkey/protocol'

const body = JSON.stringify({
  code: 'KEY_VALID',
  message: 'This license key is valid.',
  data: { note: '', total_executions: 12, auth_expire: -1 },
  signature: signResponse('n'.repeat(16), 'KEY_VALID', ['a', 'b', 'c']),
})
const { id: keyId, ...pair } = createSigningKeyPair()
const nonce = 'n'.repeat(16)
const request = {
  kind: 'check',
  path: '/external_check_key',
  query: '?',
  nonce,
  deviceId: 'd'.repeat(64),
} as const
const headers = {
  ...signAnswer(request, { body }, 1_800_000_000, {
    keyId,
    privateKey: privateKeyOf({ id: keyId, ...pair }),
  }),
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'content-length': Buffer.byteLength(body),
}

/** As a list of 100 keys has. Other answers to people are about as short as that to a check. */
const PAGE_BYTES = 58_000
const page = JSON.stringify({ keys: 'k'.repeat(PAGE_BYTES) })

const isListOfKeys = (path = ''): boolean => path.includes('/keys?') && !path.includes('search=')

const server = createServer((request, response) => {
  if (isListOfKeys(request.url)) {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(page)
    return
  }
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`,
  )
})

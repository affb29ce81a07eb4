/** The baseline: a node:http server that sends the same bytes as the service to every request. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signResponse } from '@latchkey/protocol'

const body = JSON.stringify({
  code: 'KEY_VALID',
  message: 'This license key is valid.',
  data: { note: '', total_executions: 12, auth_expire: -1 },
  signature: signResponse('n'.repeat(16), 'KEY_VALID', ['a', 'b', 'c']),
})
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-length': Buffer.byteLength(body),
}

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`,
  )
})

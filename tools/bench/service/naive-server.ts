/** The service's storage and decision on node:http, with one commit per check. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decideGroup } from '../../../packages/service/src/domain/check-group.ts'
import { decideCheck } from '../../../packages/service/src/domain/check-key.ts'
import { openStorage } from '../../../packages/service/src/storage/open.ts'

const { storage } = await openStorage(process.argv[2] ?? '', process.env)

const server = createServer(async (request, response) => {
  const { headers } = request
  const query = new URL(request.url ?? '', 'http://x').searchParams
  const text = (name: string): string => String(headers[name] ?? '')
  const attempt = {
    appName: query.get('by') ?? '',
    key: query.get('key') ?? '',
    userAgent: text('user-agent'),
    deviceId: text('clienthwid'),
    fingerprints: { 'latchkey-fingerprint': text('latchkey-fingerprint') },
    nonce: text('clientnonce'),
    time: text('clienttime'),
    signature: text('externalsignature'),
  }
  const now = Math.floor(Date.now() / 1_000)
  const [answer] = await storage.checkKeys([attempt], now, decideGroup([attempt], now, decideCheck))
  const body = JSON.stringify(answer)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`,
  )
})

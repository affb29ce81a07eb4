import { createNonce, fingerprintHeader, KEY_CHECK_PATH, signRequest } from '@latchkey/protocol'
import { deviceOf, keyOf } from './keys.ts'
import type { LoadOptions } from './processes.ts'

/** Returns the bytes of `count` checks of random keys, each with a nonce of its own. */
export function signRequests(
  { app, keys }: Pick<LoadOptions, 'app' | 'keys'>,
  url: string,
  count: number,
): string[] {
  const time = String(Math.floor(Date.now() / 1_000))
  const fixed = [
    `Host: ${new URL(url).host}`,
    'Connection: keep-alive',
    'Content-Type: application/json',
    `User-Agent: ${app.userAgent}`,
    `clienttime: ${time}`,
  ].join('\r\n')
  const fingerprint = fingerprintHeader(app.executor)
  return Array.from({ length: count }, () => {
    const n = Math.floor(Math.random() * keys)
    const [key, deviceId] = [keyOf(n), deviceOf(n)]
    const nonce = createNonce()
    const signature = signRequest({ nonce, key, time, deviceId }, app.secrets)
    return `GET /${KEY_CHECK_PATH}?by=${app.appName}&key=${key} HTTP/1.1\r\n${fixed}\r\nclienthwid: ${deviceId}\r\n${fingerprint}: ${deviceId}\r\nclientnonce: ${nonce}\r\nexternalsignature: ${signature}\r\n\r\n`
  })
}

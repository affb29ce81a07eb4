import type { IncomingMessage } from 'node:http'

/**
 * Whether a proxy in front may have read this request differently, although Node accepts it: a
 * Transfer-Encoding in HTTP/1.0 (RFC 9112, section 6.1), or more than one Host (section 3.2).
 * Refused, and the connection closed, so that it cannot hide a second request. Node's parser
 * refuses everything else of that kind.
 */
export function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && headers['transfer-encoding'] !== undefined) return true
  let hosts = 0
  // Names and values take turns.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

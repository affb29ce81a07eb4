import type { Readable } from 'node:stream'
import type { GetRequest, PostRequest, TransportAnswer } from '@latchkey/client'
import { net, type Session } from 'electron'

/**
 * Sends one GET, or one POST if there is a body, in a session. Rejects with Chromium's error when
 * there is no answer, or when the signal aborts.
 *
 * Does not use `net.fetch`: a status or header that a `Response` cannot represent (999, a letter
 * outside Latin-1) makes it throw an uncaught exception. An attacker on the network could stop the
 * app that way.
 */
export function sendWithChromium(
  network: Session,
  { url, headers, signal, body }: GetRequest & Partial<Pick<PostRequest, 'body'>>,
): Promise<TransportAnswer> {
  return new Promise((resolve, reject) => {
    const request = net.request({
      url,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers },
      session: network,
      credentials: 'omit',
      // SECURITY: a redirect would send the key and the device ID to an unverified address.
      redirect: 'error',
      cache: 'no-store',
      bypassCustomProtocolHandlers: true,
    })
    const abort = (): void => request.abort()
    request.on('response', (response) => {
      // Electron documents a readable stream; its types do not.
      const body = response as unknown as Readable
      // Readers still get the error. Without a listener it would be an uncaught exception.
      body.on('error', () => {})
      resolve({
        status: response.statusCode,
        header: (name) => [response.headers[name]].flat().join(', ') || null,
        body,
      })
    })
    request.on('error', reject)
    request.on('abort', () => reject(new Error('aborted')))
    // Not removed on `close`: Electron emits that when the request is sent, before the answer.
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    else request.end(body)
  })
}

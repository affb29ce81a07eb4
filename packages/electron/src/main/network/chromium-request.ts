import type { Readable } from 'node:stream'
import type { GetRequest, PostRequest, TransportAnswer } from '@latchkey/client'
import { net, type Session } from 'electron'

/**
 * Sends one GET, or with a body one POST, in a session. Rejects with Chromium's own error when there is no answer, or when the signal aborts.
 *
 * Not through `net.fetch`: at a status or a header that a `Response` cannot hold (999, a letter outside Latin-1) it
 * throws where nobody can catch it, which stops the whole app. Anyone on the way to the service can send those.
 */
export function sendWithChromium(
  network: Session,
  credentials: 'omit' | 'include',
  { url, headers, signal, body }: Omit<GetRequest, 'sendOnce'> & Partial<Pick<PostRequest, 'body'>>,
): Promise<TransportAnswer> {
  return new Promise((resolve, reject) => {
    const request = net.request({
      url,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers },
      session: network,
      credentials,
      // SECURITY: a redirect would carry the key and the device ID to an address that nobody vetted.
      redirect: 'error',
      cache: 'no-store',
      bypassCustomProtocolHandlers: true,
    })
    const abort = (): void => request.abort()
    request.on('response', (response) => {
      // By Electron's documentation, if not by its types.
      const body = response as unknown as Readable
      // Whoever reads it learns of the fault. Where nobody does, it would be thrown, and stop the app.
      body.on('error', () => {})
      resolve({
        status: response.statusCode,
        header: (name) => [response.headers[name]].flat().join(', ') || null,
        body,
      })
    })
    request.on('error', reject)
    request.on('abort', () => reject(new Error('aborted')))
    // Never taken away: a request "closes" as soon as it is sent, long before its answer is there.
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    else request.end(body)
  })
}

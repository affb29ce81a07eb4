import { app, net, type Session, session } from 'electron'
import type { Fault, GetRequest, GetResult, Transport } from '../license/transport.ts'
import { meaningOf } from './chromium-errors.ts'

/** In memory: nothing that the service says is kept by the browser engine. */
const PARTITION = 'latchkey-network'

/**
 * The network as the system has it set up: its proxies, its certificates. Chromium carries it, in a session of its
 * own that no window shares.
 */
export function createNetwork(): Transport {
  /** Of the last certificate that was not trusted, by host name. */
  const issuers = new Map<string, string>()
  let opened: Promise<Session> | undefined
  const open = (): Promise<Session> => {
    opened ??= app.whenReady().then(() => openSession(issuers))
    return opened
  }

  async function get({ url, headers, signal, sendOnce }: GetRequest): Promise<GetResult> {
    const network = await open()
    try {
      // A kept connection can die under a request, and Chromium then sends the request again on a new one.
      // On a new connection it never does.
      if (sendOnce) await network.closeAllConnections()
      const response = await network.fetch(url, {
        headers,
        signal,
        // SECURITY: no cookies, no stored passwords, no client certificate.
        credentials: 'omit',
        // SECURITY: a redirect would carry the key and the device ID to an address that nobody vetted.
        redirect: 'error',
        cache: 'no-store',
        bypassCustomProtocolHandlers: true,
      })
      return {
        kind: 'answer',
        answer: {
          status: response.status,
          header: (name) => response.headers.get(name),
          body: response.body ?? EMPTY_BODY,
        },
      }
    } catch (error) {
      return { kind: 'fault', fault: faultOf(error, new URL(url).hostname, signal) }
    }
  }

  function faultOf(error: unknown, hostname: string, signal: AbortSignal): Fault {
    if (signal.aborted) return { kind: 'aborted', neverSent: false, code: 'aborted' }
    const message = error instanceof Error ? error.message : ''
    if (/redirect/i.test(message)) return { kind: 'redirected', neverSent: false, code: 'redirect' }
    const code = /ERR_[A-Z0-9_]+/.exec(message)?.[0] ?? 'ERR_UNKNOWN'
    const { kind, neverSent } = meaningOf(code)
    const issuer = kind === 'tls' || kind === 'tls-date' ? issuers.get(hostname) : undefined
    const isOffline = neverSent && kind === 'name-not-found' && !net.isOnline()
    return {
      kind: isOffline ? 'offline' : kind,
      neverSent,
      code,
      ...(issuer !== undefined && { certificateIssuer: issuer }),
    }
  }

  return { get, warm: () => {} }
}

const EMPTY_BODY = (async function* () {})() as AsyncIterable<Uint8Array>

function openSession(issuers: Map<string, string>): Session {
  const network = session.fromPartition(PARTITION, { cache: false })
  network.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  network.setCertificateVerifyProc(({ hostname, certificate, verificationResult }, answer) => {
    if (verificationResult === 'net::OK') issuers.delete(hostname)
    else issuers.set(hostname, certificate.issuerName)
    // SECURITY: -3 keeps Chromium's own verdict. This only listens.
    answer(-3)
  })
  return network
}

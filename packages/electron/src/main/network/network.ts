import type { Fault, GetRequest, GetResult, PostRequest, Transport } from '@latchkey/client'
import { net, type Session, session } from 'electron'
import { meaningOf } from './chromium-errors.ts'
import { sendWithChromium } from './chromium-request.ts'

/**
 * Sessions are never destroyed, and each takes about 0.7 MB and a file descriptor. Beyond this
 * number they are used again.
 */
const MAX_SESSIONS = 8

/** A session that sends one request at a time. */
interface Sender {
  readonly session: Session
  /**
   * Chromium has verified a certificate. It caches the result, so a later verification in the same
   * session is not seen.
   */
  hasVerified: boolean
  /** Aborts the current request. */
  signal: AbortSignal
}

/**
 * The network with the system's proxies and certificates, by Chromium. Call it after `ready`.
 *
 * Chromium repeats a request when a keep-alive connection closes before the answer, and no setting
 * prevents that. It does not repeat one on a new connection, so every request gets a new
 * connection, in a session without any other. HTTP/3 would repeat it there as well, so `hardenApp`
 * disables it.
 */
export function createNetwork(): Transport {
  /** The issuer of the last certificate that was not trusted, by host name. */
  const issuers = new Map<string, string>()
  /**
   * Idle senders in the order of their use: the one that was not used for the longest time comes
   * first.
   */
  const idle = new Set<Sender>()
  let opened = 0
  /**
   * Whether Chromium reports each certificate that it verifies. With some command line switches it
   * does not. Unknown before the first answer over TLS, which is normally that of a sync.
   */
  let reportsVerification: boolean | undefined

  function openSender(signal: AbortSignal): Sender {
    opened++
    // The session is in memory, because its name has no `persist:`. So no data of the service is
    // stored.
    const sender: Sender = {
      session: session.fromPartition(`latchkey-network-${opened}`, { cache: false }),
      hasVerified: false,
      signal,
    }
    sender.session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
    sender.session.setCertificateVerifyProc(({ hostname, certificate, verificationResult }, answer) => {
      if (sender.signal.aborted && !sender.hasVerified) {
        // The request was reported as never sent. Chromium caches -2, so the session is not used again.
        // It may be verified again, such as for a proxy: it is not in the set then.
        idle.delete(sender)
        answer(-2)
        return
      }
      sender.hasVerified = true
      if (verificationResult === 'net::OK') issuers.delete(hostname)
      else issuers.set(hostname, certificate.issuerName)
      // SECURITY: -3 keeps Chromium's own result.
      answer(-3)
    })
    return sender
  }

  async function send(request: Sending): Promise<GetResult> {
    const [oldest] = idle
    const sender = (opened < MAX_SESSIONS ? undefined : oldest) ?? openSender(request.signal)
    idle.delete(sender)
    sender.signal = request.signal
    request.signal.addEventListener('abort', () => idle.add(sender), { once: true })
    try {
      await sender.session.closeAllConnections()
      const answer = await sendWithChromium(sender.session, request)
      if (isTls(request) && reportsVerification !== false) reportsVerification = sender.hasVerified
      return { kind: 'answer', answer }
    } catch (error) {
      return { kind: 'fault', fault: faultOf(error, request, sender) }
    }
  }

  function faultOf(error: unknown, request: Sending, { hasVerified }: Sender): Fault {
    // A request is sent over TLS only after the certificate was verified.
    const neverSent = isTls(request) && reportsVerification === true && !hasVerified
    if (request.signal.aborted) return { kind: 'aborted', neverSent, code: 'aborted' }
    const message = error instanceof Error ? error.message : ''
    if (/redirect/i.test(message)) return { kind: 'redirected', neverSent: false, code: 'redirect' }
    const code = /ERR_[A-Z0-9_]+/.exec(message)?.[0] ?? 'ERR_UNKNOWN'
    const meaning = meaningOf(code)
    const fault = { ...meaning, neverSent: neverSent || meaning.neverSent, code }
    const issuer = issuers.get(new URL(request.url).hostname)
    if ((fault.kind === 'tls' || fault.kind === 'tls-date') && issuer !== undefined) {
      return { ...fault, certificateIssuer: issuer }
    }
    return whileOnline(fault)
  }

  return { get: send, post: send }
}

type Sending = GetRequest & Partial<Pick<PostRequest, 'body'>>

const isTls = ({ url }: Sending): boolean => url.startsWith('https:')

/** Without any network, every name is unknown and every address unreachable. */
const whileOnline = (fault: Fault): Fault =>
  fault.neverSent && fault.kind !== 'proxy' && !net.isOnline() ? { ...fault, kind: 'offline' } : fault

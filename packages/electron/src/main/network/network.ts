import type { Fault, GetRequest, GetResult, PostRequest, PostTransport, Transport } from '@latchkey/client'
import { app, net, type Session, session } from 'electron'
import { meaningOf } from './chromium-errors.ts'
import { sendWithChromium } from './chromium-request.ts'
import { type NetworkTunnel, openNetworkTunnel, type Target, type Watch } from './network-tunnel.ts'

/**
 * The network as the system has it set up: its proxies, its certificates. Chromium carries it, in sessions of
 * their own that no window shares and that live in memory.
 *
 * A request that must arrive once goes through a tunnel (see network-tunnel.ts), on a connection opened ahead. Where
 * that is not possible (a proxy stands between, or the tunnel did not reach the host), it goes the system's way on a
 * new connection: slower, and as safe, because Chromium does not send twice on a new one.
 */
export function createNetwork(): Transport & PostTransport {
  /** Who issued the last certificate that was not trusted, by host name. */
  const issuers = new Map<string, string>()
  const system = lazily(() => openSession('latchkey-network', issuers))
  const unshared = lazily(() => openSession('latchkey-check-unshared', issuers))
  const tunnelled = lazily(async () => {
    const tunnel = await openNetworkTunnel()
    return { tunnel, network: await openTunnelledSession(tunnel, issuers) }
  })
  let cookiesCleared: Promise<void> = Promise.resolve()

  /** The tunnel, for an address that the system reaches without a proxy. */
  async function tunnelTo(url: string): Promise<{ tunnel: NetworkTunnel; network: Session } | undefined> {
    const route = await (await system()).resolveProxy(url)
    return route === 'DIRECT' ? await tunnelled().catch(() => undefined) : undefined
  }

  async function getOnce(request: GetRequest): Promise<GetResult> {
    const direct = await tunnelTo(request.url)
    const result = direct && (await getThrough(direct.tunnel, direct.network, request))
    // What never left may be tried again, and the system knows ways that a tunnel does not: other resolvers,
    // certificates that have to be completed from elsewhere.
    const isToTryAgain =
      result === undefined ||
      (result.kind === 'fault' && result.fault.neverSent && result.fault.kind !== 'aborted')
    return isToTryAgain ? await sendOnNewConnection(request) : result
  }

  async function getThrough(
    tunnel: NetworkTunnel,
    network: Session,
    request: GetRequest,
  ): Promise<GetResult> {
    const target = targetOf(request.url)
    tunnel.allow(target)
    await cookiesCleared
    const watch = tunnel.watch(target)
    try {
      // Chromium keeps connections that were opened ahead for requests with credentials. There are none to send.
      return await send(network, 'include', request, (error) => faultInTunnel(faultOf(error, request), watch))
    } finally {
      watch.stop()
      cookiesCleared = network.clearStorageData({ storages: ['cookies'] }).catch(() => {})
    }
  }

  async function sendOnNewConnection(request: Sending): Promise<GetResult> {
    const network = await unshared()
    await network.closeAllConnections()
    return await send(network, 'omit', request, faultOf)
  }

  function faultOf(error: unknown, { url, signal }: Sending): Fault {
    if (signal.aborted) return { kind: 'aborted', neverSent: false, code: 'aborted' }
    const message = error instanceof Error ? error.message : ''
    if (/redirect/i.test(message)) return { kind: 'redirected', neverSent: false, code: 'redirect' }
    const code = /ERR_[A-Z0-9_]+/.exec(message)?.[0] ?? 'ERR_UNKNOWN'
    const fault = { ...meaningOf(code), code }
    const issuer = issuers.get(new URL(url).hostname)
    if ((fault.kind === 'tls' || fault.kind === 'tls-date') && issuer !== undefined) {
      return { ...fault, certificateIssuer: issuer }
    }
    return whileOnline(fault)
  }

  return {
    async get(request) {
      try {
        return request.sendOnce
          ? await getOnce(request)
          : await send(await system(), 'omit', request, faultOf)
      } catch (error) {
        // Not from the request itself; most likely a session could not be had, but that is not certain.
        const code = error instanceof Error ? error.name : 'unknown'
        return { kind: 'fault', fault: { kind: 'interrupted', neverSent: false, code } }
      }
    },
    async post(request) {
      try {
        return await sendOnNewConnection(request)
      } catch (error) {
        const code = error instanceof Error ? error.name : 'unknown'
        return { kind: 'fault', fault: { kind: 'interrupted', neverSent: false, code } }
      }
    },
    warm(url) {
      void tunnelTo(url).then(
        (direct) => {
          direct?.tunnel.allow(targetOf(url))
          direct?.network.preconnect({ url, numSockets: 1 })
        },
        () => {},
      )
    },
  }
}

type Sending = Omit<GetRequest, 'sendOnce'> & Partial<Pick<PostRequest, 'body'>>

/** Sends it; `toFault` says what an error means. */
async function send(
  network: Session,
  credentials: 'omit' | 'include',
  request: Sending,
  toFault: (error: unknown, request: Sending) => Fault,
): Promise<GetResult> {
  try {
    return { kind: 'answer', answer: await sendWithChromium(network, credentials, request) }
  } catch (error) {
    return { kind: 'fault', fault: toFault(error, request) }
  }
}

/** In a tunnel it is known whether the request can have left. */
function faultInTunnel(fault: Fault, watch: Watch): Fault {
  if (fault.kind === 'aborted') return { ...fault, neverSent: !watch.hasSentAnything() }
  // Either no connection came about, or Chromium wanted to send again what had left on one that then died.
  if (fault.code.startsWith('ERR_SOCKS_')) {
    return { kind: 'interrupted', neverSent: !watch.hasUsedKept(), code: fault.code }
  }
  return fault
}

/** Without any network, every name is unknown and every address unreachable. */
const whileOnline = (fault: Fault): Fault =>
  fault.neverSent && fault.kind !== 'proxy' && !net.isOnline() ? { ...fault, kind: 'offline' } : fault

function targetOf(address: string): Target {
  const { protocol, hostname, port } = new URL(address)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  }
}

/** Calls `open` when it is first needed, and again only when it failed. Sessions exist once the app is ready. */
function lazily<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= app.whenReady().then(open)
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
}

async function openSession(partition: string, issuers: Map<string, string>): Promise<Session> {
  // Not `persist:`, so in memory: nothing that the service says is kept by the browser engine.
  const network = session.fromPartition(partition, { cache: false })
  network.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  network.setCertificateVerifyProc(({ hostname, certificate, verificationResult }, answer) => {
    if (verificationResult === 'net::OK') issuers.delete(hostname)
    else issuers.set(hostname, certificate.issuerName)
    // SECURITY: -3 keeps Chromium's own verdict. This only listens.
    answer(-3)
  })
  return network
}

async function openTunnelledSession(tunnel: NetworkTunnel, issuers: Map<string, string>): Promise<Session> {
  const network = await openSession('latchkey-check', issuers)
  await network.setProxy({
    mode: 'fixed_servers',
    proxyRules: `socks5://127.0.0.1:${tunnel.port}`,
    // A service on this machine takes the tunnel, too.
    proxyBypassRules: '<-loopback>',
  })
  return network
}

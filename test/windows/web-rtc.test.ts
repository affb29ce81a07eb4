import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activate, licensePanel } from '../support/drive-app.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

let service: ServiceUnderTest
let app: AppUnderTest
let udp: Socket
let tcp: Server
/** Packets and connections that arrived from a page. */
const arrived: string[] = []
/** This machine by each of its addresses: Chromium treats the loopback address differently. */
const hosts = [
  '127.0.0.1',
  ...Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address),
]

beforeAll(async () => {
  udp = createSocket('udp4', (message, { port }) => {
    arrived.push(`${message.length} bytes by UDP from port ${port}`)
  })
  udp.bind(0, '0.0.0.0')
  await once(udp, 'listening')
  tcp = createServer((socket) => {
    arrived.push(`a TCP connection from port ${socket.remotePort}`)
    socket.on('error', () => {})
    socket.destroy()
  })
  tcp.listen(0, '0.0.0.0')
  await once(tcp, 'listening')
  service = await startService()
  app = await launchApp({ env: service.appEnv })
})
afterAll(async () => {
  await app.close()
  await service.close()
  udp.close()
  tcp.close()
})

/** The result if no try found an address of this machine. */
const NOTHING_FOUND = hosts.flatMap(() => [0, 0, 0, 0])

/**
 * Tries every kind of WebRTC server, and a prepared connection, against the listeners. When
 * Chromium has given up, resolves to the number of addresses that each try found.
 */
const tryToLeave = (page: Page): Promise<number[]> => {
  const [udpPort, tcpPort] = [udp.address().port, (tcp.address() as { port: number }).port]
  const login = { username: 'user', credential: 'password' }
  const servers = hosts.flatMap((host) => [
    { urls: `stun:${host}:${udpPort}` },
    { urls: `turn:${host}:${udpPort}?transport=udp`, ...login },
    { urls: `turn:${host}:${tcpPort}?transport=tcp`, ...login },
    { urls: `turns:${host}:${tcpPort}?transport=tcp`, ...login },
  ])
  return page.evaluate(
    ([iceServers, address]) => {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'preconnect', href: address })
      document.head.append(link)
      return Promise.all(
        iceServers.map(async (server) => {
          const call = new RTCPeerConnection({ iceServers: [server] })
          call.createDataChannel('x')
          const gathered = new Promise<void>((resolve) => {
            call.onicegatheringstatechange = () => call.iceGatheringState === 'complete' && resolve()
            // Chromium waits ten seconds for a server that does not answer. Its first packet has
            // been sent before this time.
            setTimeout(resolve, 2_000)
          })
          await call.setLocalDescription(await call.createOffer())
          await gathered
          const found = call.localDescription?.sdp.match(/^a=candidate/gm)?.length ?? 0
          call.close()
          return found
        }),
      )
    },
    [servers, `http://${hosts[0]}:${tcpPort}/`] as const,
  )
}

test('the locked gate reaches nobody by WebRTC', async () => {
  expect(await tryToLeave(app.window)).toEqual(NOTHING_FOUND)
  expect(arrived).toEqual([])
})

test('the product reaches nobody by WebRTC', async () => {
  await activate(app, service.keys.valid)
  await licensePanel(app).waitFor()
  expect(await tryToLeave(app.window)).toEqual(NOTHING_FOUND)
  expect(arrived).toEqual([])
})

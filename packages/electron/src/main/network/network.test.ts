import { expect, test, vi } from 'vitest'
import { createNetwork } from './network.ts'

type Verify = (
  request: { hostname: string; certificate: object; verificationResult: string },
  answer: (result: number) => void,
) => void
/** How each session verifies a certificate, in the order in which they were opened. */
const sessions = vi.hoisted((): Verify[] => [])

// The only part of the network that is a fake: Chromium decides when it verifies a certificate.
vi.mock('electron', () => ({
  net: {
    isOnline: () => true,
    request: () => ({ on: () => {}, end: () => {}, abort: () => {} }),
  },
  session: {
    fromPartition: () => ({
      setPermissionRequestHandler: () => {},
      setCertificateVerifyProc: (verify: Verify) => sessions.push(verify),
      closeAllConnections: async () => {},
    }),
  },
}))

test('a certificate that is verified twice after its request has ended costs no other session', () => {
  const network = createNetwork()
  const send = (): AbortController => {
    const controller = new AbortController()
    void network.get({ url: 'https://license.example/', headers: {}, signal: controller.signal })
    return controller
  }
  const all = Array.from({ length: 8 }, send)
  for (const request of all) request.abort()
  const results: number[] = []
  const certificate = { hostname: 'license.example', certificate: {}, verificationResult: 'net::OK' }
  for (let times = 0; times < 2; times++) sessions[0]?.(certificate, (result) => results.push(result))
  expect(results).toEqual([-2, -2])
  for (let more = 0; more < 7; more++) send()
  expect(sessions).toHaveLength(8)
  send()
  expect(sessions).toHaveLength(9)
})

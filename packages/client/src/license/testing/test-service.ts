import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  CLIENT_DEVICE_HEADER,
  CLIENT_NONCE_HEADER,
  CLIENT_TIME_HEADER,
  type DeviceId,
  type LicenseKey,
  OFFER_PATH,
  OWNER_PATHS,
  REQUEST_PATHS,
  SIGNATURE_HEADER,
  signaturesMatch,
  signedKey,
  signRequest,
  signResponse,
  TRIAL_PATH,
  UPDATE_TOKEN_PATH,
} from '@latchkey/protocol'
import type { ExchangeSettings } from '../exchange-settings.ts'
import type { NodeRequest } from '../signed-answer.ts'

export const SECRETS = ['first secret', 'second secret', 'third secret'] as const
/** Settings of an app whose transport is a fake. */
export const SETTINGS: ExchangeSettings = {
  syncUrl: 'https://license.example/',
  appName: 'plants',
  executor: 'garden',
  secrets: SECRETS,
  userAgent: 'Garden/1.0',
  allowLoopbackHttp: false,
}
export const KEY = 'abcdefghijklmnopqrstuvwxyzABCDEF' as LicenseKey
/** The key of this device's trial. */
export const TRIAL_KEY = 'trialTRIALtrialTRIALtrialTRIALtr' as LicenseKey
export const OTHER_KEY = 'ZYXWVUTSRQPONMLKJIHGFEDCBAzyxwvu' as LicenseKey
export const DEVICE_ID = '0123456789abcdef0123456789abcdef' as DeviceId

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A small license service on a real port, with replaceable handlers of sync and check. */
export interface TestService {
  readonly url: string
  readonly settings: ExchangeSettings
  /** Requests in the order of their arrival. */
  readonly syncs: IncomingMessage[]
  /** Checks, moves and requests about computers. */
  readonly checks: IncomingMessage[]
  onSync: Handler
  onCheck: Handler
  close(): Promise<void>
}

export const DATA = { note: 'For Ada', total_executions: 7, auth_expire: 1_900_000_000 }

export const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

const PATHS: Readonly<Record<NodeRequest['use'], string>> = {
  ...REQUEST_PATHS,
  ...OWNER_PATHS,
  offer: OFFER_PATH,
  trial: TRIAL_PATH,
  updates: UPDATE_TOKEN_PATH,
}

/** What a request to a node is for; undefined: a sync. */
export const useOf = (url: string): NodeRequest['use'] | undefined => {
  const { pathname } = new URL(url, 'http://x')
  return (Object.keys(PATHS) as NodeRequest['use'][]).find((use) => pathname === `/${PATHS[use]}`)
}

/** Whether a real service would accept the signature of this request. */
export function isAuthentic(request: IncomingMessage): boolean {
  const header = (name: string): string => String(request.headers[name] ?? '')
  const { url = '' } = request
  const key = new URL(url, 'http://x').searchParams.get('key') ?? ''
  const use = useOf(url) ?? 'check'
  if (use === 'offer') return header(SIGNATURE_HEADER) === ''
  const expected = signRequest(
    {
      nonce: header(CLIENT_NONCE_HEADER),
      key: signedKey(use, key),
      time: header(CLIENT_TIME_HEADER),
      deviceId: header(CLIENT_DEVICE_HEADER),
    },
    SECRETS,
  )
  return signaturesMatch(expected, header(SIGNATURE_HEADER))
}

/** The authentic answer to a check. */
export const validAnswer = (request: IncomingMessage, data: object = DATA) => ({
  code: 'KEY_VALID',
  message: 'Welcome.',
  data,
  signature: signResponse(String(request.headers[CLIENT_NONCE_HEADER]), 'KEY_VALID', SECRETS),
})

export async function startTestService(): Promise<TestService> {
  const sockets = new Set<Socket>()
  const server = http.createServer((request, response) => {
    if (useOf(request.url ?? '') !== undefined) {
      service.checks.push(request)
      service.onCheck(request, response)
    } else {
      service.syncs.push(request)
      service.onSync(request, response)
    }
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: TestService = {
    url,
    settings: {
      syncUrl: url,
      appName: 'plants & co',
      executor: 'Garden',
      secrets: SECRETS,
      userAgent: 'Garden/1.0',
      allowLoopbackHttp: true,
    },
    syncs: [],
    checks: [],
    onSync: (_request, response) => sendJson(response, { st: 1_800_000_000, cf: 'here', nodes: [`${url}/`] }),
    onCheck: (request, response) =>
      sendJson(
        response,
        isAuthentic(request) ? validAnswer(request) : { code: 'SECURITY_ERROR', message: 'Not signed.' },
      ),
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return service
}

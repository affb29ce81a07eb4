import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import {
  type Mine,
  MY_ENDPOINTS,
  type MyEndpointId,
  type MyLicense,
  type MyPageData,
} from '@latchkey/management'
import { Value } from 'typebox/value'
import { onTestFinished } from 'vitest'
import { rootDir } from '../../tools/set-up/places.js'

const distDir = join(rootDir, 'packages', 'customer-page', 'dist')

const DAY = 86_400
const NOW = Math.floor(Date.now() / 1_000)
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

export const PAGE_DATA: MyPageData = {
  project_id: 'p1',
  project: 'Harbour',
  color: '#b3401f',
  logo: readFileSync(join(rootDir, 'resources', 'icon.png')).toString('base64'),
  support: 'help@harbour.example',
  app_link: 'harbour',
  language: 'en',
  may: {
    free_computer: true,
    replace_key: true,
    hand_over: true,
    change_address: true,
    license_file: true,
    ask_owner: true,
  },
}

export const LICENSE: MyLicense = {
  id: 'l1',
  key: 'ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEF',
  state: 'active',
  reason: '',
  note: 'Harbour for the studio',
  features: ['export', 'layers'],
  until: NOW + 275 * DAY,
  days: 0,
  perpetual: false,
  updates_until: -1,
  max_computers: 2,
  computers: [
    { id: 'c1', name: 'Studio Mac', linked_at: NOW - 80 * DAY, used_at: NOW - DAY, held_until: 0 },
    { id: 'c2', name: 'Laptop', linked_at: NOW - 60 * DAY, used_at: NOW - 20 * DAY, held_until: 0 },
  ],
  free_from: 0,
  frees_left: 3,
  replaces_left: 2,
  handed_to: '',
}

export const MINE: Mine = {
  success: true,
  message: '',
  email: 'ada@example.org',
  name: 'Ada Lovelace',
  proven_until: 0,
  erasure_asked_at: 0,
  licenses: [LICENSE],
  orders: [
    {
      order: '10023',
      shop: 'stripe',
      bought_at: NOW - 90 * DAY,
      products: ['Harbour Studio'],
      state: 'paid',
      shop_page: 'https://billing.stripe.example/p/login/abc',
    },
  ],
  requests: [],
}

export const REQUEST: Mine['requests'][number] = {
  id: 'r1',
  license_id: 'l1',
  computer: 'Office PC',
  network: '192.0.2.0/24',
  asked_at: NOW - 120,
  until: NOW + DAY,
}

export const CODE = 'ABCD2345'
export const TOKEN = 'a-token-of-a-mail'

interface Received {
  readonly id: MyEndpointId
  readonly body: Record<string, string>
}

/** What a test may change between two requests. */
interface FakeState {
  mine: Mine
  isSignedIn: boolean
  isProven: boolean
  /** A browser that stores no cookies. */
  hasCookies: boolean
  /** The refusals of endpoints, until they are deleted. */
  readonly refusals: Partial<Record<MyEndpointId, { readonly status: number; readonly code: string }>>
  readonly received: Received[]
}

/**
 * A service for the built page, made from the endpoint lines: each has its route, its body is checked
 * against the schema, and so is each answer.
 */
export async function startFake(mine: Mine = MINE, data: Partial<MyPageData> = {}) {
  const state: FakeState = {
    mine,
    isSignedIn: false,
    isProven: false,
    hasCookies: true,
    refusals: {},
    received: [],
  }
  const signIn = (): void => {
    state.isSignedIn = state.hasCookies
    state.isProven = true
  }
  const change = (part: Partial<MyLicense>, id?: string): void => {
    const licenses = state.mine.licenses.map((one) => (one.id === id ? { ...one, ...part } : one))
    state.mine = { ...state.mine, licenses }
  }
  const answered = (id?: string): void => {
    state.mine = { ...state.mine, requests: state.mine.requests.filter((one) => one.id !== id) }
  }
  const acts: Partial<Record<MyEndpointId, (body: Record<string, string>) => void>> = {
    signInByMailLink: signIn,
    signInByMailCode: signIn,
    acceptLicense: signIn,
    confirmMyAddress: signIn,
    signOutCustomer: () => {
      state.isSignedIn = false
    },
    freeComputer: ({ license_id, computer_id }) => {
      const license = state.mine.licenses.find(({ id }) => id === license_id)
      change({ computers: license?.computers.filter(({ id }) => id !== computer_id) ?? [] }, license_id)
    },
    // The ID of a license changes with its key.
    replaceMyKey: ({ license_id }) => change({ id: 'l2', key: 'Z'.repeat(32), replaces_left: 1 }, license_id),
    handOver: ({ license_id, email = '' }) => change({ handed_to: email }, license_id),
    takeBackOffer: ({ license_id }) => change({ handed_to: '' }, license_id),
    askForErasure: () => {
      state.mine = { ...state.mine, erasure_asked_at: NOW }
    },
    allowRequest: ({ request_id }) => answered(request_id),
    denyRequest: ({ request_id }) => answered(request_id),
  }

  function refusalOf(id: MyEndpointId, { code, token }: Record<string, string>) {
    const { credentials } = MY_ENDPOINTS[id]
    const known = state.refusals[id]
    if (known !== undefined) return known
    if (credentials.kind === 'customer' && !state.isSignedIn) return { status: 401, code: 'SIGN_IN_NEEDED' }
    if ('proof' in credentials && !state.isProven) return { status: 403, code: 'PROOF_NEEDED' }
    if (id === 'signInByMailCode' && code !== CODE) return { status: 409, code: 'CODE_WRONG' }
    if (token !== undefined && token !== TOKEN) return { status: 409, code: 'LINK_OVER' }
    return undefined
  }
  function answerOf(id: MyEndpointId): unknown {
    if (id === 'getMine') return state.mine
    const done = { success: true, message: '' }
    return id === 'makeMyLicenseFile' ? { ...done, file: 'a license file', name: 'harbour.license' } : done
  }
  function answer(id: MyEndpointId, text: string, response: ServerResponse): void {
    const endpoint = MY_ENDPOINTS[id]
    const body = text === '' ? {} : JSON.parse(text)
    if ('body' in endpoint && !Value.Check(endpoint.body, body)) throw new Error(`${id} got ${text}`)
    state.received.push({ id, body })
    const refusal = refusalOf(id, body)
    if (refusal === undefined) acts[id]?.(body)
    const content = refusal ? { success: false, message: '', code: refusal.code } : answerOf(id)
    if (!Value.Check(refusal ? endpoint.refusal : endpoint.success, content))
      throw new Error(`${id} answers wrongly`)
    response.writeHead(refusal?.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(content))
  }

  const base = '/shop/my/p1/'
  const byPath = new Map(
    Object.values(MY_ENDPOINTS).map(({ id, method, path }) => [
      `${method} /shop${path.replace('{project_id}', 'p1')}`,
      id,
    ]),
  )
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const id = byPath.get(`${request.method} ${path}`)
    let text = ''
    for await (const chunk of request) text += String(chunk)
    if (id !== undefined) return answer(id, text, response)
    const file = path === base ? 'index.html' : path.slice(base.length)
    if (!/^(index\.html|assets\/[\w.-]+)$/.test(file)) return response.writeHead(404).end()
    const type = TYPES[extname(file)] ?? 'text/html; charset=utf-8'
    const isPacked = extname(file) !== '.html'
    response.writeHead(200, {
      'content-type': type,
      ...(isPacked && { 'content-encoding': 'br' }),
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
    const content = readFileSync(join(distDir, isPacked ? `${file}.br` : file))
    const json = JSON.stringify({ ...PAGE_DATA, ...data }).replaceAll('<', '\\u003c')
    return response.end(isPacked ? content : content.toString().replace('"__PAGE_DATA__"', () => json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { state, url: `http://127.0.0.1:${port}${base}` }
}

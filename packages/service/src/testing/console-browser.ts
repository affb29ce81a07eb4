import { request as sendRequest } from 'node:http'
import {
  CONSOLE_ENDPOINTS,
  CONSOLE_PROOF_HEADER,
  type ConsoleEndpointId,
  type Role,
  requestPath,
} from '@latchkey/management'
import type { Person } from '../core/accounts/people.ts'
import { createToken, hashToken } from '../core/security/credentials.ts'
import { newLink, newPerson } from '../people/people.ts'
import type { TestService } from './test-service.ts'

export interface ConsoleAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads of it what it is about
  readonly body: any
}

export interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Headers that replace those that browsers send; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/** Settings of a service with a console on a free port. */
export const WITH_CONSOLE = {
  host: '127.0.0.1',
  port: 0,
  publicUrl: undefined,
  requirePassword: false,
} as const

interface Places {
  /** The origin of the page. */
  readonly origin?: string
  /**
   * The URL to which requests are sent: for a public address, the one to which the proxy forwards
   * them.
   */
  readonly listener?: string
  /** The browser whose cookie and proof were stolen. */
  readonly stolenFrom?: Pick<ConsoleBrowser, 'cookie' | 'proof'>
}

/**
 * A page of the console in a browser: stores the cookie and the proof, and sends the headers that a
 * browser sends. Sends by `node:http`, because `fetch` does not let a test choose Host.
 */
export function openBrowser(
  service: Pick<TestService, 'consoleUrl'>,
  { origin = service.consoleUrl, listener = service.consoleUrl, stolenFrom }: Places = {},
): ConsoleBrowser {
  const url = new URL(listener)
  let cookie = stolenFrom?.cookie()
  let proof = stolenFrom?.proof()

  const send = async (
    method: string,
    path: string,
    { body, headers = {} }: Sent = {},
  ): Promise<ConsoleAnswer> => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const answered = await new Promise<Omit<ConsoleAnswer, 'body'>>((resolve, reject) => {
      const all = {
        host: new URL(origin).host,
        cookie,
        [CONSOLE_PROOF_HEADER]: proof,
        ...(method !== 'GET' && { origin }),
        'sec-fetch-site': 'same-origin',
        // Browsers do this; Node would send the body of a DELETE without its length.
        ...(text !== '' && {
          'content-type': 'application/json',
          'content-length': `${Buffer.byteLength(text)}`,
        }),
        'user-agent': 'Browser/1.0',
        connection: 'close',
        ...headers,
      }
      const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
      const sent = sendRequest(
        // The path is sent unchanged: `URL` would resolve dots.
        {
          host: url.hostname,
          port: url.port,
          method,
          path,
          headers: Object.fromEntries(given),
          setHost: false,
        },
        (response) => {
          let received = ''
          response.setEncoding('utf8').on('data', (more: string) => {
            received += more
          })
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text: received }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(text)
    })
    const [set] = [answered.headers['set-cookie'] ?? []].flat()
    if (set !== undefined) cookie = set.split(';')[0]
    const isJson = String(answered.headers['content-type']).startsWith('application/json')
    const parsed = isJson ? JSON.parse(answered.text) : undefined
    if (typeof parsed?.proof === 'string') proof = parsed.proof
    return { ...answered, body: parsed }
  }

  return {
    send,
    ask: (id, { params, ...sent }: Sent = {}) =>
      send(CONSOLE_ENDPOINTS[id].method, requestPath(CONSOLE_ENDPOINTS[id], { params }), sent),
    signInByLink: (token) => send('POST', CONSOLE_ENDPOINTS.signInByLink.path, { body: { token } }),
    cookie: () => cookie,
    proof: () => proof,
  }
}

export interface ConsoleBrowser {
  send(method: string, path: string, sent?: Sent): Promise<ConsoleAnswer>
  /** Sends a request to an endpoint of the console. */
  ask(id: ConsoleEndpointId, sent?: Sent): Promise<ConsoleAnswer>
  signInByLink(token: string): Promise<ConsoleAnswer>
  /** Returns the cookie that it sends, without its attributes. */
  cookie(): string | undefined
  proof(): string | undefined
}

/** Adds a person. Default: to the account of the service. */
export async function addPerson(
  { storage, clock, project }: Pick<TestService, 'storage' | 'clock' | 'project'>,
  {
    role = 'owner',
    accountId = project.accountId,
    ...changes
  }: Partial<Person> & { accountId?: string } = {},
): Promise<Person> {
  const email = changes.email ?? `${role}@example.org`
  const person = { ...newPerson({ id: `id of ${email}`, email, role }, clock.now), ...changes }
  const outcome = await storage.createPerson(accountId, person)
  if (outcome !== 'created') throw new Error(outcome)
  return person
}

/** Adds a one-time link, and returns its token. */
export async function addLink(
  { storage, clock }: Pick<TestService, 'storage' | 'clock'>,
  { id }: Pick<Person, 'id'>,
): Promise<string> {
  const token = createToken()
  await storage.addSignInLink(id, newLink(hashToken(token), clock.now))
  return token
}

/** A browser in which a new person with this role has signed in by a link. */
export async function signIn(
  service: TestService,
  role: Role = 'owner',
  email?: string,
  more: Partial<Person> = {},
): Promise<ConsoleBrowser> {
  const browser = openBrowser(service)
  const person = await addPerson(service, { role, ...(email !== undefined && { email }), ...more })
  const { status } = await browser.signInByLink(await addLink(service, person))
  if (status !== 200) throw new Error(`The sign-in was refused with ${status}.`)
  return browser
}

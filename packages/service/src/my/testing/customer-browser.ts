import { randomBytes } from 'node:crypto'
import { MY_ENDPOINTS, type MyEndpointId, requestPath } from '@latchkey/management'
import { createId, createToken, hashToken } from '../../core/security/credentials.ts'
import { type MailContent, readContent } from '../../mail/mail.ts'
import { testLease } from '../../outbox/testing/items.ts'
import type { TestService } from '../../testing/test-service.ts'

export interface CustomerAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads of it what it is about
  readonly body: any
}

interface Sent {
  readonly body?: object
  /** Headers that replace those of a browser; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly projectId?: string
}

type Service = Pick<TestService, 'url' | 'storage' | 'clock' | 'project'>

/** The customer's page in a browser: stores cookies, and sends the headers that a browser sends. */
export function openCustomerBrowser(service: Service, projectId = 'project') {
  const cookies = new Map<string, string>()

  const send = async (
    id: MyEndpointId,
    { body, headers = {}, projectId: project_id = projectId }: Sent = {},
  ): Promise<CustomerAnswer> => {
    const endpoint = MY_ENDPOINTS[id]
    const { method } = endpoint
    const path = requestPath(endpoint, { params: { project_id } })
    const { url } = service
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = {
      ...(method === 'POST' && { origin: url, 'content-type': 'application/json' }),
      ...(cookie !== '' && { cookie }),
      connection: 'close',
      ...headers,
    }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const response = await fetch(url + path, {
      method,
      headers: given,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  }

  return {
    cookies,
    send,
    /** Begins a session of a customer who exists, without a mail. */
    async signIn(email: string): Promise<void> {
      const { accountId } = service.project
      const found = await service.storage.findCustomer(accountId, { email })
      if (found === undefined) throw new Error('There is no such customer.')
      const { now } = service.clock
      const token = createToken()
      const session = { id: createId(randomBytes), tokenHash: hashToken(token), createdAt: now, usedAt: now }
      await service.storage.beginCustomerSession(found.row, session)
      cookies.set('latchkey-my', token)
    },
  }
}

/** A mail to sign in: its link has the token. */
export interface SignInMail extends MailContent {
  readonly token: string
  readonly code: string
}

/** Answers the requests to sign in that wait, and takes the mails that wait from the outbox. */
export async function takeMails({ storage, clock }: Service): Promise<readonly SignInMail[]> {
  const { now } = clock
  while (await storage.answerSignIn({ token: createToken(), mailId: createId(randomBytes) }, now));
  const items = await storage.leaseOutbox(testLease('test', { now, until: now + 3_600, most: 50 }))
  return items.map(({ body }) => {
    const content = readContent(body)
    return { ...content, token: content.path.split('/').at(-1) ?? '', code: content.code ?? '' }
  })
}

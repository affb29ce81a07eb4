import type { createVendorClient } from '@latchkey/vendor'
import { expect } from 'vitest'
import type { Origin } from '../../core/event-log/events.ts'
import { hashToken } from '../../core/security/credentials.ts'
import { openStorage } from '../../modules.ts'

type Client = ReturnType<typeof createVendorClient>

/** The customer who is erased, and one who stays. */
export const [EMAIL, OTHER] = ['Annalena.Quist@example.org', 'bob@example.org']
const EARLIER = 'quist.earlier@example.net'
const NAME = 'Annalena Quist-Öberg'
const TRACES = [EMAIL, EARLIER, NAME, 'quist', 'annalena'].map((trace) => trace.toLowerCase())

/** The parts of the address and the name that a text contains, however they are written. */
export function tracesIn(text: string): string[] {
  const folded = text.toLowerCase()
  return TRACES.filter((trace) => folded.includes(trace))
}

/** Lets a service know and mail a customer in every way, then erases the customer. */
export async function eraseSomebody(client: Client, beforeErasure: () => Promise<void>): Promise<void> {
  const somebody = { customer_email: EMAIL, customer_name: NAME }
  const earlier = { customer_email: EARLIER, customer_name: NAME }
  await client.createUser({ body: { ...earlier, note: `For ${NAME}` } })

  // The notes are so long that they need pages of their own. Some of them are replaced.
  const vendor_note = `${'x'.repeat(400)} ${EMAIL} ${NAME} ${EMAIL.toUpperCase()} ${'y'.repeat(400)}`
  const named = [EMAIL.toLowerCase(), NAME, NAME.toLowerCase(), NAME.toUpperCase()]
  const keys = [
    ...Array.from({ length: 300 }, (_, at) => ({ vendor_note, ...(at % 2 === 0 && earlier) })),
    ...named.flatMap((text) => [
      { note: `Gift of ${text}.` },
      { vendor_note: `Order 17, ${text}` },
      { ban_reason: `${text} asked for it` },
    ]),
    { ...earlier, ban_reason: `Refunded to ${NAME}` },
  ].map((key, at) => ({ ...key, user_key: `IMPORTED-${at}` }))
  const imported = await client.importKeys({ body: { keys } })
  if (imported.kind !== 'ok') throw new Error(JSON.stringify(imported))
  expect(imported.value.created).toBe(keys.length)
  const user_keys = imported.value.results.map(({ user_key }) => user_key)
  const change = { action: 'note', vendor_note: 'Nothing', user_keys: user_keys.slice(0, 100) } as const
  await client.changeKeys({ body: { ...change, request_id: 'notes' } })
  // Without its key, a ban still refuses its computer.
  await client.changeKeys({
    body: { action: 'ban', ban_reason: `${NAME} <${EMAIL}>`, user_keys: user_keys.slice(100, 102) },
  })
  await client.deleteKeys({ body: { user_keys: user_keys.slice(100, 102) } })

  for (const customer of [earlier, somebody, { customer_email: OTHER }]) {
    await client.createKeys({ body: { count: 2, mail: true, ...customer } })
  }
  await expect.poll(async () => (await mailsOf(client)).every(({ answer }) => answer !== '')).toBe(true)
  const found = await client.listCustomers({ query: { search: 'quist' } })
  const [into, first] = found.kind === 'ok' ? found.value.customers : []
  expect([into?.email, first?.email]).toEqual([EMAIL, EARLIER])
  await client.joinCustomers({ body: { id: first?.id ?? '', into: into?.id ?? '' } })
  const receivers = (await mailsOf(client)).map(({ receiver }) => receiver)
  expect(receivers).toContain(EMAIL.toLowerCase())
  expect(receivers).not.toContain(EARLIER)
  await beforeErasure()

  const erased = await client.eraseCustomer({ query: { email: EMAIL.toLowerCase() } })
  expect(erased).toMatchObject({
    kind: 'ok',
    value: { notes: 214, in_log: false, message: 'The customer was erased.' },
  })
  const left = (await mailsOf(client)).filter(({ receiver }) => receiver !== '')
  expect(left).toMatchObject([{ receiver: OTHER }, { receiver: OTHER }])
}

/** Lets the customer ask at the customer's page, and lets links wait: for and to the customer. */
export async function addLinks(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
  project: string,
): Promise<void> {
  const { storage } = await openStorage(url, environment)
  const account = (await storage.onlyAccount())?.id ?? ''
  const [mine, others] = [
    await storage.findCustomer(account, { email: EMAIL }),
    await storage.findCustomer(account, { email: OTHER }),
  ]
  if (mine === undefined || others === undefined) throw new Error('A customer is missing.')
  const at = Math.floor(Date.now() / 1_000)
  const by: Origin = { at, actor: 'customer', address: '', fields: [] }
  const link = (email: string) => ({ email, tokenHash: hashToken(email), until: at + 3_600 })
  await storage.addAddressLink(project, mine.row, link('quist.next@example.net'), [])
  const offered = { projectId: project, customerRow: others.row, row: others.newest[0]?.row ?? 0 }
  const isOf = () => true
  expect(await storage.offerMine({ ...offered, isOf }, link(EMAIL), by, [])).toBe('done')
  await storage.askForErasure(project, { row: mine.row, id: mine.customer.id }, by, [])
  await storage.close()
}

async function mailsOf(client: Client) {
  const answer = await client.listMail({ query: {} })
  if (answer.kind !== 'ok') throw new Error(JSON.stringify(answer))
  return answer.value.mails
}

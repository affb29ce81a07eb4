import {
  type CustomerFound,
  CustomerRecord,
  ENDPOINTS,
  type EventRecord,
  type MailRecord,
  type OneCustomer,
  SHORTEST_INDEXED_SEARCH,
} from '@latchkey/management'
import { readCustomerEmail } from '../core/customer/customers.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { pageOf } from '../core/http/pages.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { recordsOf } from '../core/http/records.ts'
import { isRefusal, malformed, type Refusal } from '../core/refusal.ts'
import { toEventRecord } from '../events/event-record.ts'
import type { EventStorage } from '../events/storage.ts'
import { toKeyRecord } from '../licenses/records.ts'
import { toMailRecord } from '../mail/records.ts'
import { toOrderFound } from '../orders/order-records.ts'
import type { OrderStorage } from '../orders/storage.ts'
import { receiverOf } from '../outbox/outbox.ts'
import type { OutboxStorage } from '../outbox/storage.ts'
import { createErase, textsToFind } from './erase-texts.ts'
import { createForgetAddress, type ForgetParts } from './forget-address.ts'
import { refuse } from './refusals.ts'
import type { CustomerStorage, FoundCustomer, ListedCustomer } from './storage.ts'

export type CustomerParts = HttpParts<CustomerStorage & EventStorage & OrderStorage & OutboxStorage> &
  ForgetParts

const EVENTS_OF_KEY = 1_000
const MAILS_OF_KEY = 1_000
const ORDERS_OF_CUSTOMER = 1_000

/** Registers the customers of an account, which are additions to the interface. */
export function registerCustomers(
  register: RegisterEndpoint,
  { storage, forgetMail, log }: CustomerParts,
): void {
  const find = async (accountId: string, { id, email }: OneCustomer): Promise<FoundCustomer | Refusal> => {
    if (id !== undefined && email === undefined) {
      return (await storage.findCustomer(accountId, { id })) ?? refuse('no-such-customer')
    }
    if (email === undefined || id !== undefined) {
      return malformed('One of id and email is needed, and not both')
    }
    return (await storage.findCustomer(accountId, { email: email.trim() })) ?? refuse('no-such-customer')
  }
  const forgetAddress = createForgetAddress({ storage, forgetMail })
  const answer = async (message: string, accountId: string, id: string, now: number) => {
    const found = await find(accountId, { id })
    return isRefusal(found) ? found : toFound(message, found, now)
  }

  register(ENDPOINTS.listCustomers, async ({ account, query }) => {
    const page = pageOf(query)
    if (isRefusal(page)) return page
    const { search, erasure_asked: erasureAsked } = query
    const found = await storage.searchCustomers(account.id, { search, erasureAsked, ...page.asked })
    const { listed, next_cursor } = page.cut(found)
    return { ...done('The customers that match.'), customers: listed.map(toRecord), next_cursor }
  })

  register(ENDPOINTS.getCustomer, async ({ account, query, now }) => {
    const found = await find(account.id, query)
    return isRefusal(found) ? found : toFound('The customer.', found, now)
  })

  register(ENDPOINTS.changeCustomer, async ({ account, body: { id, email, name }, now, by }) => {
    const read = email === undefined ? undefined : readCustomerEmail(email)
    if (typeof read === 'object') return read
    const before = await find(account.id, { id })
    if (isRefusal(before)) return before
    const outcome = await storage.changeCustomer(account.id, id, { email: read, name }, by)
    if (outcome !== 'updated') return refuse(outcome)
    const { email: earlier } = before.customer
    // A later erasure does not know the earlier address.
    if (read !== undefined && receiverOf(read) !== receiverOf(earlier)) {
      await forgetAddress(account.id, earlier, read)
    }
    return answer('The customer was changed.', account.id, id, now)
  })

  register(ENDPOINTS.joinCustomers, async ({ account, body, now, by }) => {
    const [before, into] = [
      await find(account.id, { id: body.id }),
      await find(account.id, { id: body.into }),
    ]
    if (isRefusal(before)) return before
    if (isRefusal(into)) return into
    const outcome = await storage.joinCustomers(account.id, body, by)
    if (outcome !== 'joined') return refuse(outcome)
    await forgetAddress(account.id, before.customer.email, into.customer.email)
    return answer('The customers were joined.', account.id, body.into, now)
  })

  register(ENDPOINTS.exportCustomer, async ({ account, query, now }) => {
    const found = await find(account.id, query)
    if (isRefusal(found)) return found
    const page = { descending: true, limit: EVENTS_OF_KEY }
    const answered = toFound('All that is stored of the customer.', found, now)
    const [events, mails] = [[] as EventRecord[], [] as MailRecord[]]
    for (const { project_id, key } of answered.keys) {
      events.push(...(await storage.listEvents(project_id, { keyId: key.key_id }, page)).map(toEventRecord))
      const about = await storage.listOutbox(project_id, 'mail', { about: key.id, limit: MAILS_OF_KEY })
      mails.push(...about.map(({ entry }) => toMailRecord(entry)))
    }
    const bought = await storage.ordersOfCustomer(found.row, ORDERS_OF_CUSTOMER)
    const orders = bought.map(({ projectId, order }) => ({
      project_id: projectId,
      order: toOrderFound(order, [], now),
    }))
    return { ...answered, events, mails, orders }
  })

  register(ENDPOINTS.declineErasure, async ({ account, query, by }) => {
    const found = await find(account.id, query)
    if (isRefusal(found)) return found
    const outcome = await storage.declineErasure(account.id, found.customer.id, by)
    return outcome === 'declined'
      ? done('The request was declined. Write to the customer why.')
      : refuse(outcome)
  })

  register(ENDPOINTS.eraseCustomer, async ({ account, query, by }) => {
    const found = await find(account.id, query)
    if (isRefusal(found)) return found
    const { row, customer } = found
    const erase = createErase(customer)
    const texts = textsToFind(customer).filter((text) => [...text].length >= SHORTEST_INDEXED_SEARCH)
    let notes = 0
    for (let after = 0; ; ) {
      const some = await storage.eraseNotes(account.id, { customer: row, texts, after }, erase, by)
      if (some === undefined) break
      after = some.last
      notes += some.changed
    }
    await forgetAddress(account.id, customer.email)
    const outcome = await storage.eraseCustomer(account.id, customer.id, by)
    if (outcome !== 'erased') return refuse(outcome)
    // A mail may have been queued before the customer was deleted.
    await forgetAddress(account.id, customer.email)
    const isEmpty = await storage.emptyLog()
    if (!isEmpty) log.warn('The log of the database could not be emptied after a customer was erased.')
    const later = isEmpty
      ? ''
      : ' The -wal file of the database still has rows as they were; SQLite writes over them later.'
    return { ...done(`The customer was erased.${later}`), notes, in_log: !isEmpty }
  })
}

const customerRecord = recordsOf(CustomerRecord)
const toRecord = ({ customer, keys, erasureAskedAt }: ListedCustomer): CustomerRecord =>
  customerRecord({ ...customer, keys, erasureAskedAt })

const toFound = (message: string, found: FoundCustomer, now: number): CustomerFound => ({
  ...done(message),
  customer: toRecord(found),
  keys: found.newest.map((key) => ({
    project_id: key.projectId,
    project_name: key.projectName,
    key: toKeyRecord(key, now),
  })),
})

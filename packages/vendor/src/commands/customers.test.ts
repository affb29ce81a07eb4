import { afterEach, expect, test } from 'vitest'
import { keyRecord } from '../testing/records.ts'
import { NOON, runLatchkey } from '../testing/run-latchkey.ts'
import { done, type Handlers, refusal, startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

async function latchkey(handlers: Handlers, ...line: string[]) {
  const started = await startTableServer(handlers)
  server = started
  const ended = await runLatchkey(started, line)
  return { ...ended, requests: started.received }
}

const ANN = {
  id: 'ann',
  email: 'ann@example.org',
  name: 'Ann Lee',
  created_at: NOON / 1_000,
  keys: 1,
  erasure_asked_at: 0,
}
const KEYS = [{ project_id: 'p', project_name: 'Paint', key: keyRecord({ user_key: 'k'.repeat(32) }) }]
const getCustomer = () => done({ customer: ANN, keys: KEYS })

test('lists customers, and names the next page', async () => {
  const list = { listCustomers: () => done({ customers: [ANN], next_cursor: '17' }) }
  const { stdout, stderr, requests } = await latchkey(list, 'customers', 'list', '--search', 'ann')
  expect(stdout).toMatch(/ann@example\.org +Ann Lee +1/)
  expect(stderr).toContain('--cursor 17')
  expect(requests[0]?.query).toEqual({ search: 'ann', limit: 100 })
})

test('shows a customer with its keys, and exports all of it as JSON', async () => {
  const { stdout, requests } = await latchkey({ getCustomer }, 'customers', 'show', 'ann@example.org')
  expect(stdout).toMatch(/Name +Ann Lee/)
  expect(stdout).toMatch(/k{32} +Paint/)
  expect(requests[0]?.query).toEqual({ email: 'ann@example.org' })
  await server?.close()
  const exportCustomer = () => done({ customer: ANN, keys: KEYS, orders: [], events: [], mails: [] })
  const exported = await latchkey({ exportCustomer }, 'customers', 'export', 'ann@example.org')
  expect(JSON.parse(exported.stdout)).toEqual({
    customer: ANN,
    keys: KEYS,
    orders: [],
    events: [],
    mails: [],
  })
})

test('shows who asks to be erased, and declines it', async () => {
  const asking = { ...ANN, erasure_asked_at: NOON / 1_000 }
  const handlers = {
    listCustomers: () => done({ customers: [asking], next_cursor: '' }),
    getCustomer: () => done({ customer: asking, keys: [] }),
    declineErasure: () => done({}),
  }
  const { requests } = await latchkey(handlers, 'customers', 'list', '--erasure-asked')
  expect(requests[0]?.query).toEqual({ erasure_asked: true, limit: 100 })
  await server?.close()
  expect((await latchkey(handlers, 'customers', 'show', ANN.email)).stdout).toMatch(
    /Asks to be erased +since/,
  )
  await server?.close()
  const declined = await latchkey(handlers, 'customers', 'decline', ANN.email)
  expect(declined.requests[0]?.query).toEqual({ email: ANN.email })
})

test('changes, joins and erases the customer of an address by its ID', async () => {
  const handlers = {
    getCustomer,
    changeCustomer: () => done({ customer: ANN, keys: [] }),
    joinCustomers: () => done({ customer: ANN, keys: [] }),
    eraseCustomer: () => done({ notes: 3, in_log: false }),
  }
  const change = ['change', 'ann@example.org', '--name', 'Ann']
  expect((await latchkey(handlers, 'customers', ...change)).requests.at(-1)?.body).toEqual({
    id: 'ann',
    name: 'Ann',
  })
  await server?.close()
  const join = ['join', 'ann@example.org', 'lee@example.org', '--yes']
  expect((await latchkey(handlers, 'customers', ...join)).requests.at(-1)?.body).toEqual({
    id: 'ann',
    into: 'ann',
  })
  await server?.close()
  const erased = await latchkey(handlers, 'customers', 'erase', 'ann@example.org', '--yes', '--json')
  expect(erased.requests.at(-1)?.query).toEqual({ id: 'ann' })
  expect(JSON.parse(erased.stdout)).toEqual({ id: 'ann', notes: 3 })
})

test('erases and joins nothing without a yes, and changes nothing without a change', async () => {
  for (const words of [
    ['erase', 'ann@example.org'],
    ['join', 'ann@example.org', 'lee@example.org'],
  ]) {
    const { code, requests } = await latchkey({ getCustomer }, 'customers', ...words)
    expect(code).toBe(1)
    expect(new Set(requests.map(({ id }) => id))).toEqual(new Set(['getCustomer']))
    await server?.close()
  }
  expect((await latchkey({}, 'customers', 'change', 'ann@example.org')).code).toBe(2)
  await server?.close()
  const none = await latchkey(
    { getCustomer: () => refusal(404, 'No such customer.') },
    'customers',
    'show',
    'x',
  )
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No such customer.')])
})

test('gives a key to a customer, and takes it away', async () => {
  const changeKey = () => done({ key: keyRecord({ user_key: 'key' }), reset_from: 0 })
  const words = ['customers', 'give', 'key', 'ann@example.org', '--name', 'Ann Lee', '--project', 'p']
  const customer = { customer_email: 'ann@example.org', customer_name: 'Ann Lee' }
  const { requests } = await latchkey({ changeKey }, ...words)
  expect(requests.at(-1)?.body).toEqual({ user_key: 'key', action: 'customer', ...customer })
  await server?.close()
  const taken = await latchkey({ changeKey }, 'customers', 'take', 'key', '--project', 'p')
  expect(taken.requests.at(-1)?.body).toEqual({ user_key: 'key', action: 'customer', customer_email: '' })
})

test('new keys get their customer', async () => {
  const createUser = () => done({ user_key: 'key' })
  const words = ['users', 'create', '--customer', 'ann@example.org', '--customer-name', 'Ann Lee']
  const { requests } = await latchkey({ createUser }, ...words)
  expect(requests[0]?.body).toEqual({ customer_email: 'ann@example.org', customer_name: 'Ann Lee' })
  await server?.close()
  expect((await latchkey({ createUser }, 'users', 'create', '--customer-name', 'Ann')).code).toBe(2)
})

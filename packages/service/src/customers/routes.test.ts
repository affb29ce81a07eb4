import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask as askService } from '../testing/ask.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const ask = (...given: Parameters<typeof askService> extends [unknown, ...infer Rest] ? Rest : never) =>
  askService(service, ...given)
const create = async (body: object): Promise<string> => (await ask('createUser', { body })).body.user_key
const keyOf = async (user_key: string) => (await ask('getKey', { query: { user_key } })).body.key
const emailsOf = async (query: object = {}) =>
  (await ask('listCustomers', { query })).body.customers.map(({ email }: { email: string }) => email)

test('each way to make or change a key can name its customer, and each record has it', async () => {
  const customer = { customer_email: 'Ann@example.org', customer_name: 'Ann Lee' }
  const one = await create(customer)
  const [two] = (await ask('createKeys', { body: { count: 1, ...customer } })).body.user_keys
  const keys = [{ user_key: 'K'.repeat(32), ...customer }]
  await ask('importKeys', { body: { keys } })
  const four = await create({})
  const change = { action: 'customer', ...customer }
  await ask('changeKeys', { body: { user_keys: [four], ...change } })
  for (const user_key of [one, two, keys[0]?.user_key, four])
    expect(await keyOf(user_key)).toMatchObject(customer)
  const found = (await ask('findKeys', { body: { user_keys: [one] } })).body.keys
  const listed = (await ask('listKeys', { query: { search: 'ann@exam' } })).body
  expect([...found, ...listed.keys]).toHaveLength(5)
  for (const key of [...found, ...listed.keys]) expect(key).toMatchObject(customer)
  expect(await emailsOf()).toEqual(['Ann@example.org'])
  const [{ id }] = (await ask('listCustomers')).body.customers
  expect(listed.keys.map((key: { customer_id: string }) => key.customer_id)).toEqual([id, id, id, id])

  const version = (await keyOf(one)).version
  const taken = { user_key: one, action: 'customer', customer_email: '', if_version: version }
  const left = (await ask('changeKey', { body: taken })).body.key
  expect(Object.keys(left).filter((name) => name.startsWith('customer'))).toEqual([])
  expect((await ask('changeKey', { body: taken })).body.code).toBe('CHANGED_MEANWHILE')
  expect((await ask('changeKey', { body: { user_key: one, action: 'customer' } })).status).toBe(400)
})

test('an address that no mail can be sent to is refused by name, and nothing is created', async () => {
  const customer_email = 'ann@example.org\r\nBcc: bob@example.org'
  for (const [id, body] of [
    ['createUser', {}],
    ['createKeys', { count: 2 }],
    ['changeKeys', { action: 'customer', user_keys: ['x'] }],
    ['changeKey', { action: 'customer', user_key: 'x' }],
  ] as const) {
    const { status, body: answer } = await ask(id, { body: { ...body, customer_email } })
    expect([status, answer.message]).toEqual([400, expect.stringContaining('line break')])
    if (id !== 'createUser') expect(answer.code).toBe('INVALID_EMAIL')
  }
  expect(
    (await ask('createUser', { body: { customer_email: 'a@example.org', customer_name: 'a\nb' } })).status,
  ).toBe(400)
  const keys = [
    { user_key: 'A'.repeat(32), customer_email: `${'a'.repeat(300)}@example.org` },
    { user_key: 'B'.repeat(32), customer_email: 'bob@example.org' },
  ]
  const { created, results } = (await ask('importKeys', { body: { keys } })).body
  expect([created, results.map(({ code }: { code: string }) => code)]).toEqual([1, ['INVALID_EMAIL', '']])
  expect(await emailsOf()).toEqual(['bob@example.org'])
})

test('an import gives a key a customer only where it has none', async () => {
  const none = await create({})
  const other = await create({ customer_email: 'bob@example.org' })
  const keys = [none, other].map((user_key) => ({ user_key, customer_email: 'ann@example.org' }))
  const dry = (await ask('importKeys', { body: { keys, fill: true, dry_run: true } })).body
  expect(dry.results[0].changed).toEqual(['customer'])
  expect(await emailsOf()).toEqual(['bob@example.org'])
  const { results } = (await ask('importKeys', { body: { keys, fill: true } })).body
  expect(results).toEqual(dry.results)
  expect(results[1]).not.toHaveProperty('changed')
  expect((await keyOf(none)).customer_email).toBe('ann@example.org')
  expect((await keyOf(other)).customer_email).toBe('bob@example.org')
})

test('lists page by page', async () => {
  for (const name of ['ann', 'bob', 'cid']) await create({ customer_email: `${name}@example.org` })
  const first = (await ask('listCustomers', { query: { limit: 2 } })).body
  expect(first.customers.map(({ email, keys }: { email: string; keys: number }) => [email, keys])).toEqual([
    ['cid@example.org', 1],
    ['bob@example.org', 1],
  ])
  const second = (await ask('listCustomers', { query: { limit: 2, cursor: first.next_cursor } })).body
  expect([second.customers.length, second.next_cursor]).toEqual([1, ''])
  expect((await ask('listCustomers', { query: { cursor: 'x' } })).status).toBe(400)
})

test('an address of another customer is refused, with how to make one of both', async () => {
  await create({ customer_email: 'ann@example.org' })
  await create({ customer_email: 'bob@example.org' })
  const { customers } = (await ask('listCustomers')).body
  const [{ id: bob }, { id: ann }] = customers
  const change = await ask('changeCustomer', { body: { id: bob, email: 'ANN@example.org' } })
  expect(change).toMatchObject({ status: 409, body: { code: 'CUSTOMER_EXISTS' } })
  expect(change.body.message).toContain('latchkey customers join')
  expect((await ask('joinCustomers', { body: { id: bob, into: bob } })).body.code).toBe('SAME_CUSTOMER')
  const joined = (await ask('joinCustomers', { body: { id: bob, into: ann } })).body
  expect([joined.customer.email, joined.keys.length]).toEqual(['ann@example.org', 2])
  expect((await ask('changeCustomer', { body: { id: ann, email: '"a"@example.org' } })).body.code).toBe(
    'INVALID_EMAIL',
  )
  const changed = (await ask('changeCustomer', { body: { id: ann, email: ' bob@example.org', name: 'Bob' } }))
    .body
  expect(changed.customer).toMatchObject({ id: ann, email: 'bob@example.org', name: 'Bob', keys: 2 })
  expect((await ask('getCustomer', { query: { id: bob } })).body.code).toBe('NO_SUCH_CUSTOMER')
  expect((await ask('getCustomer', { query: { id: ann, email: 'x' } })).status).toBe(400)
})

/**
 * The search of customers as one types, among a million of an account: one request after another to
 * a service on this machine. The figure is the p95 of all requests of a run; each kind's median is
 * printed on standard error.
 */
import { join } from 'node:path'
import { ENDPOINTS, requestPath } from '@latchkey/management'
import type { Bench } from './harness.ts'
import { type Bed, withBed } from './service/bed.ts'
import { addCustomers, customerOf, makePostgres, makeSqlite } from './service/databases.ts'
import { serviceArgs } from './service/processes.ts'
import { type ListPath, timedRuns } from './service/time-lists.ts'

const CUSTOMERS = 1_000_000
const KEYS = 1_000
const GOAL_MS = 100

const random = () => customerOf(Math.floor(Math.random() * CUSTOMERS))

/** What a person types, letter by letter. */
const SEARCHES: Readonly<Record<string, () => string>> = {
  nothing: () => '',
  'one letter': () => random().email.slice(0, 1),
  'two letters': () => random().email.slice(0, 2),
  'three letters': () => random().email.slice(0, 3),
  'a first name': () => random().name.split(' ')[0] ?? '',
  'a whole name': () => random().name,
  'a part before the @': () => random().email.split('@')[0] ?? '',
  'a whole address': () => random().email,
  'a domain of every fifth': () => random().email.split('@')[1] ?? '',
  nobody: () => `nobody${Math.random()}`,
}

const lists = Object.fromEntries(
  Object.entries(SEARCHES).map(([name, textOf]) => [
    name,
    (): ReturnType<ListPath> => {
      const search = textOf()
      return (cursor) =>
        requestPath(ENDPOINTS.listCustomers, { query: { search, limit: 100, ...(cursor && { cursor }) } })
    },
  ]),
)

const on = (makeDatabase: (bed: Bed) => Promise<string>) => () =>
  withBed(async function* (bed) {
    const database = await makeDatabase(bed)
    await addCustomers(database, CUSTOMERS)
    const { url } = await bed.start(serviceArgs(database))
    yield* timedRuns(url, lists, GOAL_MS)
  })

const sqlite = async ({ dir }: Bed): Promise<string> => {
  const path = join(dir, 'customers.sqlite')
  await makeSqlite(path, KEYS)
  return `sqlite:${path}`
}
const postgres = async ({ startPostgres }: Bed): Promise<string> => {
  const url = await startPostgres()
  await makePostgres(url, KEYS)
  return url
}

export const rows: readonly Bench[] = (
  [
    ['SQLite', on(sqlite)],
    ['PostgreSQL', on(postgres)],
  ] as const
).map(([engine, run]) => ({
  name: `search among a million customers, ${engine}`,
  baseline: `${GOAL_MS} ms`,
  goal: '<= 1',
  unit: 'ms',
  run,
}))

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '../../packages/service/src/core/storage/postgres/database.ts'
import {
  type EmbeddedPostgres,
  NOT_DURABLE,
  startEmbeddedPostgres,
} from '../../packages/service/src/testing/embedded-postgres.ts'
import type { ServiceProcess } from '../../packages/service/src/testing/service-process.ts'
import { until } from '../support/until.ts'
import { type Counts, CUSTOMERS, createCustomers, startNode } from './customers.ts'

const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const ROUNDS = LONG ? 6 : 1
const NODES = 2
/** A fault begins after this many acknowledged checks, so that it happens under load. */
const UNDER_LOAD = LONG ? 200 : 40
const MOST_CONNECTIONS = 40

let dir: string
let server: EmbeddedPostgres
let nodes: ServiceProcess[]
let customers: ReturnType<typeof createCustomers>
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-faults-'))
  server = await startServer()
  nodes = []
  for (let node = 0; node < NODES; node += 1) nodes.push(await startNode(server.url))
  customers = createCustomers(nodes)
})
afterEach(async () => {
  for (const node of nodes) await node.stop('SIGKILL')
  await server.stop()
  rmSync(dir, { recursive: true })
})

const startServer = (port = 0): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres(dir, {
    port,
    settings: { ...NOT_DURABLE, max_connections: String(MOST_CONNECTIONS) },
  })

/** The processes of the server, including its sessions. */
function processesOfServer(): number[] {
  const parent = server.process.pid ?? 0
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === parent
    } catch {
      return false
    }
  })
  return [parent, ...children.map(Number)]
}

const FAULTS: Record<string, () => Promise<void>> = {
  async 'a node is killed'() {
    const [killed, ...others] = nodes
    await killed?.stop('SIGKILL')
    customers.goTo(others)
    await customers.untilMore(UNDER_LOAD)
    nodes = [...others, await startNode(server.url)]
    customers.goTo(nodes)
  },
  async 'PostgreSQL restarts'() {
    const port = Number(new URL(server.url).port)
    const before = customers.unanswered()
    await server.stop()
    await until('the nodes have noticed', () => customers.unanswered() >= before + CUSTOMERS)
    server = await startServer(port)
  },
  async 'the database stands still'() {
    const processes = processesOfServer()
    const { told } = customers
    const { refusedForNow } = told
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    await until('every customer waits', () => customers.waiting() === CUSTOMERS)
    // The nodes wait for ten seconds, then they refuse the checks.
    if (LONG) await until('checks are refused', () => told.refusedForNow >= refusedForNow + CUSTOMERS)
    for (const pid of processes) process.kill(pid, 'SIGCONT')
  },
  async 'all connections are taken'() {
    const url = `${server.url}?application_name=taker`
    const taken: Connection[] = []
    const takeAll = async (): Promise<void> => {
      try {
        for (;;) taken.push(await connect(url))
      } catch {
        // The server has no connection left.
      }
    }
    await takeAll()
    // The sessions of the nodes are ended again and again, until all of their connections are taken
    // here.
    let quiet = 0
    await until('no node has a session', async () => {
      const before = taken.length
      const gone = await taken[0]?.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'latchkey'`,
      )
      await takeAll()
      quiet = gone?.rows.length === 0 && taken.length === before ? quiet + 1 : 0
      return quiet === 3
    })
    const { told } = customers
    const { refusedForNow } = told
    const acknowledged = told.acknowledged.length
    await until('checks are refused', () => told.refusedForNow >= refusedForNow + CUSTOMERS)
    expect(told.acknowledged.length).toBe(acknowledged)
    await Promise.all(taken.map((connection) => connection.close()))
  },
}

test.skipIf(process.platform !== 'linux')(
  `what breaks under load loses no acknowledged check and counts none twice, ${ROUNDS} times each`,
  { timeout: ROUNDS * 240_000 },
  async () => {
    const { told } = customers
    customers.begin()
    const story: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, fault] of Object.entries(FAULTS)) {
        await customers.untilMore(UNDER_LOAD)
        const before = { ...told, acknowledged: told.acknowledged.length }
        customers.startPause()
        await fault()
        const ended = performance.now()
        await customers.untilBack()
        story.push(
          `${name}: ${told.refusedForNow - before.refusedForNow} told to try again, ${told.broken - before.broken} broken off, ${customers.longestPauseMs()} ms without a valid one, back ${Math.round(performance.now() - ended)} ms later`,
        )
      }
    }
    await customers.stop()

    const database = await connect(server.url)
    const counts = await customers.proveCounts(async (text) => (await database.query<Counts>(text)).rows)
    await database.close()
    console.info([...story, counts].join('\n'))
  },
)

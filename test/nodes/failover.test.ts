import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../packages/service/src/core/clock.ts'
import { examineService } from '../../packages/service/src/core/operations/doctor.ts'
import type { FindingCode } from '../../packages/service/src/core/operations/findings.ts'
import { connect } from '../../packages/service/src/core/storage/postgres/database.ts'
import {
  type EmbeddedPostgres,
  NOT_DURABLE,
  startEmbeddedPostgres,
} from '../../packages/service/src/testing/embedded-postgres.ts'
import { createCustomers, startNode } from './customers.ts'

const UNDER_LOAD = 100

/** A server, and the folder with its data. */
interface Host {
  readonly dir: string
  readonly server: EmbeddedPostgres
}

const left: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const leave of left.splice(0).reverse()) await leave()
})

async function startHost(dir: string, port = 0, primary?: EmbeddedPostgres): Promise<Host> {
  const settings: Record<string, string> = { ...NOT_DURABLE }
  if (primary !== undefined) {
    const { hostname, port: at, username, password } = new URL(primary.url)
    settings['primary_conninfo'] = `host=${hostname} port=${at} user=${username} password=${password}`
    writeFileSync(join(dir, 'data', 'standby.signal'), '')
  }
  const server = await startEmbeddedPostgres(dir, { port, settings })
  left.push(() => server.stop())
  return { dir, server }
}

const portOf = ({ server }: Host): number => Number(new URL(server.url).port)

async function ask<R>(host: Host, text: string): Promise<readonly R[]> {
  const connection = await connect(host.server.url)
  try {
    return (await connection.query<R>(text)).rows
  } finally {
    await connection.close()
  }
}

/**
 * A primary and its standby. Every commit waits for the standby's disk, so the standby has every
 * acknowledged change. The embedded server has no pg_basebackup, so a stopped server is copied.
 */
async function startPair(): Promise<[Host, Host]> {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-failover-'))
  left.push(async () => rmSync(dir, { recursive: true }))
  const [one, two] = [join(dir, 'one'), join(dir, 'two')]
  const first = await startHost(one)
  await ask(first, "alter system set synchronous_standby_names = '*'")
  await first.server.stop()
  cpSync(one, two, { recursive: true })
  chmodSync(join(two, 'data'), 0o700)
  const primary = await startHost(one)
  return [primary, await startHost(two, 0, primary.server)]
}

/** Waits until `doctor` reports this about the servers, which first have to read their settings. */
const reportsStandby = (url: string, code: FindingCode): Promise<void> =>
  expect
    .poll(async () => {
      const given = { publicUrl: undefined, consoleUrl: undefined }
      return (await examineService(url, {}, systemClock(), given))['servers']?.code
    })
    .toBe(code)

test.skipIf(process.platform !== 'linux')(
  'a service goes on at the server that was promoted, and back: nothing acknowledged is lost, nothing counted twice',
  { timeout: 240_000 },
  async () => {
    const [one, two] = await startPair()
    // The URL names the standby first, because the order must not matter.
    const list = `127.0.0.1:${portOf(two)},127.0.0.1:${portOf(one)}`
    const url = one.server.url.replace(new URL(one.server.url).host, list)
    await reportsStandby(url, 'STANDBYS_FOLLOW')
    await ask(one, 'alter system reset synchronous_standby_names')
    await ask(one, 'select pg_reload_conf()')
    await reportsStandby(url, 'NO_SYNCHRONOUS_STANDBY')
    await ask(one, "alter system set synchronous_standby_names = '*'")
    await ask(one, 'select pg_reload_conf()')
    await reportsStandby(url, 'STANDBYS_FOLLOW')
    const nodes = [await startNode(url), await startNode(url)]
    const customers = createCustomers(nodes)
    left.push(() => customers.stop())
    customers.begin()
    await customers.untilMore(UNDER_LOAD)

    // A planned failover: the old primary ends when its standby has everything, and returns as a
    // standby.
    customers.startPause()
    await one.server.stop()
    await ask(two, 'select pg_promote()')
    const back = await startHost(one.dir, portOf(one), two.server)
    await customers.untilBack()
    const planned = customers.longestPauseMs()
    await customers.untilMore(UNDER_LOAD)

    // A crash under load. There is no other standby then.
    customers.startPause()
    two.server.process?.kill('SIGKILL')
    await two.server.stop()
    await ask(back, 'alter system reset synchronous_standby_names')
    await ask(back, 'select pg_reload_conf(), pg_promote()')
    await customers.untilBack()
    const crashed = customers.longestPauseMs()
    await customers.untilMore(UNDER_LOAD)
    for (const { demo } of nodes) expect((await fetch(`${demo.url}/readyz`)).status).toBe(200)

    await customers.stop()
    const counts = await customers.proveCounts((text) => ask(back, text))
    console.info(`without a valid check: ${planned} ms as planned, ${crashed} ms by a crash; ${counts}`)
  },
)

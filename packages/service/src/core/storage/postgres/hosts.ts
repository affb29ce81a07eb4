import { setTimeout } from 'node:timers/promises'
import { StorageUnavailable } from '../storage.ts'
import { connect } from './database.ts'
import {
  createIdentityPin,
  type Identity,
  isOtherDatabase,
  isSameServer,
  OtherDatabase,
  readIdentity,
} from './identity.ts'
import type { Hosts, Writer } from './writer.ts'

/**
 * How long to wait for the other hosts when one of them takes writes: they may take writes, too.
 * `look` finds one that answers later.
 */
const WAIT_FOR_OTHERS_MS = 1_000

/** The answer of a host. */
export interface AskedHost {
  readonly url: string
  /** The name of the host, without the password. */
  readonly name: string
  readonly answer: Identity | Error
}

/**
 * Makes one URL for each host of `postgres://user@a:5432,b:5432/name`, because `pg` accepts no
 * list.
 */
export function urlsOfHosts(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * Finds the host that takes writes, as libpq does with `target_session_attrs=read-write`. All hosts
 * are asked at once, so that a dead one causes no long delay. The answer is used until `lose` is
 * called. A single host is never asked: its errors are more useful.
 */
export function createHosts(url: string): Hosts {
  const urls = urlsOfHosts(url)
  const pin = createIdentityPin()
  let found: Promise<Writer> | undefined
  /** The writer; undefined for a single host. */
  let current: AskedHost | undefined
  /** Ends all sessions, because they lead to another database. */
  let giveUp = (): void => {}

  const search = (): Promise<Writer> => {
    let lost = false
    let refused = false
    const searching = chooseWriter(urls).then((chosen) => {
      current = chosen
      const lose = (): void => {
        lost = true
        if (found === searching) found = undefined
      }
      giveUp = () => {
        refused = true
        lose()
      }
      return { url: chosen?.url ?? url, lose, isLost: () => refused || (lost && urls.length > 1) }
    })
    searching.catch(() => {
      if (found === searching) found = undefined
    })
    return searching
  }
  const findWriter = (): Promise<Writer> => {
    found ??= search()
    return found
  }

  return {
    findWriter,
    async verify(ask) {
      try {
        await pin.verify(ask)
      } catch (error) {
        // A proxy in front of the servers may connect other open sessions to another server.
        if (error instanceof OtherDatabase) giveUp()
        throw error
      }
    },
    async look() {
      const before = current
      if (before === undefined) return
      const others = await askHosts(urls.filter((one) => one !== before.url))
      // The next search finds both, and reports it.
      if (before === current && writersOf([before, ...others]).length > 1) (await found)?.lose()
    },
    async refuseOtherTables(ask) {
      if (urls.length === 1) return
      const hosts = await askHosts(urls)
      // This is asked last: another node may have created the tables, and the standbys have them by
      // now.
      const { hasTables } = await readIdentity(ask)
      if (hasTables) return
      for (const { name, answer } of hosts) {
        if (isDown(answer)) {
          throw new StorageUnavailable(
            `The tables are made when all servers of the list answer, because one that does not may have them. ${name}: ${answer.message}`,
          )
        }
        if (!(answer instanceof Error) && answer.hasTables) {
          throw new StorageUnavailable(`The server that takes writes is empty, and ${name} is in use.`)
        }
      }
    },
  }
}

/**
 * Finds the host that takes writes.
 * @returns undefined for a single host
 */
async function chooseWriter(urls: readonly string[]): Promise<AskedHost | undefined> {
  if (urls.length === 1) return undefined
  const hosts = await askHosts(urls, WAIT_FOR_OTHERS_MS)
  const [writer, other] = writersOf(hosts)
  if (writer === undefined) throw noWriter(hosts)
  if (other !== undefined) {
    throw new StorageUnavailable(
      `Two servers take writes: ${writer.name} and ${other.name}. Stop the one that is not the primary.`,
    )
  }
  const stranger = strangersTo(writer, hosts)[0]
  if (stranger !== undefined) {
    throw new StorageUnavailable(
      `${writer.name} and ${stranger.name} are different databases. Correct the list of servers.`,
    )
  }
  return writer
}

export const noWriter = (hosts: readonly AskedHost[]): StorageUnavailable =>
  new StorageUnavailable(
    `No server takes writes. ${hosts.map(({ name, answer }) => `${name}: ${reasonOf(answer)}`).join('; ')}`,
  )

/**
 * Asks all hosts.
 * @param waitMs how long to wait for the others when one takes writes. Otherwise waits for all
 */
export async function askHosts(urls: readonly string[], waitMs?: number): Promise<readonly AskedHost[]> {
  const answers: (Identity | Error)[] = urls.map(() => new Error('it does not answer'))
  const asking = urls.map(async (url, index) => {
    const answer = await askHost(url)
    answers[index] = answer
    if (answer instanceof Error || !answer.writes) throw answer
  })
  const all = Promise.allSettled(asking)
  if (waitMs === undefined) await all
  else
    await Promise.race([
      all,
      Promise.any(asking).then(
        () => setTimeout(waitMs),
        () => all,
      ),
    ])
  // SECURITY: a URL may contain a password; a host does not.
  return urls.map((url, index) => ({
    url,
    name: new URL(url).host,
    answer: answers[index] ?? new Error('it does not answer'),
  }))
}

async function askHost(url: string): Promise<Identity | Error> {
  try {
    const connection = await connect(url)
    try {
      return await readIdentity(async (text) => (await connection.query(text)).rows)
    } finally {
      // On a server that hangs, the session would never end.
      void connection.close()
    }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const reasonOf = (answer: Identity | Error): string =>
  answer instanceof Error ? answer.message : 'it is a standby, or read-only'

/** The hosts that take writes. One server may be in the list under two names. */
export function writersOf(hosts: readonly AskedHost[]): readonly AskedHost[] {
  const writers: AskedHost[] = []
  for (const host of hosts) {
    const { answer } = host
    if (answer instanceof Error || !answer.writes) continue
    const isKnown = writers.some((one) => !(one.answer instanceof Error) && isSameServer(one.answer, answer))
    if (!isKnown) writers.push(host)
  }
  return writers
}

/** The hosts whose database cannot be a copy of the writer's. */
export const strangersTo = ({ answer: own }: AskedHost, hosts: readonly AskedHost[]): readonly AskedHost[] =>
  hosts.filter(
    ({ answer }) => !(own instanceof Error) && !(answer instanceof Error) && isOtherDatabase(own, answer),
  )

const NO_SUCH_DATABASE = '3D000'

/** Whether a host did not answer, so that nothing is known about its database. */
const isDown = (answer: Identity | Error): answer is Error =>
  answer instanceof Error &&
  !(answer.cause instanceof Error && 'code' in answer.cause && answer.cause.code === NO_SUCH_DATABASE)

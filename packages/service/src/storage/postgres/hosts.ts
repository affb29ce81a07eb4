import { StorageUnavailable } from '../storage.ts'
import { connect } from './database.ts'

/** The server that took writes when it was last asked. */
export interface Writer {
  readonly url: string
  /** A session on it broke, or it refused a write: the hosts are asked again. */
  lose(): void
  isLost(): boolean
}

export type FindWriter = () => Promise<Writer>

/** `postgres://user@a:5432,b:5432/name`: one URL for each host. `pg` does not take a list. */
export function urlsOfHosts(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * Finds the host that takes writes, as libpq does with `target_session_attrs=read-write`. All hosts
 * are asked at once, so that a dead one delays nobody. The answer is used until it is lost.
 * A single host is never asked: its errors are more useful.
 */
export function createWriterSearch(url: string): FindWriter {
  const urls = urlsOfHosts(url)
  let found: Promise<Writer> | undefined

  const search = (): Promise<Writer> => {
    let lost = false
    const searching = (urls.length === 1 ? Promise.resolve(url) : firstThatWrites(urls)).then((chosen) => ({
      url: chosen,
      lose() {
        lost = true
        if (found === searching) found = undefined
      },
      isLost: () => lost && urls.length > 1,
    }))
    searching.catch(() => {
      if (found === searching) found = undefined
    })
    return searching
  }
  return () => {
    found ??= search()
    return found
  }
}

async function firstThatWrites(urls: readonly string[]): Promise<string> {
  try {
    return await Promise.any(urls.map(whenItWrites))
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors : [error]
    // SECURITY: a URL may carry a password. Its host does not.
    const told = urls.map((url, index) => `${new URL(url).host}: ${reasons[index]?.message}`)
    throw new StorageUnavailable(`No server takes writes. ${told.join('; ')}`, { cause: error })
  }
}

async function whenItWrites(url: string): Promise<string> {
  const connection = await connect(url)
  try {
    const { rows } = await connection.query('show transaction_read_only')
    if (rows[0]?.['transaction_read_only'] === 'off') return url
    throw new StorageUnavailable('it is a standby, or read-only')
  } finally {
    await connection.close()
  }
}

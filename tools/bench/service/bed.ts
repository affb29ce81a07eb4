import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../packages/service/src/testing/embedded-postgres.ts'
import { SERVICE_ENV } from './databases.ts'
import { type Server, startServer } from './processes.ts'

/** What a measurement uses. All of it is removed at the end. */
export interface Bed {
  readonly dir: string
  start(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Server>
  /** Starts a PostgreSQL server, and returns its URL. */
  startPostgres(): Promise<string>
}

/** Runs `work`, then stops all servers and deletes the folder. */
export async function* withBed<Result>(work: (bed: Bed) => AsyncIterable<Result>): AsyncGenerator<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const closers: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })]
  try {
    yield* work({
      dir,
      async start(args, env = {}) {
        const server = await startServer(args, { ...SERVICE_ENV, ...env })
        closers.push(server.stop)
        return server
      },
      async startPostgres() {
        const serverDir = join(dir, `postgres-${closers.length}`)
        const server = await startEmbeddedPostgres(serverDir, { settings: { shared_buffers: '256MB' } })
        closers.push(() => server.stop())
        return server.url
      },
    })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { NOT_DURABLE, startEmbeddedPostgres } from './embedded-postgres.ts'

/** Starts a real PostgreSQL for a run of the tests, in a folder that is deleted with it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  const settings = { ...NOT_DURABLE, wal_level: 'minimal', max_wal_senders: '0', max_connections: '200' }
  const server = await startEmbeddedPostgres(dir, { settings })
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true })
  }
}

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../packages/service/src/testing/embedded-postgres.ts'
import { makePostgres, makeSqlite } from './databases.ts'
import { mixedLicense } from './mixed-licenses.ts'

export const KEYS = 1_000_000

export interface MixedDatabase {
  readonly url: string
  stop(): Promise<void>
}

/** A project with a million mixed keys, made at first use in the folder. */
export const MIXED_DATABASES: Readonly<
  Record<'sqlite' | 'postgres', (folder: string) => Promise<MixedDatabase>>
> = {
  async sqlite(folder) {
    const path = join(folder, `mixed-${KEYS}.sqlite`)
    if (!existsSync(path)) {
      mkdirSync(folder, { recursive: true })
      rmSync(`${path}.draft`, { force: true })
      await makeSqlite(`${path}.draft`, KEYS, mixedLicense)
      renameSync(`${path}.draft`, path)
    }
    return { url: `sqlite:${path}`, stop: async () => {} }
  },
  async postgres(folder) {
    const path = join(folder, `mixed-${KEYS}.postgres`)
    const isNew = !existsSync(path)
    const server = await startEmbeddedPostgres(path, { settings: { shared_buffers: '256MB' } })
    if (isNew) await makePostgres(server.url, KEYS, mixedLicense)
    return server
  },
}

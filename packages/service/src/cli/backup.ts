import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPrivateFile } from '../core/storage/sqlite/database-file.ts'
import { UserError } from '../core/user-error.ts'
import { databaseUrl, defineCommand } from './command.ts'

/**
 * The ending of a copy that is being made, so that a backup with the right name is always complete.
 */
const UNFINISHED = '.unfinished'
/** How long another process may hold the database, for example while it upgrades it. */
const LOCK_WAIT_MS = 5_000

export const backup = defineCommand({
  name: 'backup',
  summary: 'Makes a consistent copy of an SQLite database while services use it.',
  description:
    'Prints {"database", "backup", "pages"}. What was deleted before is not in the copy. For PostgreSQL, ' +
    'use its own tools (pg_dump, pg_basebackup).',
  options: {
    to: { value: 'PATH', help: 'file of the copy, which must not exist yet', isRequired: true },
    database: { value: 'URL', help: 'sqlite:PATH' },
  },
  notes: `Keep the service key in another place: without it, the shared secrets in a copy
cannot be read. To restore: stop the service, delete the database with its -wal and -shm
files, copy the backup and the service key (PATH.service-key) to their places, and start
the service. docs/guides/run-your-own-service.md has the commands.`,

  async run(options, terminal) {
    const to = options.to
    const url = databaseUrl(options.database, terminal)
    const path = /^sqlite:(?!:memory:$)(.+)$/s.exec(url)?.[1]
    if (path === undefined) throw new UserError('This command copies only SQLite files.')
    if (!existsSync(path)) throw new UserError(`The database ${path} does not exist.`)
    if (existsSync(to)) throw new UserError(`${to} already exists. Choose a new file.`)
    const folder = dirname(to)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new UserError(`There is no folder ${folder} for the copy. Make it, or choose another with --to.`)
    }
    const draft = to + UNFINISHED
    // Deletes the unfinished copy of an earlier run that was killed.
    rmSync(draft, { force: true })
    createPrivateFile(draft)
    try {
      copyLiveRows(path, draft)
      const pages = finish(draft)
      flush(draft)
      renameSync(draft, to)
      terminal.print({ database: path, backup: to, pages })
    } catch (error) {
      rmSync(draft, { force: true })
      if (error instanceof UserError) throw error
      const why = error instanceof Error ? error.message : String(error)
      throw new UserError(
        `The copy ${to} was not made: ${why}. Check that this user may write the folder, and its free space.`,
        error,
      )
    }
  },
})

/**
 * SECURITY: copies one moment of the database, without free pages, which contain deleted data. A
 * copy page by page would contain them, and would begin again whenever another process has written.
 */
function copyLiveRows(path: string, to: string): void {
  const source = new DatabaseSync(path, { readOnly: true, timeout: LOCK_WAIT_MS })
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
}

/**
 * Examines the copy now, and not only when it is needed.
 * @returns the number of its pages
 * @throws UserError if it is damaged
 */
function finish(path: string): number {
  const copy = new DatabaseSync(path)
  const first = (query: string): unknown => Object.values(copy.prepare(query).get() ?? {})[0]
  try {
    // SECURITY: until its parts are merged, the index of the search contains runs of deleted texts.
    if (first("select 1 from sqlite_schema where name = 'licenses_search'") === 1) {
      copy.exec(
        `pragma secure_delete = on; insert into licenses_search (licenses_search) values ('optimize')`,
      )
    }
    const state = first('pragma quick_check')
    if (state !== 'ok') throw new UserError(`The copy is damaged: ${state}. The database may be, too.`)
    return Number(first('pragma page_count'))
  } finally {
    copy.close()
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

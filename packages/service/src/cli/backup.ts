import { existsSync } from 'node:fs'
import { backup as copyPages, DatabaseSync } from 'node:sqlite'
import { createPrivateFile } from '../storage/sqlite/database-file.ts'
import { UserError } from '../user-error.ts'
import { databaseUrl, defineCommand } from './command.ts'

export const backup = defineCommand({
  name: 'backup',
  summary: 'Makes a consistent copy of an SQLite database while services use it.',
  description:
    'Prints {"database", "backup", "pages"}. For PostgreSQL, use its own tools (pg_dump, pg_basebackup).',
  options: {
    to: { value: 'PATH', help: 'file of the copy, which must not exist yet', isRequired: true },
    database: { value: 'URL', help: 'sqlite:PATH' },
  },
  notes: `Keep the service key in another place: without it, the shared secrets in a copy
cannot be read. To restore, replace the database with the copy, delete the old
-wal and -shm files, and start the service.`,

  async run(options, terminal) {
    const to = options.to
    const url = databaseUrl(options.database, terminal)
    const path = /^sqlite:(?!:memory:$)(.+)$/s.exec(url)?.[1]
    if (path === undefined) throw new UserError('This command copies only SQLite files.')
    if (!existsSync(path)) throw new UserError(`The database ${path} does not exist.`)
    if (existsSync(to)) throw new UserError(`${to} already exists. Choose a new file.`)
    createPrivateFile(to)
    const source = new DatabaseSync(path, { readOnly: true })
    try {
      const pages = await copyPages(source, to)
      proveWhole(to)
      terminal.print({ database: path, backup: to, pages })
    } catch (error) {
      if (error instanceof UserError) throw error
      const why = error instanceof Error ? error.message : String(error)
      throw new UserError(`The copy ${to} was not made: ${why}.`, error)
    } finally {
      source.close()
    }
  },
})

/** Finds a damaged copy now, not on the day when it is needed. */
function proveWhole(path: string): void {
  const copy = new DatabaseSync(path)
  try {
    const { quick_check } = copy.prepare('pragma quick_check').get() as { quick_check: string }
    if (quick_check !== 'ok') throw new UserError(`The copy ${path} is damaged: ${quick_check}.`)
  } finally {
    copy.close()
  }
}

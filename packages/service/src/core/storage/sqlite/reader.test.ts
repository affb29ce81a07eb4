import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { KEY_STATES, keyIdOf } from '@latchkey/management'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EventFilter } from '../../../events/storage.ts'
import { createSqliteStorage, STORAGE_MODULES, type Storage } from '../../../modules.ts'
import { NOW, testAccount, testLicense, testProject } from '../../../testing/records.ts'
import { createServiceKey } from '../../security/seal.ts'
import { StorageUnavailable } from '../storage.ts'
import { createReader } from './reader.ts'
import { createTables } from './storage.ts'

const seal = createServiceKey(randomBytes(32))
const by = { at: NOW, actor: 'api-key', address: '', fields: [] } as const
const NEWEST = { sort: 'created', descending: true, limit: 10 } as const

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-reader-'))
  path = join(dir, 'test.sqlite')
})
afterEach(() => rmSync(dir, { recursive: true }))

const noted = (sent: readonly string[]): string[] => sent.filter((text) => !text.startsWith('pragma'))

/** Opens a storage, and records the statements that its connection for key checks prepares. */
async function open(file: string): Promise<{ storage: Storage; prepared: () => readonly string[] }> {
  let prepare: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } } | undefined
  const onOpen = (raw: DatabaseSync): void => {
    prepare = vi.spyOn(raw, 'prepare')
  }
  const storage = await createSqliteStorage({ path: file, seal, onOpen })
  await storage.createAccount(testAccount())
  await storage.createProject(testProject(), by)
  await storage.createLicense('project', testLicense(), { by })
  const before = prepare?.mock.calls.length ?? 0
  return {
    storage,
    prepared: () => noted((prepare?.mock.calls ?? []).slice(before).map(([text]) => String(text))),
  }
}

/** Reads that may take long. */
const LONG_READS: Readonly<Record<string, (storage: Storage) => Promise<unknown>>> = {
  events: (storage) => storage.listEvents('project', { kind: 'created' }, { limit: 9 }),
  'a page of licenses': (storage) => storage.listLicenses('project', {}, { from: 0, until: 9 }),
  'licenses by a search': (storage) =>
    storage.listLicenses('project', { search: 'a' }, { from: 0, until: 9 }),
  'a list of keys': (storage) => storage.searchLicenses('project', {}, NEWEST, NOW),
  'keys by a search': (storage) => storage.searchLicenses('project', { search: 'abc' }, NEWEST, NOW),
  'a count of keys': (storage) =>
    storage.searchLicenses('project', { states: ['unused'] }, { ...NEWEST, exact: true }, NOW),
  'keys by name': (storage) => storage.findLicenses('project', ['a', 'b']),
  'an overview': (storage) => storage.overview('project', NOW, 0),
  usage: (storage) => storage.usage('account', 0, 0),
  projects: (storage) => storage.projectsWithScripts('account'),
  'the preview of an import': (storage) =>
    storage.importLicenses('project', [testLicense()], { by, isDryRun: true }),
}

describe('SQLite', () => {
  test.each(Object.entries(LONG_READS))('reads %s beside key checks, in another thread', async (_, read) => {
    const { storage, prepared } = await open(path)
    await read(storage)
    // The row of a project is found by an index, which takes no time.
    expect(prepared().filter((text) => !/^select "id", "account_id" from "projects"/.test(text))).toEqual([])
    await storage.close()
  })

  test('sees what was written before a read began, also while it is read all the time', async () => {
    const storage = await createSqliteStorage({ path, seal })
    await storage.createAccount(testAccount())
    await storage.createProject(testProject())
    let isOver = false
    const busy = (async () => {
      while (!isOver) await storage.usage('account', 0, 0)
    })()
    for (let count = 1; count <= 50; count += 1) {
      const license = testLicense()
      await storage.createLicense('project', license, { by })
      const [newest] = await storage.listEvents('project', {}, { descending: true, limit: 1 })
      expect(newest?.licenseKey).toBe(license.key)
      expect(await storage.searchLicenses('project', {}, NEWEST, NOW)).toMatchObject({ count })
    }
    isOver = true
    await busy
    await storage.close()
  })

  test('filters keys by their state without reading their rows', async () => {
    const { storage, prepared } = await open(':memory:')
    const raw = new DatabaseSync(path)
    await createTables(path, STORAGE_MODULES)
    for (const state of KEY_STATES) {
      for (const sort of ['created', 'ends'] as const) {
        const known = prepared().length
        await storage.searchLicenses('project', { states: [state] }, { ...NEWEST, sort, exact: true }, NOW)
        const plans = prepared()
          .slice(known)
          .filter((text) => text.includes('banned = '))
          .flatMap((text) => raw.prepare(`explain query plan ${text}`).all())
          .map(({ detail }) => String(detail))
          .filter((line) => line.includes('licenses'))
        expect(plans.length, state).toBeGreaterThan(0)
        for (const line of plans) expect(line, state).toContain('USING COVERING INDEX')
      }
    }
    raw.close()
    await storage.close()
  })

  test('finds events by an index that has no other ones', async () => {
    const { storage, prepared } = await open(':memory:')
    const raw = new DatabaseSync(path)
    await createTables(path, STORAGE_MODULES)
    const plansOf = async (filter: EventFilter): Promise<ReadonlySet<string>> => {
      const found = new Set<string>()
      for (const descending of [false, true]) {
        for (const after of [undefined, { at: NOW, row: 1 }]) {
          const known = prepared().length
          await storage.listEvents('project', filter, { descending, limit: 10, after })
          for (const text of prepared().slice(known)) {
            for (const { detail } of raw.prepare(`explain query plan ${text}`).all()) {
              const line = String(detail)
              if (/\bevents\b/.test(line)) found.add(line.replace(/ AND (at|\(at,id\)).*|(?<=at)[<>].*/, ''))
              expect(line).not.toMatch(/^SCAN (events|licenses)/)
            }
          }
        }
      }
      return found
    }
    const ofAccount = expect.stringMatching(/INDEX events_of_account \(account_id=\?/)
    const indexes: readonly (readonly [EventFilter, string, ...unknown[]])[] = [
      [{}, 'events_of_project (project_id=?', ofAccount],
      [{ since: 1, before: NOW }, 'events_of_project (project_id=?', ofAccount],
      [{ kind: 'moved' }, 'events_of_kind (project_id=? AND kind=?', ofAccount],
      [{ by: 'a' }, 'events_by_actor (project_id=? AND <expr>=?', ofAccount],
      [{ by: 'a', kind: 'moved' }, 'events_by_actor (project_id=? AND <expr>=?', ofAccount],
      [{ keyId: keyIdOf('a') }, 'events_of_subject (project_id=? AND subject_id=?'],
      [{ keyId: 'a', kind: 'moved', by: 'a', since: 1 }, 'events_of_subject (project_id=? AND subject_id=?'],
      [{ bulk: 'a' }, 'events_of_bulk (project_id=? AND bulk=? AND subject=?'],
      [{ bulk: 'a', kind: 'moved' }, 'events_of_bulk (project_id=? AND bulk=? AND subject=?'],
    ]
    for (const [filter, index, ...others] of indexes) {
      const plans = [...(await plansOf(filter))]
      const rest = plans.filter((line) => !line.includes(index))
      expect(plans.length - rest.length, `${JSON.stringify(filter)}: ${plans.join('; ')}`).toBeGreaterThan(0)
      for (const line of rest) expect(others, JSON.stringify(filter)).toEqual([line])
    }
    raw.close()
    await storage.close()
  })
})

describe('a thread that reads', () => {
  test('fails with the error of the storage, and starts again', async () => {
    const reader = createReader(path, 1_000)
    const count = () => sql<{ count: number }>`select count(*) as count from licenses`.execute(reader.db)
    await expect(count()).rejects.toBeInstanceOf(StorageUnavailable)
    await createTables(path, STORAGE_MODULES)
    expect((await count()).rows).toEqual([{ count: 0 }])
    await expect(sql`select nonsense`.execute(reader.db)).rejects.toBeInstanceOf(StorageUnavailable)
    // SECURITY: even a query with a mistake cannot write.
    await expect(sql`delete from licenses`.execute(reader.db)).rejects.toThrow('readonly')
    await reader.close()
  })

  test('carries out what was asked for before it is closed, and then nothing', async () => {
    await createTables(path, STORAGE_MODULES)
    const reader = createReader(path, 1_000)
    const read = () => sql`select 1 as one`.execute(reader.db)
    const asked = [read(), read()]
    await reader.close()
    for (const { rows } of await Promise.all(asked)) expect(rows).toEqual([{ one: 1 }])
    await expect(read()).rejects.toThrow()
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createLicenseKey } from '@latchkey/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newLicense } from '../core/license/license.ts'
import { openStorage } from '../modules.ts'
import { NOW } from '../testing/records.ts'
import { byCommandLine } from './command.ts'
import { runCommandLine } from './command-line.ts'

let dir: string
let path: string
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-projects-'))
  path = join(dir, 'test.sqlite')
  await run('account create --email vendor@example.org')
  await run('account create --email other@example.org --plan trial')
  for (const app of ['harbour', 'quay']) {
    const names = `--name ${app} --app-name ${app} --executor ${app} --user-agent App/*`
    await run(`project create --account vendor@example.org ${names}`)
  }
})
afterEach(() => rmSync(dir, { recursive: true }))

/**
 * Runs a command.
 * @returns what it prints
 */
async function run(line: string) {
  const printed: unknown[] = []
  const environment = { LATCHKEY_DATABASE: `sqlite:${path}` }
  await runCommandLine(line.split(' '), { environment, print: (data) => printed.push(data) })
  return printed[0]
}

async function addKey(appName: string): Promise<void> {
  const { storage } = await openStorage(`sqlite:${path}`, {})
  const project = await storage.findProjectByAppName(appName)
  const license = newLicense(createLicenseKey(), { note: 'Ada' }, NOW)
  expect(await storage.createLicense(project?.id ?? '', license, { by: byCommandLine() })).toBe('created')
  await storage.close()
}

/** The number of rows in each table that belong to a project. */
function rowsOf(projectRow: number): Record<string, number> {
  const raw = new DatabaseSync(path)
  try {
    const tables = raw
      .prepare(
        `select m.name from sqlite_schema m join pragma_table_info(m.name) c on c.name = 'project_id'
         where m.type = 'table'`,
      )
      .all()
    return Object.fromEntries(
      tables.map(({ name }) => [
        name,
        raw.prepare(`select count(*) as count from "${name}" where project_id = ?`).get(projectRow)?.[
          'count'
        ],
      ]),
    ) as Record<string, number>
  } finally {
    raw.close()
  }
}

test('lists accounts and projects', async () => {
  await addKey('harbour')
  await run('script create --account vendor@example.org --app-name harbour --name Tides')
  expect(await run('account list --json')).toMatchObject([
    { email: 'vendor@example.org', enabled: true, projects: 2 },
    { email: 'other@example.org', plan: 'trial', projects: 0 },
  ])
  const [harbour, quay] = [
    {
      account: 'vendor@example.org',
      name: 'harbour',
      appName: 'harbour',
      keys: 1,
      scripts: 1,
      approved: true,
    },
    { account: 'vendor@example.org', name: 'quay', appName: 'quay', keys: 0, scripts: 0, approved: true },
  ]
  expect(await run('project list')).toMatchObject([harbour, quay])
  expect(await run('project list --account vendor@example.org --json')).toMatchObject([harbour, quay])
  expect(await run('project list --account other@example.org')).toEqual([])
  await expect(run('project list --account nobody@example.org')).rejects.toThrow(/no account/)
})

test('deletes a project with keys only when it is told so by name, and leaves no row of it', async () => {
  for (let key = 0; key < 3; key += 1) await addKey('quay')
  const before = rowsOf(2)
  expect(before).toMatchObject({ licenses: 3, signing_keys: 1 })
  for (const options of ['', ' --confirm quay']) {
    await expect(run(`project delete --app-name quay${options}`)).rejects.toThrow(
      /has keys: 3, .* make a backup and add: --with-keys --confirm quay$/,
    )
  }
  for (const options of ['', ' --confirm harbour']) {
    await expect(run(`project delete --app-name quay --with-keys${options}`)).rejects.toThrow(
      /does not come back\. Add: --confirm quay$/,
    )
  }
  expect(rowsOf(2)).toEqual(before)

  const deleted = await run('project delete --app-name quay --with-keys --confirm quay --json')
  expect(deleted).toEqual({ project: expect.any(String), appName: 'quay', keys: 3 })
  expect(Object.entries(rowsOf(2)).filter(([, count]) => count > 0)).toEqual([])
  await expect(run('project delete --app-name quay --confirm quay')).rejects.toThrow(/no project/i)
  expect(await run('project list')).toMatchObject([{ appName: 'harbour' }])

  const { storage } = await openStorage(`sqlite:${path}`, {})
  const [harbour] = await storage.projectsOf(
    (await storage.findAccountByEmail('vendor@example.org'))?.id ?? '',
  )
  const events = await storage.listEvents(harbour?.id ?? '', { kind: 'deleted' }, { limit: 9 })
  const { project } = deleted as { project: string }
  expect(events).toMatchObject([{ subject: 'project', subjectId: project, actor: 'command-line' }])
  await storage.close()
})

test('deletes a project without keys when its name is confirmed', async () => {
  await expect(run('project delete --app-name quay')).rejects.toThrow(/Add: --confirm quay$/)
  expect(await run('project delete --app-name quay --confirm quay')).toMatchObject({ keys: 0 })
})

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { SERVICE_ENV } from '../../tools/bench/service/databases.ts'
import { MIXED_DATABASES } from '../../tools/bench/service/mixed-databases.ts'
import { serviceArgs, startServer } from '../../tools/bench/service/processes.ts'
import { rootDir } from '../../tools/set-up/places.js'
import { ensureBrowser } from '../../tools/set-up/test-tools.js'
import type { Engine } from './support.ts'

/** The folder with databases of an earlier run, as for `npm run bench -- "keys of a million"`. */
const DATA_DIR = process.env['LATCHKEY_BENCH_DATA']
const PATH = '/projects/project/keys'

/**
 * The keys of a project with a million of them, in a service and a browser that end with the test.
 * @param prepare changes the database before the service starts
 */
export async function openMillion(
  engine: Engine,
  prepare: (url: string) => Promise<void> = async () => {},
): Promise<Page> {
  const closers: (() => Promise<unknown>)[] = []
  onTestFinished(async () => {
    for (const close of closers.reverse()) await close()
  })
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-million-'))
  closers.push(() => rm(dir, { recursive: true, force: true }))
  const database = await MIXED_DATABASES[engine](DATA_DIR ?? dir)
  closers.push(database.stop)
  await prepare(database.url)
  const service = await startServer(serviceArgs(database.url), SERVICE_ENV)
  closers.push(service.stop)
  const browser = await chromium.launch({ executablePath: ensureBrowser() })
  closers.push(() => browser.close())

  const cli = join(rootDir, 'packages/service/src/cli.ts')
  // A new person each time: the database may be that of a run before.
  const email = `person-${Date.now()}@latchkey.example`
  const invite = [cli, 'person', 'invite', email, '--database', database.url]
  const env = { ...process.env, ...SERVICE_ENV }
  const { link } = JSON.parse((await promisify(execFile)(process.execPath, invite, { env })).stdout)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await page.getByLabel('New password').fill('a long summer by the sea')
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
  await page.goto(`${new URL(link).origin}/#${PATH}`)
  await page.locator('[data-index]').first().waitFor()
  return page
}

export function summaryOf(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  return { median: at(0.5), p95: at(0.95) }
}

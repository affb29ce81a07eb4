import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { SERVICE_ENV } from '../../tools/bench/service/databases.ts'
import { keyOf } from '../../tools/bench/service/keys.ts'
import { KEYS, MIXED_DATABASES } from '../../tools/bench/service/mixed-databases.ts'
import { serviceArgs, startServer } from '../../tools/bench/service/processes.ts'
import { ensureBrowser } from '../../tools/set-up/browser.js'
import { rootDir } from '../../tools/set-up/places.js'
import { type Engine, IS_LONG } from './support.ts'

const [FIRST_TURN, LAST_TURN] = [200, 2_000]
const SEARCHES = 100
const MOST_GROWTH_BYTES = 10 * 1024 * 1024
const MOST_PAINT_MS = 200
/** Databases from a run before, as for `npm run bench -- "keys of a million"`. */
const DATA_DIR = process.env['LATCHKEY_BENCH_DATA']
const PATH = '/projects/project/keys'

/** The memory of the page's script after garbage collection. */
async function memoryOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

/** Milliseconds until another first row is painted, after a press of a button or a search. */
const paint = (page: Page, act: { readonly button: string } | { readonly search: string }): Promise<number> =>
  page.evaluate(async (wanted) => {
    const frame = () => new Promise(requestAnimationFrame)
    const firstRow = () => document.querySelector('[data-index="0"]')?.textContent
    const before = firstRow()
    const start = performance.now()
    if ('button' in wanted) {
      document.querySelector<HTMLElement>(`button[aria-label="${wanted.button}"]`)?.click()
    } else {
      const input = document.querySelector<HTMLInputElement>('input[type=search]')
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
      set?.call(input, wanted.search)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    }
    while ([before, undefined].includes(firstRow())) await frame()
    // Painted when the frame after it begins.
    await frame()
    return performance.now() - start
  }, act)

async function openKeys(engine: Engine): Promise<Page> {
  const closers: (() => Promise<unknown>)[] = []
  onTestFinished(async () => {
    for (const close of closers.reverse()) await close()
  })
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-million-'))
  closers.push(() => rm(dir, { recursive: true, force: true }))
  const database = await MIXED_DATABASES[engine](DATA_DIR ?? dir)
  closers.push(database.stop)
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

function summaryOf(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  return { median: at(0.5), p95: at(0.95) }
}

test.runIf(IS_LONG).each(['sqlite', 'postgres'] as const)(
  'paints pages and searches of a million keys soon, without growing: %s',
  async (engine) => {
    const page = await openKeys(engine)
    const session = await page.context().newCDPSession(page)
    const turns: number[] = []
    let before = 0
    for (let turn = 1; turn <= LAST_TURN; turn += 1) {
      turns.push(await paint(page, { button: 'Next page' }))
      if (turn === FIRST_TURN) before = await memoryOf(session)
    }
    const growth = (await memoryOf(session)) - before
    const searches: number[] = []
    for (let search = 0; search < SEARCHES; search += 1) {
      const key = keyOf(Math.floor(Math.random() * KEYS))
      searches.push(await paint(page, { search: key.slice(5, 13) }))
    }
    const figures = { growth, turns: summaryOf(turns), searches: summaryOf(searches) }
    process.stderr.write(`A million keys on ${engine}: ${JSON.stringify(figures)}\n`)
    expect(growth).toBeLessThan(MOST_GROWTH_BYTES)
    expect(figures.turns.median).toBeLessThan(MOST_PAINT_MS)
    expect(figures.searches.median).toBeLessThan(MOST_PAINT_MS)
  },
  3_600_000,
)

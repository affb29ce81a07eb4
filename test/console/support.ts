import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@latchkey/management'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { type DemoService, startDemoService } from '../../packages/electron/src/development/demo-service.ts'
import { startEmbeddedPostgres } from '../../packages/service/src/testing/embedded-postgres.ts'
import { ensureBrowser } from '../../tools/set-up/browser.js'
import { rootDir } from '../../tools/set-up/places.js'
import { signInByLink } from './sign-in-by-link.ts'

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

export interface Look {
  readonly theme?: 'light' | 'dark'
  /** A BCP 47 tag. English by default. */
  readonly locale?: string
  readonly width?: number
  readonly height?: number
}

export interface ConsoleUnderTest {
  readonly service: DemoService
  /** The URL of the database, which others may open if it is in a file. */
  readonly database: string
  /** Without the link: `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** The link that signs the owner in, once. `open` uses it at its first call. */
  readonly link: string
  /** A page that is signed in, at an address such as `/people`. Its end checks for errors in it. */
  open(path?: string, look?: Look & { readonly role?: Role }): Promise<Page>
  /** A new person, `NAME@latchkey.example`. Returns the link of the invitation. */
  invite(role: Role, name: string): Promise<string>
  /** A page that is not signed in, at a whole URL. */
  openUrl(url: string, look?: Look): Promise<Page>
  close(): Promise<void>
}

/** For an element, on a busy machine. */
const WAIT_MS = 15_000

export const IS_LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'

/** Of pages that are inspected in both themes. A telephone in German cuts off most. */
export const PAGE_LOOKS = [
  { locale: 'de-DE', width: 360 },
  ...(IS_LONG ? [{ locale: 'en-GB', width: 1280 }] : []),
]

export type Engine = 'sqlite' | 'postgres'
/** The project `console-postgres` of `npm run test:long` has all jobs done on PostgreSQL, too. */
const ENGINE: Engine = process.env['LATCHKEY_CONSOLE_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/** The real service with its demo project, and a headless browser. */
export async function startConsole({ inFile = false } = {}): Promise<ConsoleUnderTest> {
  const database = ENGINE === 'postgres' ? await startPostgres() : startSqlite(inFile)
  const [service, browser] = await Promise.all([
    startDemoService({ database: database.url }),
    chromium.launch({ executablePath: ensureBrowser() }),
  ])
  const link = service.consoleUrl ?? ''
  const { origin } = new URL(link)
  const states = new Map<Role, Promise<State>>()

  async function openUrl(url: string, look: Look = {}, state?: State): Promise<Page> {
    const context = await browser.newContext({ ...contextOf(look), ...(state && { storageState: state }) })
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    const errors = watchErrors(page)
    onTestFinished(async () => {
      await context.close()
      expect(errors).toEqual([])
    })
    await page.goto(url)
    return page
  }

  async function signIn(url: string): Promise<State> {
    const context = await browser.newContext()
    const page = await context.newPage()
    await signInByLink(page, url)
    const state = await context.storageState()
    await context.close()
    return state
  }

  /** Once for each role: the owner by the link of the service, the others by an invitation. */
  function stateOf(role: Role): Promise<State> {
    const known = states.get(role)
    if (known !== undefined) return known
    const state = role === 'owner' ? signIn(link) : invite(role, role).then(signIn)
    states.set(role, state)
    return state
  }

  async function invite(role: Role, name: string): Promise<string> {
    const context = await browser.newContext({ storageState: await stateOf('owner') })
    const page = await context.newPage()
    await page.goto(origin)
    const answer = await page.evaluate(
      async (person) => {
        const proof = localStorage.getItem('latchkey-proof') ?? ''
        const headers = { 'content-type': 'application/json', 'x-console-proof': proof }
        return (
          await fetch('/console/people', { method: 'POST', headers, body: JSON.stringify(person) })
        ).json()
      },
      { email: `${name}@latchkey.example`, role },
    )
    await context.close()
    return answer.link
  }

  return {
    service,
    database: database.url,
    origin,
    link,
    async open(path = '/', { role = 'owner', ...look } = {}) {
      const page = await openUrl(`${origin}/#${path}`, look, await stateOf(role))
      await page.getByRole('navigation').first().waitFor()
      return page
    },
    invite,
    openUrl,
    async close() {
      await Promise.all([browser.close(), service.close()])
      await database.close()
    },
  }
}

function startSqlite(inFile: boolean) {
  if (!inFile) return { url: 'sqlite::memory:', close: async () => {} }
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-console-'))
  return { url: `sqlite:${join(dir, 'test.sqlite')}`, close: async () => rmSync(dir, { recursive: true }) }
}

/** A database server of its own, which goes with the test. */
async function startPostgres() {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-console-'))
  const server = await startEmbeddedPostgres(dir, { settings: { fsync: 'off' } })
  return {
    url: server.url,
    async close() {
      await server.stop()
      rmSync(dir, { recursive: true })
    },
  }
}

const contextOf = ({
  theme = 'light',
  locale = 'en-GB',
  width = 1280,
  height = 800,
}: Look): BrowserContextOptions => ({
  colorScheme: theme,
  locale,
  timezoneId: 'Europe/Berlin',
  viewport: { width, height },
  reducedMotion: 'reduce',
  permissions: ['clipboard-read', 'clipboard-write'],
})

/** Exceptions of the page, and what its content security policy has blocked. */
function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    // A refusal is no error of the page, although browsers log it.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) errors.push(message.text())
  })
  return errors
}

let axeSource: Promise<string> | undefined

/** What axe finds, as sentences: expect it to be empty. */
export async function axeFindings(page: Page): Promise<string[]> {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Not a script of the page, whose policy would block it.
  await page.evaluate(await axeSource)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(
      // Base UI's guards pass the focus on at once, so nobody is ever on these hidden elements.
      { exclude: [['[data-base-ui-focus-guard]']] },
      { resultTypes: ['violations'] },
    ),
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** The accessible name of the focused element, or its text. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    return (
      element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? ''
    )
  })

/** Moves the focus by Tab to an element with this name. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    const here = await focused(page)
    if (typeof name === 'string' ? here === name : name.test(here)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${name}`)
}

/** Pixels by which the page is wider than the window. Below 0: it has a scroll bar. */
export const widthOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The text of the file that a click downloads. */
export async function savedBy(page: Page, click: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return readFile(await download.path(), 'utf8')
}

const picturesDir = join(rootDir, 'artifacts', 'console')

/** Saves a picture in `artifacts/console`, if LATCHKEY_PICTURES is set. */
export async function picture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (process.env['LATCHKEY_PICTURES'] !== '1') return
  mkdirSync(picturesDir, { recursive: true })
  await page.screenshot({ path: join(picturesDir, `${name}.png`), fullPage })
}

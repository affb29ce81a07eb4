import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@latchkey/management'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, type TestContext } from 'vitest'
import {
  type DemoService,
  startDemoService,
} from '../../packages/electron-tools/src/development/demo-service.ts'
import { type ConsoleBrowser, openBrowser } from '../../packages/service/src/testing/console-browser.ts'
import { startEmbeddedPostgres } from '../../packages/service/src/testing/embedded-postgres.ts'
import { rootDir } from '../../tools/set-up/places.js'
import { ensureBrowser } from '../../tools/set-up/test-tools.js'
import { describePage } from '../support/shown-pages.ts'
import { type DemoUnderTest, startDemo } from '../support/start-service.ts'

export interface Look {
  readonly theme?: 'light' | 'dark'
  /** A BCP 47 tag. English by default. */
  readonly locale?: string
  readonly width?: number
  readonly height?: number
}

export interface Opening extends Look {
  /** The role of the signed-in person. Default: owner. */
  readonly role?: Role
  /**
   * A new browser context, for a test that needs an empty cache, or changes what a reload does not
   * reset.
   */
  readonly isNew?: boolean
}

export interface ConsoleUnderTest {
  readonly service: DemoService
  /** The URL of the database, which tests may open. */
  readonly database: string
  /** The address of the console: `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** The link that signs the owner in, once. The first call of `open` or `invite` uses it. */
  readonly link: string
  /** A page that is signed in, at an address such as `/people`. Its end checks for errors in it. */
  open(path?: string, opening?: Opening): Promise<Page>
  /** Sets the password of the owner, unless there is one. Returns it. */
  ownerPassword(): Promise<string>
  /** A new person, `NAME@latchkey.example`. Returns the link of the invitation. */
  invite(role: Role, name: string): Promise<string>
  /** A page that is not signed in, at a whole URL. */
  openUrl(url: string, look?: Look): Promise<Page>
}

interface OpenedPage {
  readonly page: Page
  readonly locale: string
  readonly errors: string[]
}

export const OWNER_PASSWORD = 'a long summer by the sea'

/** How long to wait for an element on a busy machine. */
const WAIT_MS = 15_000

export const IS_LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'

/**
 * The looks of pages that are inspected in both themes. On a telephone, German texts are cut off
 * most often.
 */
export const PAGE_LOOKS = [
  { locale: 'de-DE', width: 360 },
  ...(IS_LONG ? [{ locale: 'en-GB', width: 1280 }] : []),
]

export type Engine = 'sqlite' | 'postgres'
/** The project `console-postgres` of `npm run test:long` has all jobs done on PostgreSQL, too. */
const ENGINE: Engine = process.env['LATCHKEY_CONSOLE_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/**
 * Pages of tests that have passed, in all files of a process. Opening an address in one of them
 * takes an eighth of the processor time of a new context.
 */
const idle: OpenedPage[] = []

function takeIdle({ locale }: { readonly locale: string }): OpenedPage | undefined {
  const index = idle.findLastIndex((opened) => opened.locale === locale)
  return index < 0 ? undefined : idle.splice(index, 1)[0]
}

let browser: Promise<Browser> | undefined
/** The browser of all test files of a process. Playwright ends it with the process. */
function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: ensureBrowser() })
  return browser
}

/**
 * Starts the real service with its demo project, and a headless browser. To be called at the top of
 * a test file. Both end with the tests of the file.
 */
export async function startConsole(): Promise<ConsoleUnderTest> {
  const service = ENGINE === 'postgres' ? await startOnPostgres() : await startDemo()
  const link = service.consoleUrl ?? ''
  const { origin } = new URL(link)
  const sessions = new Map<Role, Promise<ConsoleBrowser>>()
  afterAll(() => service.close())

  async function open(path = '/', opening: Opening = {}): Promise<Page> {
    const { role = 'owner', isNew = false, ...look } = opening
    const options = contextOf(look)
    const opened =
      (isNew ? undefined : takeIdle(options)) ?? (await openContext(await sharedBrowser(), options))
    const { page, errors } = opened
    onTestFinished(async ({ task }) => {
      await reportPage(page, task)
      const isReusable = !isNew && task.result?.state === 'pass' && page.url().startsWith(origin)
      if (isReusable) await page.unrouteAll({ behavior: 'ignoreErrors' })
      else await page.context().close()
      expect(errors.splice(0)).toEqual([])
      if (isReusable) idle.push(opened)
    })
    await page.emulateMedia({ colorScheme: options.colorScheme })
    await page.setViewportSize(options.viewport)
    await page.mouse.move(0, 0)
    await signPageIn(page, `${origin}/#${path}`, await sessionOf(role), look.locale)
    // The service of the earlier test may have ended, so the errors until now do not count.
    errors.splice(0)
    // A reload keeps the process of the page, and a navigation may not.
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    return page
  }

  /** Signs in once for each role: the owner by the link of the service, others by an invitation. */
  function sessionOf(role: Role): Promise<ConsoleBrowser> {
    const known = sessions.get(role)
    if (known !== undefined) return known
    const session = signIn(role === 'owner' ? link : invite(role, role))
    sessions.set(role, session)
    return session
  }

  async function signIn(signInLink: string | Promise<string>): Promise<ConsoleBrowser> {
    const session = openBrowser({ consoleUrl: origin })
    const { status } = await session.signInByLink(tokenOf(await signInLink))
    if (status !== 200) throw new Error(`The sign-in was refused with ${status}.`)
    return session
  }

  async function ownerPassword(): Promise<string> {
    const owner = await sessionOf('owner')
    const { has_password } = (await owner.ask('getSession')).body.person
    if (!has_password) await owner.ask('setPassword', { body: { password: OWNER_PASSWORD } })
    return OWNER_PASSWORD
  }

  async function invite(role: Role, name: string): Promise<string> {
    const password = await ownerPassword()
    const owner = await sessionOf('owner')
    const person = { email: `${name}@latchkey.example`, role, password }
    return (await owner.ask('invitePerson', { body: person })).body.link
  }

  return {
    service,
    database: service.database,
    origin,
    link,
    open,
    ownerPassword,
    invite,
    openUrl,
  }
}

/** Prints what the page of a failed test shows. */
async function reportPage(page: Page, { result }: TestContext['task']): Promise<void> {
  if (result?.state === 'fail') process.stderr.write(`${await describePage(page)}\n\n`)
}

/** A page in a browser context of its own, at a whole URL. Its end checks for errors in it. */
export async function openUrl(url: string, look: Look = {}): Promise<Page> {
  const { page, errors } = await openContext(await sharedBrowser(), contextOf(look))
  onTestFinished(async ({ task }) => {
    await reportPage(page, task)
    await page.context().close()
    expect(errors).toEqual([])
  })
  await page.goto(url)
  return page
}

/** The token of a one-time link, which is in its fragment. */
const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1)

async function openContext(browser: Browser, options: ReturnType<typeof contextOf>): Promise<OpenedPage> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  return { page, locale: options.locale, errors: watchErrors(page) }
}

/**
 * Prepares a page so that a reload opens an address, with the storage of a person who has signed in
 * and chosen a language. Only the cache of files is left of earlier tests.
 */
async function signPageIn(
  page: Page,
  address: string,
  session: ConsoleBrowser,
  locale: string | undefined,
): Promise<void> {
  const { origin } = new URL(address)
  const [name = '', value = ''] = session.cookie()?.split('=') ?? []
  const entries = {
    'latchkey-proof': session.proof() ?? '',
    ...(locale !== undefined && { 'latchkey-language': locale.slice(0, 2) }),
  }
  await page.context().clearCookies()
  await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }])
  // The storage needs a document of the origin. Playwright's option for this would open a page.
  if (!page.url().startsWith(`${origin}/`)) await page.goto(`${origin}/none`)
  await page.evaluate(
    ([stored, next]) => {
      localStorage.clear()
      sessionStorage.clear()
      for (const [key, text] of Object.entries(stored)) localStorage.setItem(key, text)
      history.replaceState(null, '', next)
    },
    [entries, address] as const,
  )
}

/** Starts the demo on a database server of its own, which ends with the test. */
async function startOnPostgres(): Promise<DemoUnderTest> {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-console-'))
  const server = await startEmbeddedPostgres(dir, { settings: { fsync: 'off' } })
  // Vitest calls no afterAll in a file whose tests are all skipped, for example with its option -t.
  const kill = (): unknown => server.process.kill('SIGKILL')
  process.once('exit', kill)
  const service = await startDemoService({ database: server.url })
  return {
    ...service,
    database: server.url,
    async close() {
      await service.close()
      await server.stop()
      process.off('exit', kill)
      rmSync(dir, { recursive: true })
    },
  }
}

const contextOf = ({ theme = 'light', locale = 'en-GB', width = 1280, height = 800 }: Look) => ({
  colorScheme: theme,
  locale,
  timezoneId: 'Europe/Berlin',
  viewport: { width, height },
  reducedMotion: 'reduce' as const,
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
  // The script is evaluated and not added to the page, whose policy would block it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(
      // Base UI's hidden guards pass the focus on at once, so no user reaches them.
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

/** Presses a button or a link by Tab and Enter. */
export async function enter(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Opens the menu of a button and takes an item, by the keyboard. */
export async function enterItem(page: Page, menu: string | RegExp, item: string | RegExp): Promise<void> {
  await enter(page, menu)
  await page.getByRole('menu').waitFor()
  const isFocused = (text: string) => (typeof item === 'string' ? text === item : item.test(text))
  for (let steps = 0; !isFocused(await focused(page)); steps += 1) {
    if (steps > 10) throw new Error(`The menu has no ${item}`)
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

/** Replaces the text of a field, by the keyboard. */
export async function typeInto(page: Page, field: string | RegExp, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Pixels by which the page is wider than the window. Below 0: it has a scroll bar. */
export const widthOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The text of the file that a click downloads. */
export async function savedBy(page: Page, click: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return readFile(await download.path(), 'utf8')
}

/** What axe finds in both themes, and whether the page is too wide: expect it to be empty. */
export async function lookFindings(page: Page, name: string, options?: PictureOptions): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    found.push(...(await axeFindings(page)).map((finding) => `${name}, ${theme}: ${finding}`))
    await picture(page, `${name}-${theme}`, options)
  }
  const overflow = await widthOverflow(page)
  return overflow > 0 ? [...found, `${name}: ${overflow} px too wide`] : found
}

/**
 * Expects no findings in both themes, also on the smallest telephone, with text of twice the size. The
 * page must not be wider than the window.
 */
export async function inspectAll(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  expect(await lookFindings(page, name, { fullPage: true })).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  const enlarge = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size)
  for (const size of IS_LONG ? ['100%', '200%'] : ['200%']) {
    await enlarge(size)
    expect(await lookFindings(page, `${name}-${size.slice(0, 3)}`, { fullPage: true })).toEqual([])
  }
  await enlarge('')
  await page.setViewportSize({ width, height: 800 })
}

const picturesDir = join(rootDir, 'artifacts', 'console')

interface PictureOptions {
  readonly fullPage?: boolean
}

/** Saves a picture in `artifacts/console`, if LATCHKEY_PICTURES is set. */
export async function picture(
  page: Page,
  name: string,
  { fullPage = false }: PictureOptions = {},
): Promise<void> {
  if (process.env['LATCHKEY_PICTURES'] !== '1') return
  mkdirSync(picturesDir, { recursive: true })
  await page.screenshot({ path: join(picturesDir, `${name}.png`), fullPage })
}

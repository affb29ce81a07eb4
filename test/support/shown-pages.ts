import type { Page } from 'playwright-core'
import type { AppUnderTest } from './launch-app.ts'

/** Apps that tests have opened, with what their windows showed when they were closed. */
const apps = new Map<AppUnderTest['electron'], string>()

/** What a page shows, for the report of a test that has failed. */
export async function describePage(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch((error: Error) => error.message)
  return `${page.url()} shows:\n${text}`
}

const describeApp = async (electron: AppUnderTest['electron']): Promise<string> =>
  (await Promise.all(electron.windows().map(describePage))).join('\n\n')

/** Remembers the app until it is closed and a test has ended. */
export function watchApp({ electron, window, close }: AppUnderTest): AppUnderTest {
  apps.set(electron, '')
  return {
    electron,
    window,
    async close() {
      apps.set(electron, `When the app was closed:\n${await describeApp(electron)}`)
      await close()
    },
  }
}

/** Call it after each test: it prints what all windows show if the test has failed. */
export async function reportApps(hasFailed: boolean): Promise<void> {
  for (const [electron, closed] of apps) {
    if (hasFailed) process.stderr.write(`${closed || (await describeApp(electron))}\n\n`)
    if (closed !== '') apps.delete(electron)
  }
}

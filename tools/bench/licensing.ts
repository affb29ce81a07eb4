/**
 * An app with windows of its own, with and without `createLicensing`: electron-vite's React
 * quick-start. Launch and stored license are as in window.ts.
 */
import { join } from 'node:path'
import type { Bench, Pair } from './harness.ts'
import { buildQuickStart, QUICK_START } from './quick-start.ts'
import { compare, launchMs } from './window.ts'

async function* withStoredLicense(): AsyncGenerator<Pair> {
  await buildQuickStart()
  yield* compare({
    measure: launchMs(async (page) => {
      if (!page.url().startsWith('file:')) throw new Error(`The window shows ${page.url()}.`)
      await page.getByRole('textbox').waitFor()
    }),
    appDir: join(QUICK_START, 'licensed'),
    baselineDir: QUICK_START,
    isLicensed: true,
  })
}

export const rows: readonly Bench[] = [
  {
    name: 'daily launch of an app with createLicensing',
    baseline: 'the same quick-start without Latchkey',
    goal: '<= 1.15',
    unit: 'ms',
    run: withStoredLicense,
  },
]

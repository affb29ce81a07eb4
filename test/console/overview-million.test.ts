import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { APP, openBench } from '../../tools/bench/service/databases.ts'
import { keyOf } from '../../tools/bench/service/keys.ts'
import { openMillion, summaryOf } from './million-support.ts'
import { addHistory } from './overview-support.ts'
import { IS_LONG } from './support.ts'

const HOURS_A_YEAR = 365 * 24
const KEYS_IN_USE = 8
const RUNS = 15
const MOST_PAINT_MS = 300
const PLOTS = 5

/**
 * Adds a year of events. A database that is used again may have one already, which is no problem.
 */
async function addYear(url: string): Promise<void> {
  const storage = await openBench(url)
  const keys = Array.from({ length: KEYS_IN_USE }, (_, n) => keyOf(10 * n + 4))
  await addHistory(storage, APP.appName, keys, HOURS_A_YEAR)
  await storage.close()
}

/** Milliseconds from a press of the link until all plots are painted. */
async function paint(page: Page): Promise<number> {
  // Opens another page first, so that nothing of an earlier run is shown.
  await page.goto(`${new URL(page.url()).origin}/#/projects/project/keys`)
  await page.reload()
  await page.locator('[data-index]').first().waitFor()
  return page.evaluate(async (plots) => {
    const frame = () => new Promise(requestAnimationFrame)
    const start = performance.now()
    document.querySelector<HTMLElement>('nav a[href$="/overview"]')?.click()
    while (document.querySelectorAll('[role="slider"] canvas').length < plots) await frame()
    // The plots are painted when the next frame begins.
    await frame()
    return performance.now() - start
  }, PLOTS)
}

test.runIf(IS_LONG).each(['sqlite', 'postgres'] as const)(
  'paints the overview of a million keys and a year of hours soon: %s',
  async (engine) => {
    const page = await openMillion(engine, addYear)
    const answers: number[] = []
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/overview')) answers.push(request.timing().responseEnd)
    })
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) times.push(await paint(page))
    const figures = {
      painted: summaryOf(times),
      answered: summaryOf(answers),
      first: Math.round(times[0] ?? 0),
    }
    process.stderr.write(`The overview of a million keys on ${engine}: ${JSON.stringify(figures)}\n`)
    expect(answers).toHaveLength(RUNS)
    expect(figures.painted.median).toBeLessThan(MOST_PAINT_MS)
  },
  3_600_000,
)

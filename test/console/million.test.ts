import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keyOf } from '../../tools/bench/service/keys.ts'
import { KEYS } from '../../tools/bench/service/mixed-databases.ts'
import { openMillion, summaryOf } from './million-support.ts'
import { IS_LONG } from './support.ts'

const [FIRST_TURN, LAST_TURN] = [200, 2_000]
const SEARCHES = 100
const MOST_GROWTH_BYTES = 10 * 1024 * 1024
const MOST_PAINT_MS = 200

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
    // The row is painted when the next frame begins.
    await frame()
    return performance.now() - start
  }, act)

test.runIf(IS_LONG).each(['sqlite', 'postgres'] as const)(
  'paints pages and searches of a million keys soon, without growing: %s',
  async (engine) => {
    const page = await openMillion(engine)
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

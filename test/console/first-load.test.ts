import { expect, test } from 'vitest'
import { startConsole } from './support.ts'

/** The limit for script, compressed as the service sends it. */
const MOST_BYTES = 180_000

const console = await startConsole()

test('the keys open with at most 180 kB of compressed script, each file named by its content', async () => {
  const page = await console.open('/', { isNew: true })
  await page.getByRole('heading', { name: 'Keys' }).waitFor()
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name, encodedBodySize })),
  )
  const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  process.stderr.write(`First load: ${Math.round(bytes / 1000)} kB of compressed script\n`)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  // The sizes were measured: the scripts were not in a cache.
  expect(bytes).toBeGreaterThan(50_000)
  for (const { name } of scripts) expect(name).toMatch(/\/assets\/[\w-]+-[\w-]{8}\.js$/)
  const [document, script] = await Promise.all([
    page.request.get(console.origin),
    page.request.get(scripts[0]?.name ?? ''),
  ])
  expect(document.headers()['cache-control']).toBe('no-cache')
  expect(script.headers()['cache-control']).toContain('immutable')
})

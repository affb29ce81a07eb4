/**
 * Runs the measurements and prints a table on standard error; --json also writes them to a file.
 * Usage: npm run bench -- [--json FILE] [NAME ...]
 *   NAME: a topic's file name, or the start of a row's name
 * Exits with code 1 if a measurement failed, but not if a goal was missed: a busy machine can cause
 * that.
 */
import { readdir, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { table } from '../../packages/electron-tools/src/development/table.ts'
import { type Bench, evaluate, type Result } from './harness.ts'

const { values: options, positionals: names } = parseArgs({
  options: { json: { type: 'string' } },
  allowPositionals: true,
})

const NO_TOPICS = new Set(['index.ts', 'first-paint.ts', 'harness.ts', 'quick-start.ts', 'slow-link.ts'])

async function findRows(): Promise<Bench[]> {
  const files = (await readdir(import.meta.dirname)).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !NO_TOPICS.has(file),
  )
  const topics = await Promise.all(
    files.sort().map(async (file) => {
      const topic = (await import(`./${file}`)) as { rows: readonly Bench[] }
      return topic.rows.filter((row) => isWanted(basename(file, '.ts'), row))
    }),
  )
  return topics.flat()
}

const isWanted = (topic: string, row: Bench): boolean =>
  names.length === 0 || names.some((name) => name === topic || row.name.startsWith(name))

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

/** Two decimal places; two significant digits below 0.1. */
const ratioFigure = (value: number): string => (value < 0.1 ? value.toPrecision(2) : value.toFixed(2))

const rows = await findRows()
if (rows.length === 0) console.error('There is no measurement with this name.')
const results: Result[] = []
let failed = rows.length === 0

for (const row of rows) {
  console.error(`Measuring: ${row.name} ...`)
  try {
    results.push(await evaluate(row))
  } catch (error) {
    failed = true
    console.error(error)
  }
}

console.error(
  `\n${table(
    ['what', 'ratio', 'min-max', 'runs', 'goal', '', 'median', 'baseline', 'against'],
    results.map(({ bench, ratio, lowest, highest, runs, isMet, medians }) => [
      bench.name,
      ratioFigure(ratio),
      `${ratioFigure(lowest)}-${ratioFigure(highest)}`,
      String(runs),
      bench.goal,
      bench.goal === 'reported' ? '' : isMet ? 'met' : 'MISSED',
      `${figure(medians.measured)} ${bench.unit}`,
      `${figure(medians.baseline)} ${bench.unit}`,
      bench.baseline,
    ]),
  )}`,
)

if (options.json !== undefined) {
  const report = results.map(({ bench: { name, goal, baseline }, ratio, runs }) => {
    return { name, ratio, goal, baseline, runs }
  })
  await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`)
}
process.exitCode = failed ? 1 : 0

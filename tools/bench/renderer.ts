/**
 * The size of the gate's scripts and styles, plain and with gzip. Baseline: React alone.
 * Sizes do not vary, so every run yields the same figures.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { buildWhenStale } from '../build.js'
import { rootDir } from '../set-up/places.js'
import type { Bench, Pair } from './harness.ts'

const RUNS = 3
const rendererDir = join(rootDir, 'out', 'renderer')

type Measure = (file: Buffer) => number
const asWritten: Measure = (file) => file.length
const gzipped: Measure = (file) => gzipSync(file).length

async function* sizes(measure: Measure): AsyncGenerator<Pair> {
  await buildWhenStale()
  const gate = await readGate()
  const react = [await buildReactAlone()]
  const total = (files: readonly Buffer[]) => files.reduce((sum, file) => sum + measure(file), 0) / 1000
  for (let run = 0; run < RUNS; run++) yield { measured: total(gate), baseline: total(react) }
}

async function readGate(): Promise<Buffer[]> {
  const gateDir = join(rendererDir, 'gate')
  const files = (await readdir(gateDir)).filter((file) => /\.(js|css)$/.test(file))
  if (files.length === 0) throw new Error('The gate page loads nothing.')
  return Promise.all(files.map((file) => readFile(join(gateDir, file))))
}

/** Builds a minimal page with React. */
async function buildReactAlone(): Promise<Buffer> {
  const entry = '\0react-alone'
  const { output } = (await build({
    configFile: false,
    root: rootDir,
    logLevel: 'warn',
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === 'react-alone' ? entry : undefined),
        load: (id) =>
          id === entry
            ? `import { createElement } from 'react'
               import { createRoot } from 'react-dom/client'
               createRoot(document.body).render(createElement('p'))`
            : undefined,
      },
    ],
    build: { write: false, rollupOptions: { input: 'react-alone' } },
  })) as { output: readonly { readonly type: string; readonly code?: string }[] }
  const code = output.map(({ code = '' }) => code).join('')
  if (code === '') throw new Error('React alone could not be built.')
  return Buffer.from(code)
}

const row = (name: string, measure: Measure): Bench => ({
  name,
  baseline: 'React alone',
  goal: '<= 1.50',
  unit: 'kB',
  run: () => sizes(measure),
})

export const rows: readonly Bench[] = [
  row('scripts and styles of the gate', asWritten),
  row('scripts and styles of the gate, gzip', gzipped),
]

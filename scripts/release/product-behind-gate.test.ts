import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { judgeOpenModules, OPEN_MODULES_FILE, productBehindGate } from './product-behind-gate.ts'

const PAGES = ['gate', 'product', 'waiting']
const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    PAGES.map((page) => [`${page}/index.html`, `<script type="module" src="./${page}.ts"></script>`]),
  ),
  'gate/gate.ts': "import { shared } from '../shared.ts'\nconsole.log('gate', shared)",
  'waiting/waiting.ts': "import { shared } from '../shared.ts'\nconsole.log('waiting', shared)",
  'product/product.ts': "import { chart } from './chart.ts'\nconsole.log(chart)",
  'product/chart.ts': "import { shared } from '../shared.ts'\nexport const chart = [shared, 'chart']",
  'product/chart.css': 'p { color: red }',
  'product/chart.svg': '<svg xmlns="http://www.w3.org/2000/svg" />',
  'shared.ts': "export const shared = ['shared']",
}

async function buildPages(
  changed: Readonly<Record<string, string>>,
  output: Rolldown.OutputOptions = {},
): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'latchkey-pages-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ ...FILES, ...changed })) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [productBehindGate()],
    build: {
      write: false,
      assetsInlineLimit: 0,
      rollupOptions: { input: PAGES.map((page) => join(root, `${page}/index.html`)), output },
    },
  })) as Rolldown.RolldownOutput
  const list = result.output.find(({ fileName }) => fileName === OPEN_MODULES_FILE)
  return list?.type === 'asset' ? (JSON.parse(String(list.source)) as string[]) : []
}

test('names the modules that are served while locked, and no other', async () => {
  expect(await buildPages({})).toEqual([
    'gate/gate.ts',
    'gate/index.html',
    'shared.ts',
    'waiting/index.html',
    'waiting/waiting.ts',
  ])
})

test.each([
  ['a module', { 'gate/gate.ts': "import { chart } from '../product/chart.ts'\nconsole.log(chart)" }],
  ['a module that it does not use', { 'gate/gate.ts': "import '../product/chart.ts'" }],
  ['a module that it loads later', { 'gate/gate.ts': "void import('../product/chart.ts')" }],
  [
    'a module of another folder, which',
    { 'shared.ts': "export { chart as shared } from './product/chart.ts'" },
  ],
  ['a style sheet', { 'gate/gate.ts': "import '../product/chart.css'" }],
  ['a picture', { 'gate/gate.ts': "import chart from '../product/chart.svg'\nconsole.log(chart)" }],
  ['from the page that waits', { 'waiting/waiting.ts': "import '../product/chart.ts'" }],
])('fails when the gate imports the product: %s', async (_what, changed) => {
  const [importer = ''] = Object.keys(changed)
  await expect(buildPages(changed)).rejects.toThrow(
    `src/renderer/${importer} imports src/renderer/product/chart.`,
  )
})

test('fails when a chunk of the gate is told to hold a module of the product', async () => {
  const groups = [{ name: 'all', test: /(shared|chart)\.ts$/ }]
  await expect(buildPages({}, { codeSplitting: { groups } })).rejects.toThrow(
    /assets\/all-[\w-]+\.js holds src\/renderer\/product\/chart\.ts/,
  )
})

test('a package says what it serves while locked, and is refused for a module of the product', () => {
  const path = `out/renderer/${OPEN_MODULES_FILE}`
  const judge = (modules: readonly string[]) =>
    judgeOpenModules([{ path, content: Buffer.from(JSON.stringify(modules)) }])
  expect(judge(['gate/gate.ts', 'productive.ts'])).toEqual([])
  expect(judge(['gate/gate.ts', 'product/chart.ts'])).toEqual([
    expect.stringContaining('src/renderer/product/chart.ts is served while the app is locked.'),
  ])
  expect(judgeOpenModules([])).toEqual([expect.stringContaining(`${path} is missing`)])
})

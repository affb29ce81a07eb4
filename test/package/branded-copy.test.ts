import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodePath, rootDir } from '../../tools/set-up/places.js'
import { toolsEnv } from '../../tools/set-up/run.js'
import { copyRepository, type RepositoryCopy } from '../support/copy-repository.ts'
import { activate, licensePanel } from '../support/drive-app.ts'
import { launchApp } from '../support/launch-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'
import { runRelease } from './build-package.ts'

const isLong = process.env['LATCHKEY_LONG_TESTS'] === '1'

/**
 * A plain React app in a style of its own, which shares nothing with the sample, with a file that it
 * loads later.
 */
const PRODUCT: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html>
<html lang="en">
<head><meta charset="utf-8" /></head>
<body><div id="root"></div><script type="module" src="./product.jsx"></script></body>
</html>
`,
  'product.jsx': `import '@latchkey/react/styles.css';
import './harbour.css';
import { startPage } from '@latchkey/react';
import { brand } from '../gate/brand.ts';
import { Harbour } from './components/Harbour.jsx';

await startPage(<Harbour />, brand);
`,
  'components/Harbour.jsx': `import { LicensePanel } from "@latchkey/react";
import { useEffect, useState } from "react";
import chart from "./chart.svg";

export function Harbour() {
    const [tide, setTide] = useState();
    const [forecast, setForecast] = useState();
    useEffect(() => { window.product.tideAt("Dover").then(setTide) }, []);
    useEffect(() => { import("./forecast.js").then((module) => setForecast(module.forecast)) }, []);
    return <main>
        <h1>Tide at Dover: {tide} m</h1>
        <p>{forecast}</p>
        <img src={chart} alt="A chart" />
        <img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='30' height='9'/>" alt="A boat" />
        <LicensePanel />
    </main>
}
`,
  'components/forecast.js': `export const forecast = "Calm";
`,
  'components/chart.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>\n',
  'harbour.ttf': 'a font\n',
  'harbour.css': `@font-face { font-family: Harbour; src: url(./harbour.ttf) }
body { font: italic 30px/2 Harbour, cursive; letter-spacing: 3px; text-align: center; color: navy }
h2, p, dt, dd, button { margin: 2rem; font: 40px cursive; text-transform: uppercase }
main { width: 3000px }
`,
}

/** Another brand for the gate. */
const BRAND = `import type { Brand } from '@latchkey/react'
import mark from '../../../resources/icon-small.svg'
import './brand.css'

export const brand: Brand = { mark, messages: { en: { gate: { lead: 'Ask the harbour master.' } } } }
`

/** Tests in Node that read the app's name, ID, license, icons or sources. */
const READS_IDENTITY = /app\.json|package\.json|LICENSE|resources\/|rootDir, '?src|rootDir, document/
/** This test runs programs, which takes long and does not depend on the identity. */
const RUNS_PROGRAMS = /documented-commands/

const SLOW = { timeout: 300_000 }

let service: ServiceUnderTest
let copy: RepositoryCopy

const run = (command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { cwd: copy.dir, env: environment(), maxBuffer: 1 << 26 })

/**
 * Without the variables of this test, so that the copy runs its short tests: this test has long
 * ones of its own.
 */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(toolsEnv()).filter(([name]) => !name.startsWith('LATCHKEY_')))

/** Writes the two files of the guide's section about a call, as they are printed there. */
async function addCallOfGuide(): Promise<string[]> {
  const guide = await readFile(join(rootDir, 'docs/guides/make-it-yours.md'), 'utf8')
  const files = [...guide.matchAll(/^```ts\n\/\/ (src\/\S+)\n([\s\S]*?)^```$/gm)]
  for (const [, path = '', text = ''] of files) await writeFile(join(copy.dir, path), text)
  return files.map(([, path = '']) => path)
}

beforeAll(async () => {
  service = await startService()
  copy = await copyRepository()
  const productDir = join(copy.dir, 'src/renderer/product')
  await rm(productDir, { recursive: true })
  for (const [path, text] of Object.entries(PRODUCT)) {
    await mkdir(dirname(join(productDir, path)), { recursive: true })
    await writeFile(join(productDir, path), text)
  }
  await writeFile(join(copy.dir, 'src/renderer/gate/brand.ts'), BRAND)
  const appPath = join(copy.dir, 'app.json')
  const app = JSON.parse(await readFile(appPath, 'utf8'))
  await writeFile(appPath, JSON.stringify({ ...app, productMay: ['data-urls', 'notifications'] }))
  const identity = ['--name', 'Harbour Pilot', '--id', 'org.harbour.pilot', '--accent', '#0a7ea4']
  const owner = ['--author', 'Ada', '--holder', 'Harbour Ltd', '--support', 'help@harbour.example']
  const address = ['--sync-url', 'https://license.harbour.example/']
  const init = await runRelease(copy.dir, ['init', '--yes', ...identity, ...owner, ...address])
  expect(init.exitCode, init.output).toBe(0)
}, 120_000)
afterAll(async () => {
  await service?.close()
  await copy?.remove()
})

test('a call of its own touches two files outside of the product, those that the guide prints', async () => {
  expect(await addCallOfGuide()).toEqual(['src/ipc/product-calls.ts', 'src/main/product-handlers.ts'])
})

test('lint, format, types and the build are green', SLOW, async () => {
  // These are the files that a developer changes, by hand or with init.
  await run('biome', 'ci', 'src', 'app.json', 'package.json', 'electron-builder.config.ts')
  await run('tsc')
  await run('electron-vite', 'build', '--logLevel', 'warn')
})

test('no file of the gate has a part of the product', async () => {
  const rendererDir = join(copy.dir, 'out/renderer')
  for (const file of await readdir(join(rendererDir, 'gate'))) {
    const text = await readFile(join(rendererDir, 'gate', file), 'utf8')
    expect(text, file).not.toMatch(/Tide at|Calm|letter-spacing: ?3px|width="20" height="10"/)
  }
})

test('the product runs in its brand, and its style does not change the license panel', async () => {
  const app = await launchApp({ appDir: copy.dir, env: service.appEnv })
  const { window: page } = app
  try {
    await page.getByText('Ask the harbour master.').waitFor()
    const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--accent')
    expect(await page.evaluate(accent)).toBe('#0a7ea4')
    expect(await page.title()).toBe('Harbour Pilot')
    const markWidth = () => page.evaluate(() => document.images[0]?.naturalWidth)
    await expect.poll(markWidth).toBeGreaterThan(0)
    const productDir = join(copy.dir, 'out/renderer/product')
    const own = (await readdir(productDir)).map((file) => `product/${file}`)
    expect(own.length).toBeGreaterThanOrEqual(5)
    for (const path of own) {
      for (const page of ['gate', 'product']) {
        const status = await app.electron.evaluate(
          async ({ session }, address) =>
            (await session.fromPartition('persist:latchkey').fetch(address)).status,
          `app://${page}/${path}`,
        )
        expect(status, `${page}/${path} while locked`).toBe(403)
      }
    }
    await activate(app, service.keys.valid)
    await app.window.getByRole('heading', { name: 'Tide at Dover: 2.5 m' }).waitFor()
    await app.window.getByText('Calm').waitFor()
    const widthOf = (name: string): Promise<number> =>
      app.window.getByAltText(name).evaluate((image) => (image as HTMLImageElement).naturalWidth)
    await expect.poll(() => widthOf('A chart')).toBe(20)
    await expect.poll(() => widthOf('A boat')).toBe(30)
    const permissions = await app.window.evaluate(async () =>
      Promise.all(
        (['notifications', 'geolocation'] as const).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      ),
    )
    expect(permissions).toEqual(['granted', 'denied'])
    const panel = licensePanel(app)
    const looks = await panel.evaluate((section) => {
      const family = getComputedStyle(document.documentElement).getPropertyValue('--font')
      const elements = [section, ...section.querySelectorAll('h2, p, dt, dd, button')]
      const styles = elements.map((element) => getComputedStyle(element))
      const plain = (text: string): string => text.replaceAll(/["' ]/g, '')
      return {
        families: [...new Set(styles.map((style) => plain(style.fontFamily)))].map(
          (used) => used === plain(family),
        ),
        largest: Math.max(...styles.map((style) => Number.parseFloat(style.fontSize))),
        others: [...new Set(styles.flatMap((style) => [style.letterSpacing, style.textTransform]))],
        isNarrow: section.getBoundingClientRect().width < 500,
      }
    })
    expect(looks).toEqual({ families: [true], largest: 18, others: ['normal', 'none'], isNarrow: true })
  } finally {
    await app.close()
  }
})

test('the tests that read the identity are green', SLOW, async () => {
  const paths = globSync('{test/{node,packages},packages/electron{,-tools}/src,tools}/**/*.test.ts', {
    cwd: rootDir,
  }).filter((path) => !RUNS_PROGRAMS.test(path))
  const reading = paths.filter((path) => READS_IDENTITY.test(readFileSync(join(rootDir, path), 'utf8')))
  expect(reading.length).toBeGreaterThan(4)
  await run('vitest', 'run', '--project', 'node', ...reading)
})

test.runIf(isLong)(
  'all of its own tests are green, and it can be packaged',
  { timeout: 3_600_000 },
  async () => {
    await run(nodePath, 'tools/test.js')
    for (const [index, secret] of ['one', 'two', 'three'].entries()) {
      const name = `LATCHKEY_SECRET_${index + 1}`
      const path = join(copy.dir, '.env')
      const env = await readFile(path, 'utf8')
      await writeFile(path, env.replace(`${name}=\n`, `${name}=${secret.repeat(8)}\n`))
    }
    for (const args of [
      ['package', '--targets', 'dir'],
      ['check', '--runtime', 'development'],
      ['init', '--yes'],
    ]) {
      const { exitCode, output } = await runRelease(copy.dir, args)
      expect(exitCode, output).toBe(0)
    }
  },
)

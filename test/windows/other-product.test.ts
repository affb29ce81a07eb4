import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { toolsEnv } from '../../tools/set-up/run.js'
import { copyRepository, type RepositoryCopy } from '../support/copy-repository.ts'
import { launchApp } from '../support/launch-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

/** Another product: without React, with a style, a picture and a file that it loads later. */
const FILES: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Harbour</title><link rel="stylesheet" href="./harbour.css" /></head>
  <body>
    <main><h1>Harbour</h1><p id="tide"></p><img id="chart" alt="A chart" /></main>
    <script type="module" src="./harbour.ts"></script>
  </body>
</html>
`,
  'harbour.css': 'h1 { color: rgb(1, 2, 3); }\n',
  'harbour.ts': `import type { LatchkeyBridge } from '@latchkey/electron/ipc'
import chart from './chart.svg'

declare const latchkey: LatchkeyBridge
const view = await latchkey.license.view()
const { tide } = await import('./tide.ts')
document.querySelector<HTMLImageElement>('#chart')?.setAttribute('src', chart)
document.querySelector('#tide')?.append(tide(view.kind))
`,
  'tide.ts': `export const tide = (license: string): string => \`High water, \${license}\`
`,
  'chart.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0h20v10z" /></svg>
`,
}

/** Another brand around the gate. */
const BRAND_FILES: Readonly<Record<string, string>> = {
  'brand.css': ':root { --accent: rgb(10, 126, 164); }\n',
  'brand.ts': `import type { Brand } from '@latchkey/react'
import mark from '../../../resources/icon-small.svg'
import './brand.css'

export const brand: Brand = { mark, messages: { en: { gate: { lead: 'Ask the harbour master.' } } } }
`,
}

let service: ServiceUnderTest
let copy: RepositoryCopy

const run = (command: string, ...args: string[]) =>
  promisify(execFile)(join(copy.dir, 'node_modules/.bin', command), args, {
    cwd: copy.dir,
    env: toolsEnv(),
    shell: process.platform === 'win32',
  })

beforeAll(async () => {
  service = await startService()
  copy = await copyRepository()
  const productDir = join(copy.dir, 'src/renderer/product')
  await rm(productDir, { recursive: true })
  await mkdir(productDir)
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(productDir, name), text)
  const gateDir = join(copy.dir, 'src/renderer/gate')
  for (const [name, text] of Object.entries(BRAND_FILES)) await writeFile(join(gateDir, name), text)
  await run('electron-vite', 'build', '--logLevel', 'warn')
})
afterAll(async () => {
  await service?.close()
  await copy?.remove()
})

test('another product and brand type-check and run, with no other file changed', async () => {
  await run('tsc')
  const rendererDir = join(copy.dir, 'out/renderer')
  const own = (await readdir(join(rendererDir, 'product'))).map((file) => `product/${file}`)
  expect(own.length).toBeGreaterThanOrEqual(5)
  for (const file of await readdir(join(rendererDir, 'gate'))) {
    const text = await readFile(join(rendererDir, 'gate', file), 'utf8')
    expect(text, file).not.toMatch(/High water|rgb\(1, ?2, ?3\)|#010203|M0 0h20v10z/)
  }

  const app = await launchApp({ appDir: copy.dir, env: service.appEnv })
  try {
    const { window } = app
    await window.getByRole('textbox', { name: 'License key' }).waitFor()
    await window.getByText('Ask the harbour master.').waitFor()
    const gate = await window.evaluate(() => ({
      accent: getComputedStyle(document.documentElement).getPropertyValue('--accent'),
      title: document.title,
    }))
    expect(gate).toEqual({ accent: '#0a7ea4', title: manifest.productName })
    const widthOf = (image: Locator) => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)
    await expect.poll(() => widthOf(window.locator('img').first())).toBeGreaterThan(0)
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
    await window.getByRole('textbox', { name: 'License key' }).fill(service.keys.valid)
    await window.getByRole('button', { name: 'Activate' }).click()
    await window.getByText('High water, licensed').waitFor()
    const heading = window.getByRole('heading', { name: 'Harbour' })
    expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)')
    await expect.poll(() => widthOf(window.getByAltText('A chart'))).toBe(20)
  } finally {
    await app.close()
  }
})

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstLine, killGroup, startGroup } from '../../packages/electron-tools/src/development/processes.ts'
import { buildPackages, updateVendorDir } from '../../tools/packages/build.ts'
import { modulesDir, nodePath, rootDir } from '../../tools/set-up/places.js'
import { listen } from '../support/listen.ts'

const isLong = process.env['LATCHKEY_LONG_TESTS'] === '1'
const SLOW = { timeout: 300_000 }

const INIT_OPTIONS = [
  ...['--yes', '--id', 'org.harbour.pilot', '--accent', '#0a7ea4'],
  ...['--support', 'help@harbour.example', '--sync-url', 'https://license.harbour.example/'],
  ...['--public-keys', 'none'],
]
const SECRETS = Object.fromEntries(
  [1, 2, 3].map((number) => [`LATCHKEY_SECRET_${number}`, `${number}-a-secret-of-the-harbour`]),
)

/** A product that shares nothing with the sample: no React, no components, no calls. */
const PRODUCT: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Harbour</title></head>
  <body><h1>Harbour</h1><script type="module" src="./harbour.ts"></script></body>
</html>
`,
  'harbour.ts': `document.querySelector('h1')?.append(', at last')
`,
}
const NO_CALLS: Readonly<Record<string, string>> = {
  'src/ipc/product-calls.ts': 'export const productCalls = {}\n',
  'src/main/product-handlers.ts': 'export const createProductHandlers = () => ({})\n',
}
const ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><circle r="512" /></svg>\n'

/** A React app with its own font, images, call and test. */
const REACT_PRODUCT: Readonly<Record<string, string>> = {
  'src/ipc/product-calls.ts': `import { type GroupBridge, productCall, type } from '@latchkey/electron/ipc'
import { Type } from 'typebox'

export const productCalls = {
  tideAt: productCall({ parameters: [Type.String()], result: type<number>(), needsLicense: true }),
}

declare global {
  interface Window {
    readonly product: GroupBridge<typeof productCalls>
  }
}
`,
  'src/main/product-handlers.ts': `export const createProductHandlers = () => ({
  tideAt: (place: string): number => place.length,
})
`,
  'src/renderer/product/index.html': `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /></head>
  <body><div id="root"></div><script type="module" src="./product.tsx"></script></body>
</html>
`,
  'src/renderer/product/product.tsx': `import '@latchkey/react/styles.css'
import './harbour.css'
import { LicensePanel, startPage } from '@latchkey/react'
import { useEffect, useState } from 'react'
import { brand } from '../gate/brand.ts'
import chart from './chart.svg'

function Harbour() {
  const [tide, setTide] = useState<number>()
  useEffect(() => void window.product.tideAt('Dover').then(setTide), [])
  return (
    <main>
      <h1>Tide at Dover: {tide}</h1>
      <img src={chart} alt="A chart" />
      <LicensePanel />
    </main>
  )
}

await startPage(<Harbour />, brand)
`,
  'src/renderer/product/chart.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0h20v10z" /></svg>\n',
  'src/renderer/product/harbour.woff2': 'a font\n',
  'src/renderer/product/harbour.css': `@font-face { font-family: Harbour; src: url('./harbour.woff2') }
body { font-family: Harbour, cursive }
`,
  'src/renderer/product/product.test.ts': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDemo } from '@latchkey/electron-tools/testing'

test('the product shows the chart and the tide', async () => {
  const demo = await startDemo()
  const { window, close } = await demo.open()
  try {
    await window.getByRole('textbox', { name: 'License key' }).fill(demo.key('valid'))
    await window.getByRole('button', { name: 'Activate' }).click()
    await window.getByRole('heading', { name: 'Tide at Dover: 5' }).waitFor()
    await window.getByRole('region', { name: 'License' }).waitFor()
    const isShown = (element: Element) => (element as HTMLImageElement).naturalWidth === 20
    assert(await window.getByAltText('A chart').evaluate(isShown))
  } finally {
    await close()
    await demo.close()
  }
})
`,
}

/** Some of the files that a developer edits. */
const OWN_FILES = [
  'src/renderer/gate/brand.css',
  'src/main/index.ts',
  'electron.vite.config.ts',
  'tsconfig.json',
]

let workDir: string
let appDir: string

/**
 * The environment of a developer's terminal, without a display and without the Node of this
 * repository.
 */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(LATCHKEY_|npm_)/.test(name))),
  DISPLAY: '',
  WAYLAND_DISPLAY: '',
}

/** Runs a command of the app. Never rejects for an exit code. */
async function run(command: string, args: readonly string[], cwd = appDir, env: NodeJS.ProcessEnv = {}) {
  const options = {
    cwd,
    env: { ...ENVIRONMENT, ...env },
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32',
  }
  const { code, stdout, stderr } = await promisify(execFile)(command, args, options).then(
    (streams) => ({ code: 0, ...streams }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code, output: `${stdout}${stderr}` }
}

async function succeed(command: string, ...args: string[]): Promise<string> {
  const { code, output } = await run(command, args)
  expect(code, `${command} ${args.join(' ')}\n${output}`).toBe(0)
  return output
}

async function write(files: Readonly<Record<string, string>>, dir = appDir): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
}

/**
 * What `npm install` makes, which takes 18 s of processor time: our packages from their tarballs, the
 * others from this repository. Each of our packages has only those that it names. In short runs
 * examples.test.ts installs our packages with npm.
 */
async function linkPackages(): Promise<void> {
  const readManifest = async (dir: string) => JSON.parse(await readFile(join(dir, 'package.json'), 'utf8'))
  const link = async (target: string, path: string): Promise<void> => {
    await mkdir(dirname(path), { recursive: true })
    await symlink(target, path)
  }
  const { devDependencies } = await readManifest(appDir)
  const ownModules = join(appDir, 'node_modules')
  for (const [name, spec] of Object.entries<string>(devDependencies)) {
    const dir = join(ownModules, name)
    if (spec.startsWith('file:')) {
      await mkdir(dir, { recursive: true })
      await succeed('tar', '-xzf', spec.slice('file:'.length), '--strip-components=1', '-C', dir)
      const { dependencies = {}, peerDependencies = {} } = await readManifest(dir)
      for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) {
        const isOwn = needed.startsWith('@latchkey/')
        await link(join(isOwn ? ownModules : modulesDir, needed), join(dir, 'node_modules', needed))
      }
    } else await link(join(modulesDir, name), dir)
    const { bin = {} } = await readManifest(dir)
    for (const [command, file] of Object.entries<string>(typeof bin === 'string' ? { [name]: bin } : bin)) {
      await chmod(join(dir, file), 0o755)
      await link(join(dir, file), join(ownModules, '.bin', command))
    }
  }
}

beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'latchkey-new-'))
  appDir = join(workDir, 'harbour-pilot')
  const made = await run('npm', ['run', 'new', '--', appDir, ...INIT_OPTIONS], rootDir, SECRETS)
  expect(made.code, made.output).toBe(0)
  expect(made.output).toMatch(/Building the packages \.\.\.\n.*\nThen: cd .* && npm install && npm start\n/s)
  expect(made.output).not.toContain('npm run package')
  if (!isLong && process.platform !== 'win32') return linkPackages()
  const installed = await succeed('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')
  expect(installed).not.toContain('EBADENGINE')
}, SLOW.timeout)
afterAll(() => rm(workDir, { recursive: true, force: true }))

test('a new app has the name of its folder, and refers only to guides that it has', async () => {
  const readJson = async (path: string) => JSON.parse(await readFile(join(appDir, path), 'utf8'))
  expect(await readJson('package.json')).toMatchObject({
    name: 'harbour-pilot',
    productName: 'Harbour Pilot',
  })
  expect(await readJson('app.json')).toMatchObject({ linkScheme: 'harbour-pilot' })
  const named = (
    await Promise.all(
      ['README.md', '.env', '.github/workflows/release.yml', 'src/renderer/product/README.md'].map((path) =>
        readFile(join(appDir, path), 'utf8'),
      ),
    )
  )
    .join('\n')
    // A guide may also be named without its folder, as in `.env`.
    .matchAll(/(?:\bguide |[\w@./-]*docs\/guides\/)([\w-]+\.md)/g)
  const guides = [...named].map(([text, name = '']) =>
    text.startsWith('guide ') ? join('node_modules/@latchkey/electron/docs/guides', name) : text,
  )
  expect(guides.length).toBeGreaterThan(4)
  expect(guides.filter((path) => !existsSync(join(appDir, path)))).toEqual([])
})

test('a new app has at most 1,000 lines, and no code of this repository', async () => {
  const own = (await readdir(appDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(appDir.length + 1))
    .filter((path) => !/^(node_modules|vendor)|^package-lock\.json$|\.(png|ico|icns)$/.test(path))
  expect(own.map((path) => path.split(/[\\/]/)[0])).not.toContain('packages')
  const texts = await Promise.all(own.map((path) => readFile(join(appDir, path), 'utf8')))
  const lines = texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
  expect(lines).toBeLessThanOrEqual(1_000)
  const naming = own.filter((path, index) => path !== '.env.local' && texts[index]?.includes(rootDir))
  expect(naming).toEqual([])
})

test('a new app with its own icons and product builds, passes its tests and starts', SLOW, async () => {
  await rm(join(appDir, 'src/renderer/product'), { recursive: true })
  await write(PRODUCT, join(appDir, 'src/renderer/product'))
  await write({ ...NO_CALLS, 'resources/icon.svg': ICON, 'resources/icon-small.svg': ICON })
  await succeed('npm', 'run', 'icons')
  await succeed('npm', 'test')
  expect(await readFile(join(appDir, 'out/main/index.cjs'), 'utf8')).not.toContain(rootDir)

  const started = await succeed('npm', 'start')
  expect(started.match(/^.* yes .*artifacts\/tour\/\d\d-[\w-]+\.png$/gm), started).toHaveLength(10)
  expect(await readdir(join(appDir, 'artifacts/tour'))).toHaveLength(10)

  const checked = await run('npm', ['run', 'release:check'])
  expect(checked.output).toContain('There is no package to check.')
  expect(checked.output).not.toContain('REFUSED')
})

test('npm run app opens the app with the settings in .env, until it is stopped', SLOW, async () => {
  const envPath = join(appDir, '.env')
  const before = await readFile(envPath, 'utf8')
  const { promise: requested, resolve } = Promise.withResolvers<string | undefined>()
  const service = createServer((request, response) => {
    resolve(request.url)
    response.writeHead(503).end()
  })
  const { port, close } = await listen(service)
  await writeFile(envPath, before.replace(/^(LATCHKEY_SYNC_URL=).*$/m, `$1http://127.0.0.1:${port}/`))
  const env = { ...process.env, LATCHKEY_USER_DATA_DIR: join(workDir, 'user-data') }
  const app = startGroup('npm', ['run', 'app'], { cwd: appDir, env, stdio: ['ignore', 'pipe', 'pipe'] })
  // The output closes only when the app has ended as well.
  const ended = once(app, 'close')
  for (const stream of [app.stdout, app.stderr]) stream?.resume()
  try {
    expect(await requested).toBe('/sync')
    // The command notices that npm, its parent, has exited.
    app.kill('SIGTERM')
    await ended
  } finally {
    killGroup(app)
    await writeFile(envPath, before)
    await close()
  }
})

test('npx starts the license service from its package, with the page of the console', SLOW, async () => {
  const words = ['serve', '--demo', '--port', '0', '--database', 'sqlite::memory:', '--log-level', 'warn']
  const service = startGroup('npx', ['@latchkey/service', ...words], {
    cwd: appDir,
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const { url, consoleUrl } = JSON.parse((await firstLine(service.stdout)) ?? '')
    expect((await fetch(`${url}/sync`)).status).toBe(200)
    const page = await (await fetch(consoleUrl)).text()
    expect(page).toContain('<div id="root">')
    const [, script = ''] = /<script .*?src="(.*?)"/.exec(page) ?? []
    expect((await fetch(new URL(script, consoleUrl))).status).toBe(200)
  } finally {
    killGroup(service)
  }
})

test.runIf(isLong)('a React app with a font, images and a call is tested and packaged', SLOW, async () => {
  await rm(join(appDir, 'src/renderer/product'), { recursive: true })
  await write(REACT_PRODUCT)
  await succeed('npm', 'test')
  await succeed('npm', 'run', 'package', '--', '--targets', 'dir')
  const checked = await succeed('npm', 'run', 'release:check', '--', '--runtime', 'development')
  expect(checked).toContain('passes.')
  for (const name of ['Harbour Pilot', 'Harbour Master']) {
    await succeed('npm', 'run', 'init', '--', '--yes', '--name', name)
    const manifest = JSON.parse(await readFile(join(appDir, 'package.json'), 'utf8'))
    expect(manifest.productName).toBe(name)
  }
  await succeed('npm', 'test')
})

test.runIf(isLong)('a later version of the packages needs no other change', SLOW, async () => {
  await appendFile(join(appDir, 'src/renderer/gate/brand.css'), '/* edited */\n')
  const sources = () => succeed('git', 'hash-object', ...OWN_FILES)
  const before = await sources()
  const later = buildPackages(join(workDir, 'later'), '0.2.0')
  const specs = Object.values(updateVendorDir(join(appDir, 'vendor'), later))
  const paths = specs.map((spec) => spec.replace('file:', './'))
  await succeed('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...paths)
  await succeed('npm', 'test')
  expect(await sources()).toBe(before)
  const manifest = JSON.parse(await readFile(join(appDir, 'package.json'), 'utf8'))
  const versions = Object.entries(manifest.devDependencies).filter(([name]) => name.startsWith('@latchkey/'))
  expect(versions.every(([, spec]) => String(spec).endsWith('-0.2.0.tgz'))).toBe(true)
  const installed = join(appDir, 'node_modules/@latchkey/electron/package.json')
  expect(JSON.parse(await readFile(installed, 'utf8')).version).toBe('0.2.0')
})
test.runIf(isLong)('the guide leads to a checked package', { timeout: 600_000 }, async () => {
  const followed = await run(nodePath, ['tools/new/follow-guide.ts'], rootDir)
  expect(followed.code, followed.output).toBe(0)
  expect(followed.output).toContain('linux-unpacked passes.')
  expect(followed.output).toMatch(/\d+ files touched, 2 of them outside src\/renderer\/product\//)
})

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createVendorClient, type VendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrBuildPackages } from '../../tools/packages/build.ts'
import { electronPath } from '../../tools/set-up/launcher.js'
import { rootDir } from '../../tools/set-up/places.js'
import { toolsEnv, tryRun } from '../../tools/set-up/run.js'
import { enterKey, GATE, type LicensedApp, outcomeOf, runLicensedApp } from '../support/run-licensed-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

/** An app of a public template, and its difference: `examples/PATCH/changes.patch`. */
interface Example {
  readonly name: string
  readonly patch: string
  /** Writes the template's files, without Latchkey, to the folder `app` in `workDir`. */
  readonly scaffold: (workDir: string) => Promise<void> | void
  /** What the test changes in the packages that the template installs. */
  readonly packages?: Readonly<Record<string, string>>
  readonly build?: readonly string[]
  /** Of the app's page, which is not the gate's. */
  readonly address: RegExp
  readonly isLong?: true
}

/** Tools that a build does not need, so that the test is shorter. */
const LEFT_OUT = /eslint|prettier|electron-builder/

/** electron-vite's templates have the same main process for every framework. */
const quickStart = (template: string): Example => ({
  name: `electron-vite ${template}`,
  patch: 'electron-vite',
  scaffold: (workDir) =>
    npm(workDir, [
      'exec',
      '--yes',
      '--',
      '@quick-start/create-electron@1.0.30',
      'app',
      '-t',
      template,
      '--skip',
    ]),
  build: ['electron-vite', 'build'],
  address: /renderer\/index\.html$/,
})

const EXAMPLES: readonly Example[] = [
  quickStart('vanilla-ts'),
  { ...quickStart('react-ts'), isLong: true },
  { ...quickStart('vue-ts'), isLong: true },
  {
    name: 'create-electron-vite vue',
    patch: 'create-electron-vite',
    // It asks for the framework; Enter takes the first. It ends its lines with CR LF.
    scaffold: (workDir) =>
      run(workDir, 'sh', [
        '-c',
        "printf '\\r' | npm exec --yes --prefer-offline -- create-electron-vite@0.7.1 app",
      ]),
    // Its own Electron 30 is too old.
    packages: { electron: '^33.2.1' },
    build: ['vite', 'build'],
    address: /dist\/index\.html$/,
    isLong: true,
  },
  {
    name: 'Electron Forge base',
    patch: 'forge-base',
    scaffold: scaffoldForgeBase,
    packages: { 'electron-squirrel-startup': '^1.0.1' },
    address: /src\/index\.html$/,
    isLong: true,
  },
]

/** Copies the files as Forge does: its own command would install and package at once. */
async function scaffoldForgeBase(workDir: string): Promise<void> {
  run(workDir, 'npm', ['pack', '--silent', '--prefer-offline', '@electron-forge/template-base@7.11.2'])
  run(workDir, 'tar', ['-xzf', 'electron-forge-template-base-7.11.2.tgz'])
  const from = join(workDir, 'package', 'tmpl')
  const appDir = join(workDir, 'app')
  await mkdir(join(appDir, 'src'), { recursive: true })
  for (const file of ['index.css', 'index.js', 'index.html', 'preload.js']) {
    await cp(join(from, file), join(appDir, 'src', file))
  }
  await cp(join(from, '_gitignore'), join(appDir, '.gitignore'))
  const manifest = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'))
  await writeFile(
    join(appDir, 'package.json'),
    JSON.stringify({ ...manifest, name: 'app', productName: 'app' }),
  )
}

const IS_LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const CHOSEN = EXAMPLES.filter(({ isLong }) => IS_LONG || !isLong)
const MAX_CHANGED_LINES = 10
const NEEDED = ['protocol', 'client', 'electron'] as const
const UNREACHABLE = { LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/' }

let service: ServiceUnderTest
let vendor: VendorClient
let dir: string
let tarballs: string[]
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-examples-'))
  tarballs = findOrBuildPackages(join(dir, 'packages'))
  service = await startService()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey })
})
afterAll(async () => {
  await service?.close()
  await rm(dir, { recursive: true, force: true })
})

function npm(cwd: string, args: readonly string[]): void {
  run(cwd, 'npm', [...args, '--prefer-offline', '--no-audit', '--no-fund'])
}

function run(cwd: string, command: string, args: readonly string[]): void {
  const { PATH = '' } = toolsEnv()
  const env = {
    ...toolsEnv(),
    PATH: `${join(cwd, 'node_modules', '.bin')}:${PATH}`,
    ELECTRON_EXEC_PATH: electronPath(),
    ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
  }
  const { ok, output } = tryRun(command, [...args], { cwd, env, limitMs: 300_000 })
  if (!ok) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
}

const changedLines = (patch: string): string[] =>
  patch.split('\n').filter((line) => /^[+-](?![+-]{2} ).*\S/.test(line))

/** The template with its changes, installed and built. Returns its folder. */
async function buildExample({ name, patch, scaffold, packages, build }: Example): Promise<string> {
  const workDir = join(dir, name)
  const appDir = join(workDir, 'app')
  await mkdir(workDir)
  await scaffold(workDir)
  run(appDir, 'git', ['apply', '--ignore-whitespace', join(rootDir, 'examples', patch, 'changes.patch')])
  const env = service.appEnv
  const settings = {
    syncUrl: env['LATCHKEY_SYNC_URL'],
    appName: env['LATCHKEY_APP_NAME'],
    executor: env['LATCHKEY_EXECUTOR'],
    secrets: [1, 2, 3].map((number) => env[`LATCHKEY_SECRET_${number}`]),
    userAgent: env['LATCHKEY_USER_AGENT'],
    publicKeys: env['LATCHKEY_PUBLIC_KEYS'],
  }
  await writeFile(join(appDir, 'latchkey.json'), JSON.stringify(settings))
  const manifestPath = join(appDir, 'package.json')
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8'))
  const tools = Object.entries(manifest.devDependencies ?? {}).filter(([tool]) => !LEFT_OUT.test(tool))
  const own = NEEDED.map((each) => {
    const tarball = tarballs.find((path) => basename(path).startsWith(`latchkey-${each}-`))
    return [`@latchkey/${each}`, `file:${tarball}`]
  })
  manifest.devDependencies = { ...Object.fromEntries([...tools, ...own]), ...packages }
  await writeFile(manifestPath, JSON.stringify(manifest, null, 2))
  npm(appDir, ['install', '--ignore-scripts'])
  const [command, ...args] = build ?? []
  if (command !== undefined) run(appDir, command, args)
  return appDir
}

test.each(CHOSEN)('$name is licensed by at most ten changed lines', { timeout: 300_000 }, async (example) => {
  const { name, address } = example
  const changes = await readFile(join(rootDir, 'examples', example.patch, 'changes.patch'), 'utf8')
  expect(changedLines(changes).length).toBeLessThanOrEqual(MAX_CHANGED_LINES)
  const appDir = await buildExample(example)
  const outcome = await vendor.users.create(service.project, {})
  const key = outcome.kind === 'ok' ? outcome.value.user_key : ''
  const launch = (use: (app: LicensedApp) => Promise<void>, env: Record<string, string> = {}) =>
    runLicensedApp({ appDir, args: [`--user-data-dir=${join(dir, name, 'data')}`], env }, use)

  await launch(async (app) => {
    const gate = await app.pageAt(GATE)
    await expect.poll(app.windows).toEqual(['gate'])
    await enterKey(gate, service.keys.expired)
    expect(await outcomeOf(gate)).toBe('KEY_EXPIRED')
    await enterKey(gate, key)
    await app.pageAt(address)
    await expect.poll(app.windows).toEqual(['app'])
  })
  await launch(async (app) => {
    await app.pageAt(address)
    await expect.poll(app.windows).toEqual(['app'])
  })
  await launch(async (app) => {
    await app.pageAt(address)
    await expect.poll(app.windows).toEqual(['app'])
  }, UNREACHABLE)
  await vendor.users.ban(service.project, { user_key: key, ban_reason: 'The card was stolen' })
  try {
    await launch(
      async (app) => {
        const gate = await app.pageAt(GATE)
        expect(await outcomeOf(gate)).toBe('KEY_BANNED')
        await expect.poll(app.windows).toEqual(['gate'])
      },
      // Otherwise the app's window is open until the answer arrives, and Playwright loses it.
      { LATCHKEY_CHECK_FIRST: 'yes' },
    )
  } finally {
    // The ban is also of this device, with every key.
    const users = await vendor.users.list(service.project, { user_key: key })
    const token = users.kind === 'ok' ? users.value.users[0]?.unban_token : undefined
    await vendor.users.unban(service.project, token ?? '')
  }
})

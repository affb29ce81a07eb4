import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient, type VendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { table } from '../../packages/electron-tools/src/development/table.ts'
import { findOrBuildPackages, nameIn } from '../../tools/packages/build.ts'
import { findElectron } from '../../tools/set-up/electron.js'
import { electronPath } from '../../tools/set-up/launcher.js'
import { rootDir } from '../../tools/set-up/places.js'
import { toolsEnv, tryRun } from '../../tools/set-up/run.js'
import {
  enterKey,
  GATE,
  type LicensedApp,
  outcomeOf,
  PANEL,
  runLicensedApp,
} from '../support/run-licensed-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

/** An app of a public template with the changes of `examples/PATCH/changes.patch`. */
interface Example extends Built {
  readonly patch: string
  /** The packaged app, if the build makes one. */
  readonly packaged?: string
  /** The address of the app's page, not the gate's. */
  readonly address: RegExp
  readonly isLong?: true
}

interface Built {
  readonly name: string
  readonly patch?: string
  /** Writes the template's files, without Latchkey, to the folder `app` in `workDir`. */
  readonly scaffold: (workDir: string) => Promise<void> | void
  /** Changes of the packages that the template installs. */
  readonly packages?: Readonly<Record<string, string>>
  readonly build: readonly string[]
  /** An app without a bundler needs its packages at run time. */
  readonly isUnbundled?: true
}

/** Tools that a build does not need. They are left out to shorten the test. */
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

const FORGE = '7.11.2'
/** Forge installs this package from GitHub. The same code is in the npm registry. */
const FORGE_OVERRIDES = { overrides: { '@electron/node-gyp': '10.2.0-electron.2' } }
/** The packages that Forge adds to every template, besides Electron. */
const FORGE_TOOLS = [
  'cli',
  'maker-squirrel',
  'maker-zip',
  'maker-deb',
  'maker-rpm',
  'plugin-auto-unpack-natives',
  'plugin-fuses',
].map((name) => [`@electron-forge/${name}`, FORGE] as const)

const forge = (template: string, address: RegExp): Example => ({
  name: `Electron Forge ${template}`,
  patch: `forge-${template}`,
  scaffold: (workDir) => scaffoldForge(workDir, template),
  packages: {
    ...Object.fromEntries(FORGE_TOOLS),
    '@electron/fuses': '^1.0.0',
    electron: findElectron()?.version ?? '',
  },
  build: ['electron-forge', 'package'],
  packaged: `out/app-${process.platform}-${process.arch}`,
  address,
  isLong: true,
})

const EXAMPLES: readonly Example[] = [
  quickStart('vanilla-ts'),
  { ...quickStart('react-ts'), isLong: true },
  { ...quickStart('vue-ts'), isLong: true },
  {
    name: 'create-electron-vite vue',
    patch: 'create-electron-vite',
    // The command asks for a framework, and Enter selects the first one. Its files have CR LF.
    scaffold: (workDir) =>
      run(workDir, 'sh', [
        '-c',
        "printf '\\r' | npm exec --yes --prefer-offline -- create-electron-vite@0.7.1 app",
      ]),
    // The template's own Electron 30 is too old.
    packages: { electron: '^33.2.1' },
    build: ['vite', 'build'],
    address: /dist\/index\.html$/,
    isLong: true,
  },
  { ...forge('base', /src\/index\.html$/), isUnbundled: true },
  forge('vite-typescript', /renderer\/main_window\/index\.html$/),
  forge('webpack-typescript', /renderer\/main_window\/index\.html$/),
]

/**
 * Writes a new app by the code of Forge. Its command would also install packages, some of them from
 * GitHub.
 */
async function scaffoldForge(workDir: string, template: string): Promise<void> {
  await writeFile(join(workDir, 'package.json'), JSON.stringify(FORGE_OVERRIDES))
  npm(workDir, ['install', '--ignore-scripts', `@electron-forge/template-${template}@${FORGE}`])
  const appDir = join(workDir, 'app')
  const { default: forgeTemplate } = createRequire(join(workDir, 'package.json'))(
    `@electron-forge/template-${template}`,
  )
  for (const { task } of await forgeTemplate.initializeTemplate(appDir, {})) await task()
  const manifestPath = join(appDir, 'package.json')
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8'))
  manifest.dependencies = { 'electron-squirrel-startup': '^1.0.1' }
  manifest.devDependencies = Object.fromEntries(
    forgeTemplate.devDependencies.map((spec: string) => [
      spec.slice(0, spec.lastIndexOf('@')),
      spec.slice(spec.lastIndexOf('@') + 1),
    ]),
  )
  await writeFile(manifestPath, JSON.stringify({ ...manifest, ...FORGE_OVERRIDES }))
  // Forge would download Electron, but it can also take it from a folder.
  const { distDir = '', version } = findElectron() ?? {}
  const zipDir = join(workDir, 'electron')
  await mkdir(zipDir)
  const zipPath = join(zipDir, `electron-v${version}-${process.platform}-${process.arch}.zip`)
  run(distDir, 'zip', ['-q', '-r', '-y', '-1', zipPath, '.'])
  for (const name of ['forge.config.js', 'forge.config.ts']) {
    const path = join(appDir, name)
    const config = await readFile(path, 'utf8').catch(() => undefined)
    const electronZipDir = `packagerConfig: { electronZipDir: ${JSON.stringify(zipDir)},`
    if (config) await writeFile(path, config.replace('packagerConfig: {', electronZipDir))
  }
}

const IS_LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
const CHOSEN = EXAMPLES.filter(({ isLong }) => IS_LONG || !isLong)
const MAX_CHANGED_LINES = 10
/** The packages that `npx @latchkey/electron-tools check` needs. */
const TOOLS = ['protocol', 'client', 'electron', 'electron-tools']
const UNREACHABLE = { LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/' }

/** The name of each example, its changed lines, the seconds, and the steps that succeeded. */
const rows: string[][] = []
let service: ServiceUnderTest
let vendor: VendorClient
let dir: string
let tarballs: string[]
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-examples-'))
  tarballs = findOrBuildPackages(join(dir, 'packages'))
  service = await startService()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey, projectId: service.project })
})
afterAll(async () => {
  process.stdout.write(`\n${table(['example', 'lines', 'seconds', 'result'], rows)}\n`)
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

/**
 * Installs and builds a template with its changes.
 * @returns its folder
 */
async function buildExample(example: Built): Promise<string> {
  const { name, patch, scaffold, packages, build, isUnbundled } = example
  const workDir = join(dir, name)
  const appDir = join(workDir, 'app')
  await mkdir(workDir)
  await scaffold(workDir)
  if (patch !== undefined) {
    run(appDir, 'git', ['apply', '--ignore-whitespace', join(rootDir, 'examples', patch, 'changes.patch')])
  }
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
  const own = (names: readonly string[]) =>
    names.map((each) => {
      const tarball = tarballs.find((path) => nameIn(path) === each)
      return [`@latchkey/${each}`, `file:${tarball}`]
    })
  const licensing = Object.fromEntries(own(['licensing']))
  manifest.dependencies = { ...manifest.dependencies, ...(isUnbundled && licensing) }
  manifest.devDependencies = {
    ...Object.fromEntries([...tools, ...own(TOOLS)]),
    ...(!isUnbundled && licensing),
    ...packages,
  }
  await writeFile(manifestPath, JSON.stringify(manifest, null, 2))
  npm(appDir, ['install', '--ignore-scripts'])
  const [command, ...args] = build
  if (command !== undefined) run(appDir, command, args)
  return appDir
}

/**
 * Waits until the app's page is the only window. Asks the main process: Forge's templates open the
 * developer tools, with which Playwright sometimes does not report the page.
 */
async function showsApp(app: LicensedApp, address: RegExp): Promise<void> {
  const addresses = () =>
    app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
    )
  await expect.poll(addresses, { timeout: 30_000 }).toEqual([expect.stringMatching(address)])
  await expect.poll(app.windows).toEqual(['app'])
}

/** The output of `npx @latchkey/electron-tools check` for a package. */
function checkPackage(appDir: string, folder: string): string[] {
  const { stdout } = tryRun('npx', ['@latchkey/electron-tools', 'check', folder], { cwd: appDir })
  return stdout.trim().split('\n')
}

test.each(CHOSEN)('$name is licensed by at most ten changed lines', { timeout: 600_000 }, async (example) => {
  const { name, address, packaged } = example
  const startedAt = performance.now()
  const changes = await readFile(join(rootDir, 'examples', example.patch, 'changes.patch'), 'utf8')
  const lines = changedLines(changes).length
  expect(lines).toBeLessThanOrEqual(MAX_CHANGED_LINES)
  const row = [name, String(lines), '', '']
  rows.push(row)
  const folder = await buildExample(example)
  const appDir = packaged === undefined ? folder : join(folder, packaged, 'resources', 'app.asar')
  const outcome = await vendor.createUser({ body: {} })
  const key = outcome.kind === 'ok' ? outcome.value.user_key : ''
  const launch = (use: (app: LicensedApp) => Promise<void>, env: Record<string, string> = {}) =>
    runLicensedApp({ appDir, args: [`--user-data-dir=${join(dir, name, 'data')}`], env }, use)
  const done = (result: string): void => {
    row[2] = ((performance.now() - startedAt) / 1000).toFixed(0)
    row[3] = `${row[3]} ${result}`.trim()
  }

  done('built')
  await launch(async (app) => {
    const gate = await app.pageAt(GATE)
    await expect.poll(app.windows).toEqual(['gate'])
    done('locked')
    await enterKey(gate, service.keys.expired)
    expect(await outcomeOf(gate)).toBe('KEY_EXPIRED')
    done('refused')
    await enterKey(gate, key)
    await showsApp(app, address)
    done('activated')
  })
  // In short runs only licensing.test.ts tests this, with an app of its own.
  if (IS_LONG) {
    await launch(async (app) => {
      await showsApp(app, address)
      done('restarted')
    })
    await launch(async (app) => {
      await showsApp(app, address)
      done('offline')
    }, UNREACHABLE)
    await vendor.blacklistUser({ body: { user_key: key, ban_reason: 'The card was stolen' } })
    try {
      await launch(
        async (app) => {
          const gate = await app.pageAt(GATE)
          expect(await outcomeOf(gate)).toBe('KEY_BANNED')
          await expect.poll(app.windows).toEqual(['gate'])
          done('lost')
        },
        // Without this setting, the app's window is open until the answer arrives, and Playwright
        // loses it.
        { LATCHKEY_CHECK_FIRST: 'yes' },
      )
    } finally {
      // The ban is valid for this device with every key, so it is lifted.
      const users = await vendor.getUsers({ query: { user_key: key } })
      const token = users.kind === 'ok' ? users.value.users[0]?.unban_token : undefined
      await vendor.unbanUser({ body: { unban_token: token ?? '' } })
    }
  }
  if (packaged === undefined) {
    // This app makes no package, so Electron itself is checked, with the fuses that it is delivered
    // with.
    const { distDir = '' } = findElectron() ?? {}
    expect(checkPackage(folder, distDir)).toContainEqual(expect.stringMatching('fuse RunAsNode must be off'))
  } else {
    // These lines are expected: the settings are those of the demo, and Forge's webpack template
    // packages the source map of its style sheet. There must be no other line.
    const lines = checkPackage(folder, packaged)
    expect(lines).toContainEqual(expect.stringMatching(/ holds settings of the demo project\.$/))
    const others = lines.filter(
      (line) => !/demo project|main_window\/index\.js contains a source map/.test(line),
    )
    expect(others).toEqual([`${packaged} must not be released.`])
  }
  done('checked')
})

const TRAY: Built = {
  name: 'tray',
  scaffold: (workDir) => cp(join(rootDir, 'examples', 'tray'), join(workDir, 'app'), { recursive: true }),
  build: [],
  isUnbundled: true,
}

test('the example in the tray opens nothing without a license, and its gate at once', async () => {
  const appDir = await buildExample(TRAY)
  const outcome = await vendor.createUser({ body: {} })
  const key = outcome.kind === 'ok' ? outcome.value.user_key : ''
  await runLicensedApp({ appDir, args: [`--user-data-dir=${join(dir, 'tray', 'data')}`] }, async (app) => {
    const choose = (label: string) =>
      app.electron.evaluate(({ Menu }, wanted) => {
        const items = Menu.getApplicationMenu()?.items[0]?.submenu?.items ?? []
        items.find((item) => item.label === wanted)?.click()
      }, label)
    const startAgain = () => app.electron.evaluate(({ app }) => void app.emit('second-instance'))
    const closeWindows = () =>
      app.electron.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows()) window.close()
      })
    const opensNothing = async () => {
      await choose('Show')
      await choose('New window')
      await startAgain()
      await expect.poll(app.windows).toEqual(['gate'])
    }

    const gate = await app.pageAt(GATE)
    await opensNothing()
    expect(
      await app.electron.evaluate(({ globalShortcut }) =>
        globalShortcut.isRegistered('CommandOrControl+Alt+T'),
      ),
    ).toBe(true)
    await enterKey(gate, key)
    await showsApp(app, /index\.html$/)
    await choose('New window')
    await expect.poll(app.windows).toEqual(['app', 'app'])
    await closeWindows()
    await expect.poll(app.windows).toEqual(['(app)'])
    await startAgain()
    await expect.poll(app.windows).toEqual(['app'])
    await closeWindows()

    await vendor.blacklistUser({ body: { user_key: key, ban_reason: 'The card was stolen' } })
    await choose('License…')
    await (await app.pageAt(PANEL)).evaluate(() => void window.latchkey.license.checkAgain())
    await (await app.pageAt(GATE)).getByText('The card was stolen').waitFor()
    await opensNothing()
    // The user may close the window of the gate, and gets it back.
    await closeWindows()
    await expect.poll(app.windows).toEqual([])
    await opensNothing()
  })
})

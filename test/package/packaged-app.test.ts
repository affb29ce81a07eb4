import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPackage, extractAll } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArchive } from '../../packages/electron-tools/src/cli/archive.ts'
import { TEMPLATE_NAME } from '../../packages/electron-tools/src/cli/brand.ts'
import { findingsOf, PACKAGE_CHECKS, PROJECT_CHECKS } from '../../packages/electron-tools/src/cli/checks.ts'
import { openProject } from '../../packages/electron-tools/src/cli/project.ts'
import { writeReleasePackage } from '../../packages/electron-tools/src/cli/release-package.ts'
import { hasSample } from '../../tools/sample-tests.js'
import { findElectron } from '../../tools/set-up/electron.js'
import { rootDir } from '../../tools/set-up/places.js'
import { ensureTestTools } from '../../tools/set-up/test-tools.js'
import { copyRepository, type RepositoryCopy } from '../support/copy-repository.ts'
import { runLatchkey } from '../support/run-latchkey.ts'
import { APP_NAME, type BuiltPackage, buildPackage, initialise, runRelease } from './build-package.ts'
import {
  MISTAKES_AT_ONCE,
  makeSourceMistakes,
  openWorkshop,
  SOURCE_MISTAKES,
  type Workshop,
} from './mistakes.ts'
import { type OwnService, startOwnService } from './own-service.ts'
import { openPackagedWindow, type PackagedWindow } from './packaged-window.ts'
import { startTrustedFront, type TrustedFront } from './trusted-front.ts'

const picturesDir = join(rootDir, 'artifacts', 'package')

// The test controls the window by X11, and puts trusted certificates where Linux stores them.
describe.runIf(process.platform === 'linux')('the packaged app', () => {
  let workDir: string
  let homeDir: string
  let copy: RepositoryCopy
  let front: TrustedFront
  let service: OwnService
  let built: BuiltPackage

  beforeAll(async () => {
    ensureTestTools(['xdotool', 'scrot', 'openssl', 'certutil'])
    workDir = await mkdtemp(join(tmpdir(), 'latchkey-package-'))
    homeDir = join(workDir, 'home')
    await mkdir(homeDir)
    copy = await copyRepository()
    front = await startTrustedFront(workDir, homeDir)
    const ours = { publicUrl: front.url, appName: 'harbour', userAgent: `${APP_NAME}/*` }
    service = await startOwnService(workDir, ours)
    front.passOnTo(service.url)
    const keys = await latchkey('releases', 'keys', '--dir', workDir, '--json')
    const { release_keys: releaseKeys } = JSON.parse(keys) as { release_keys: string }
    await initialise(copy.dir, front.url, { ...service, releaseKeys })
    built = await buildPackage(copy.dir)
  }, 240_000)
  afterAll(async () => {
    await service?.close()
    await front?.close()
    await copy?.remove()
    if (workDir) await rm(workDir, { recursive: true, force: true })
  })

  /** Runs the command line of the vendor. */
  const latchkey = (...line: readonly string[]): Promise<string> =>
    runLatchkey(line, {
      LATCHKEY_URL: service.url,
      LATCHKEY_API_KEY: service.apiKey,
      LATCHKEY_PROJECT: service.project,
      LATCHKEY_RELEASE_PASSPHRASE: 'the passphrase of a test',
    })

  test('is not built while anything of the demo or the template is in it', async () => {
    const fresh = await copyRepository()
    const manifestPath = join(fresh.dir, 'package.json')
    const manifest = JSON.parse(await readFile(manifestPath, 'utf8'))
    await writeFile(manifestPath, JSON.stringify({ ...manifest, productName: TEMPLATE_NAME }))
    try {
      const { exitCode, output } = await runRelease(fresh.dir, ['package', '--targets', 'dir'])
      expect(exitCode).toBe(1)
      expect(output).toContain('LATCHKEY_SYNC_URL is not set.')
      expect(output).toContain("The app's name is still the template's")
      expect(existsSync(join(fresh.dir, 'dist'))).toBe(false)
    } finally {
      await fresh.remove()
    }
  })

  test('passes release:check, which lets another Electron than the official one pass only when told', async () => {
    const development = await runRelease(copy.dir, ['check', '--runtime', 'development'])
    expect(development.output).toContain('passes.')
    expect(development.exitCode).toBe(0)
    for (const secret of service.secrets) expect(development.output).not.toContain(secret)
    const official = await problems(false)
    expect(official).toHaveLength(findElectron()?.kind === 'official' ? 0 : 1)
  })

  /** The checks except `checkSources`, which takes seconds: see "in the source" below. */
  const projectChecks = PROJECT_CHECKS.filter(([reads]) => reads !== '`src/`')

  /**
   * The problems of the package. By default, the Electron of these tests counts as the pinned one.
   */
  async function problems(isPinned = true): Promise<readonly string[]> {
    const electron = findElectron()
    const project = {
      ...(await openProject(copy.dir)),
      ...(isPinned && { pinnedElectron: electron?.version ?? '' }),
      electron: electron && { dir: electron.distDir, version: electron.version },
    }
    const ofPackage = await findingsOf(PACKAGE_CHECKS, {
      project,
      layout: built.layout,
      archive: readArchive(built.layout.archivePath),
      outputDir: join(copy.dir, 'dist'),
      allowsDevelopmentElectron: false,
    })
    return [...(await findingsOf(projectChecks, project)).problems, ...ofPackage.problems]
  }

  describe('release:check', () => {
    let workshop: Workshop
    beforeAll(async () => {
      const dir = join(workDir, 'workshop')
      await mkdir(dir)
      workshop = await openWorkshop(built.layout, dir, {
        secret: service.secrets[1] ?? '',
        apiKey: service.apiKey,
        buildDir: copy.dir,
      })
    })

    test('finds nothing in the package as it was built, and as it was packed again', async () => {
      expect(await problems()).toEqual([])
      workshop.change(async () => {})
      await workshop.repack()
      expect(await problems()).toEqual([])
      await workshop.putRight()
    })

    describe.each(MISTAKES_AT_ONCE.map((mistakes) => ({ mistakes })))('mistakes at once', ({ mistakes }) => {
      let found: string
      beforeAll(async () => {
        try {
          for (const { make } of mistakes) await make(workshop)
          await workshop.repack()
          found = (await problems()).join('\n')
          for (const secret of service.secrets) expect(found).not.toContain(secret)
        } finally {
          for (const { undo } of mistakes) await undo?.(workshop)
          await workshop.putRight()
        }
      })

      test.each(mistakes)('refuses $name', ({ reason }) => expect(found).toMatch(reason))
    })

    describe('in the source', () => {
      let output: string
      beforeAll(async () => {
        const putRight = await makeSourceMistakes(workshop)
        output = (await runRelease(copy.dir, ['check', '--runtime', 'development'])).output
        await putRight()
      })

      test.each(SOURCE_MISTAKES)('refuses $name', ({ reason }) => {
        expect(output).toMatch(reason)
        expect(output).toContain('must not be released.')
      })
    })

    test('repeats why the last build failed: the gate imported a file of the product', async () => {
      const gatePath = join(copy.dir, 'src/renderer/gate/gate.tsx')
      const gate = await readFile(gatePath, 'utf8')
      const chartPath = join(copy.dir, 'src/renderer/product/chart.ts')
      await writeFile(chartPath, 'export const chart = 1\n')
      await writeFile(gatePath, `import { chart } from '../product/chart.ts'\n${gate}\nvoid chart\n`)
      const elsewhere = ['--output', 'dist-of-mistake']
      try {
        const packed = await runRelease(copy.dir, ['package', '--targets', 'dir', ...elsewhere])
        expect(packed.exitCode).toBe(1)
        const check = await runRelease(copy.dir, ['check', '--runtime', 'development', 'dist-of-mistake'])
        expect(check.exitCode).toBe(1)
        expect(check.output).toContain(
          'REFUSED: src/renderer/gate/gate.tsx imports src/renderer/product/chart.ts, ' +
            'which would be served while the app is locked.',
        )
      } finally {
        await writeFile(gatePath, gate)
        await rm(chartPath)
      }
    })
  })

  async function withWindow(
    options: { args?: readonly string[]; env?: Record<string, string>; binaryPath?: string },
    use: (window: PackagedWindow) => Promise<void>,
  ): Promise<void> {
    const window = await openPackagedWindow({
      binaryPath: built.layout.binaryPath,
      title: APP_NAME,
      homeDir,
      ...options,
    })
    try {
      await use(window)
    } finally {
      await window.close()
    }
  }

  const executionsOf = async (key: string): Promise<number> => {
    const outcome = await service.vendor.getUsers({ query: { user_key: key } })
    return outcome.kind === 'ok' ? (outcome.value.users[0]?.total_executions ?? -1) : -1
  }

  test('is activated at the keyboard, sandboxed, takes no orders from its surroundings, and updates itself', async () => {
    const created = await service.vendor.createUser({ body: { note: 'From the package test' } })
    if (created.kind !== 'ok') throw new Error('The service made no key.')
    const key = created.value.user_key
    const trap = join(workDir, 'trap.cjs')
    const sprung = join(workDir, 'sprung')
    await writeFile(trap, `require('node:fs').writeFileSync(${JSON.stringify(sprung)}, '')`)
    const otherDataDir = join(workDir, 'other-data')
    const update = await publishUpdate()
    const surroundings = {
      env: {
        APPIMAGE: update.appImagePath,
        APPDIR: built.layout.appPath,
        ELECTRON_RUN_AS_NODE: '1',
        NODE_OPTIONS: `--require ${trap}`,
        LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/',
        LATCHKEY_APP_NAME: 'other',
        LATCHKEY_SECRET_1: 'other',
        LATCHKEY_USER_DATA_DIR: otherDataDir,
      },
      args: ['--inspect=127.0.0.1:39229', '--inspect-brk=127.0.0.1:39229', '--remote-debugging-port=39230'],
    }

    await withWindow(surroundings, async (window) => {
      await window.picture(join(picturesDir, 'gate.png'))
      const status = await sandboxOfRenderer(window.pid)
      expect(status).toMatch(/^Seccomp:\s*2$/m)
      expect(status).toMatch(/^NoNewPrivs:\s*1$/m)
      await window.enter(key)
      await expect.poll(() => executionsOf(key), { timeout: 20_000 }).toBe(1)
      // The license is stored only after the answer was verified.
      const licensePath = join(homeDir, '.config', APP_NAME, 'license.json')
      await expect
        .poll(() => readFile(licensePath, 'utf8').catch(() => ''), { timeout: 10_000 })
        .toContain('"proof"')
      if (hasSample) {
        await expect.poll(() => hasTypedIntoProduct(window), { timeout: 30_000, interval: 500 }).toBe(true)
      }
      await window.picture(join(picturesDir, 'product.png'))
      expect(await answers(39229)).toBe(false)
      expect(await answers(39230)).toBe(false)
      await expect.poll(hasDownload, { timeout: 60_000, interval: 500 }).toBe(true)
      await window.picture(join(picturesDir, 'update.png'))
    })
    expect(existsSync(sprung)).toBe(false)
    expect(existsSync(otherDataDir)).toBe(false)

    // The next start runs the newer version, and opens the product at once: one more execution.
    expect(await readFile(update.appImagePath, 'utf8')).toContain(update.next.appPath)
    const userAgent = `${APP_NAME}/${update.next.version}`
    expect(front.userAgents.join()).not.toContain(userAgent)
    await withWindow({ binaryPath: update.appImagePath }, async () => {
      await expect.poll(() => executionsOf(key), { timeout: 20_000 }).toBe(2)
      await expect.poll(() => front.userAgents, { timeout: 20_000 }).toContain(userAgent)
    })
  }, 180_000)

  /** Signs and publishes a newer version, as a vendor does. */
  async function publishUpdate() {
    const appImagePath = join(workDir, 'Harbour.AppImage')
    const next = await makeNextVersion(built, workDir)
    await writeFile(appImagePath, launcherOf(built.layout.appPath, built.manifest.name), { mode: 0o755 })
    const release = join(workDir, 'release')
    await mkdir(release)
    const installer = `harbour-${next.version}-linux-x64.AppImage`
    await writeFile(join(release, installer), launcherOf(next.appPath, built.manifest.name))
    const project = await openProject(copy.dir)
    const manifest = { ...project.manifest, version: next.version }
    await writeReleasePackage(release, { ...project, manifest }, Math.floor(Date.now() / 1000))
    const key = join(workDir, 'release-key.pem')
    await latchkey('releases', 'publish', release, '--channel', 'latest', '--key', key)
    return { appImagePath, next }
  }

  async function hasDownload(): Promise<boolean> {
    const pendingDir = join(homeDir, '.cache', `${built.manifest.name}-updater`, 'pending')
    return (await readdir(pendingDir).catch((): string[] => [])).includes('update-info.json')
  }

  /**
   * Types into the page in the middle of the sample product, then reads the product's storage,
   * where the sample saves the text. The gate has no storage, so only the product can have written
   * it.
   */
  async function hasTypedIntoProduct(window: PackagedWindow): Promise<boolean> {
    await window.typeAt(300, 300, 'written in the product ')
    const storageDir = join(homeDir, '.config', APP_NAME, 'Partitions/latchkey/Local Storage/leveldb')
    const names = await readdir(storageDir).catch((): string[] => [])
    const files = await Promise.all(names.map((name) => readFile(join(storageDir, name), 'latin1')))
    return files.some((file) => file.includes('written in the product'))
  }
})

/** Makes the app as a build of a later version. On Linux, only the archive contains the version. */
async function makeNextVersion(
  { layout, manifest }: BuiltPackage,
  workDir: string,
): Promise<{ version: string; appPath: string }> {
  const version = '9.0.0'
  const appPath = join(workDir, 'next')
  await cp(layout.appPath, appPath, { recursive: true })
  const filesDir = join(workDir, 'next-files')
  extractAll(layout.archivePath, filesDir)
  const manifestPath = join(filesDir, 'package.json')
  const text = await readFile(manifestPath, 'utf8')
  await writeFile(manifestPath, text.replace(`"${manifest.version}"`, `"${version}"`))
  await createPackage(filesDir, join(appPath, 'resources', 'app.asar'))
  return { version, appPath }
}

/**
 * A file in the place of an AppImage, which cannot be made without a download. It starts the app.
 */
const launcherOf = (appPath: string, name: string): string =>
  `#!/bin/sh\n[ "$APPIMAGE_EXIT_AFTER_INSTALL" = true ] && exit 0\nexec '${join(appPath, name)}' "$@"\n`

/** The sandbox of the process that renders the window, as the kernel reports it. */
async function sandboxOfRenderer(pid: number): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=,args='])
  const processes = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
  const family = new Set([pid])
  for (let grew = true; grew; ) {
    const before = family.size
    for (const found of processes) if (found && family.has(Number(found[2]))) family.add(Number(found[1]))
    grew = family.size > before
  }
  const renderer = processes.find(
    (found) => found && family.has(Number(found[1])) && /--type=renderer/.test(found[3] ?? ''),
  )
  if (!renderer) throw new Error('The app has no renderer.')
  return readFile(`/proc/${renderer[1]}/status`, 'utf8')
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

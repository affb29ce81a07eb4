import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import type {
  createFeedUpdater,
  FeedUpdaterParts,
} from '../../packages/electron/src/main/updates/feed-updater.ts'
import { writeFeeds } from '../../packages/electron-tools/src/cli/update-feed.ts'
import { electronPath } from '../../tools/set-up/launcher.js'
import { rootDir } from '../../tools/set-up/places.js'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { startUpdateFeed, type UpdateFeed } from '../support/update-feed.ts'

/** This is more than the limits, and harmless if a test has none. */
const ENDLESS_BYTES = 64 * 1024 ** 2
const NO_HASH = 'version: 9.0.0\nfiles: [{ url: x.AppImage, size: 1 }]'
const [, CACHE = ''] =
  /^updaterCacheDirName: (.*)$/m.exec(readFileSync(join(rootDir, 'dev-app-update.yml'), 'utf8')) ?? []

type Steps = { readonly found: unknown; readonly failure: string | undefined; readonly canInstall: boolean }

// For the updater, a script can stand for an AppImage. Installers of other systems cannot be
// replaced like this.
describe.runIf(process.platform === 'linux')('the updater in the built app', () => {
  let workDir: string
  let installedPath: string
  let ranPath: string
  let feed: UpdateFeed
  let elsewhere: UpdateFeed
  let app: AppUnderTest
  let chunkPath: string

  beforeAll(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'latchkey-updates-'))
    installedPath = join(workDir, 'installed.AppImage')
    ranPath = join(workDir, 'ran')
    await writeFile(installedPath, 'the version that runs')
    feed = await startUpdateFeed()
    elsewhere = await startUpdateFeed()
    const chunksDir = join(rootDir, 'out/main/chunks')
    const chunk = (await readdir(chunksDir)).find((name) => name.startsWith('feed-updater'))
    chunkPath = join(chunksDir, chunk ?? 'missing')
    app = await launchApp({
      env: { APPIMAGE: installedPath, APPDIR: dirname(electronPath()), XDG_CACHE_HOME: workDir },
    })
    // The chunk imports parts of the main process, which are loaded when the scripts of a page run.
    await app.window.locator('button:enabled').first().waitFor()
  })
  afterAll(async () => {
    await app?.close()
    await feed?.close()
    await elsewhere?.close()
    await rm(workDir, { recursive: true, force: true })
  })

  /** Puts a version into the feed, as a release does. */
  async function publish(version: string, { spoil = false, notes = '' } = {}): Promise<void> {
    const dir = await mkdtemp(join(workDir, 'release-'))
    const name = `latchkey-${version}-linux-x64.AppImage`
    const installer = `#!/bin/sh\necho "${version} $APPIMAGE_EXIT_AFTER_INSTALL" > '${ranPath}'\n`
    await writeFile(join(dir, name), installer)
    await writeFeeds(dir, { version, notes })
    feed.serve({
      'latest-linux.yml': await readFile(join(dir, 'latest-linux.yml')),
      [name]: spoil ? installer.replace('sh', 'SH') : installer,
    })
  }

  /** Checks for an update and downloads it, by the module in the build. */
  const update = (parts: Partial<Pick<FeedUpdaterParts, 'execPath'>> = {}): Promise<Steps> =>
    app.electron.evaluate(
      async (_electron, { chunkPath, feedUrl, parts }) => {
        const { createRequire } = process.getBuiltinModule('node:module')
        const built: { createFeedUpdater: typeof createFeedUpdater } = createRequire(chunkPath)(chunkPath)
        const updater = built.createFeedUpdater({
          feedUrl,
          isAllowed: (url) => url.startsWith(feedUrl),
          isPackaged: false,
          platform: process.platform,
          environment: process.env,
          execPath: process.execPath,
          ...parts,
        })
        const { canInstall } = updater
        let found: unknown
        try {
          found = await updater.check()
          if (found !== undefined && canInstall) {
            updater.setInstallsOnQuit(true)
            await updater.download(() => {})
          }
          return { found, failure: undefined, canInstall }
        } catch (error) {
          return { found, failure: String(error), canInstall }
        }
      },
      { chunkPath, feedUrl: feed.url, parts },
    )

  const pending = (): Promise<string[]> => readdir(join(workDir, CACHE, 'pending')).catch(() => [])

  test.each(['0.0.1', manifest.version])(
    'leaves a feed alone whose newest version is %s',
    async (version) => {
      await publish(version)
      expect(await update()).toEqual({ found: undefined, failure: undefined, canInstall: true })
    },
  )

  test('tells the feed nothing that singles out a user', async () => {
    await publish('0.0.1')
    await update()
    const { headers } = feed.asked.at(-1) ?? expect.fail('nobody asked')
    expect(headers['x-user-staging-id'] ?? '').toBe('')
    expect(headers.cookie).toBeUndefined()
  })

  test.each([
    ['a feed without a file', {}],
    ['a feed that is no YAML', { 'latest-linux.yml': '<!doctype html><title>Sign in' }],
    ['an installer without a hash', { 'latest-linux.yml': `${NO_HASH}\n`, 'x.AppImage': 'x' }],
    ['a version that is none', { 'latest-linux.yml': 'version: "; rm -rf"\nfiles: []\n' }],
  ])('fails at %s', async (_name, files) => {
    feed.serve(files)
    expect((await update()).failure).toBeDefined()
  })

  test('asks no address but those that are allowed, whatever the feed says', async () => {
    feed.serve({ 'latest-linux.yml': `${elsewhere.url}latest-linux.yml` })
    expect((await update()).failure).toContain('ERR_BLOCKED_BY_CLIENT')
    const hash = 'A'.repeat(88)
    feed.serve({
      'latest-linux.yml': `version: 9.0.0\nfiles: [{ url: "${elsewhere.url}x.AppImage", sha512: ${hash} }]\n`,
    })
    expect((await update()).failure).toContain('ERR_BLOCKED_BY_CLIENT')
    expect(elsewhere.asked).toEqual([])
  })

  test('keeps nothing of a download that is not what the feed describes', async () => {
    await publish('9.0.0', { spoil: true })
    expect(await update()).toMatchObject({
      found: { version: '9.0.0' },
      failure: expect.stringContaining('sha512 checksum mismatch'),
    })
    expect(await pending()).toEqual([])
  })

  /**
   * Sends without end, up to a size that a test without limits survives. `sentBytes`: how much was
   * received.
   */
  function endless(): { readonly answer: RequestListener; readonly sentBytes: () => number } {
    let sent = 0
    const chunk = Buffer.alloc(65_536, 'a: b\n')
    return {
      sentBytes: () => sent,
      answer: (_request, response) => {
        const write = (): void => {
          while (sent < ENDLESS_BYTES && !response.destroyed) {
            sent += chunk.length
            if (!response.write(chunk)) return void response.once('drain', write)
          }
          response.end()
        }
        write()
      },
    }
  }
  const feedOf = (file: object): string =>
    JSON.stringify({ version: '9.0.0', files: [{ url: 'x.AppImage', sha512: 'A'.repeat(88), ...file }] })
  /** The open files in `workDir`. A deleted file needs space while it is open. */
  const openFiles = async (): Promise<string[]> => {
    const fdDir = `/proc/${app.electron.process().pid}/fd`
    const names = await readdir(fdDir)
    const targets = await Promise.all(names.map((name) => readlink(join(fdDir, name)).catch(() => '')))
    return targets.filter((target) => target.startsWith(workDir))
  }
  /** Shortens limits of a minute, so that they pass at once. */
  async function withShortMinutes<T>(work: () => Promise<T>): Promise<T> {
    await app.electron.evaluate(() => {
      const { setTimeout: after } = globalThis
      const short = (callback: () => void, ms?: number) => after(callback, ms === 60_000 ? 500 : ms)
      Object.assign(globalThis, { after, setTimeout: short })
    })
    try {
      return await work()
    } finally {
      await app.electron.evaluate(() => {
        globalThis.setTimeout = (globalThis as unknown as { after: typeof setTimeout }).after
      })
    }
  }

  test('takes a quarter of a megabyte of a feed that never ends', async () => {
    const { answer, sentBytes } = endless()
    feed.serve({ 'latest-linux.yml': answer })
    expect((await update()).failure).toContain('sends more than is allowed')
    expect(sentBytes()).toBeLessThan(ENDLESS_BYTES)
  })

  test('takes no more of an installer than the feed says, and keeps nothing of it', async () => {
    const { answer, sentBytes } = endless()
    feed.serve({ 'latest-linux.yml': feedOf({ size: 1_000_000 }), 'x.AppImage': answer })
    expect((await update()).failure).toContain('sends more than is allowed')
    expect(sentBytes()).toBeLessThan(ENDLESS_BYTES)
    await expect.poll(pending).toEqual([])
    await expect.poll(openFiles).toEqual([])
    // A feed without a usable size has an upper limit.
    feed.serve({
      'latest-linux.yml': feedOf({ size: '1e9' }),
      // Chromium reports a response when it has seen some of its content.
      'x.AppImage': (_request, response) =>
        void response.writeHead(200, { 'content-length': 3e9 }).write(Buffer.alloc(65_536)),
    })
    expect((await update()).failure).toContain('announces more than is allowed')
    await expect.poll(pending).toEqual([])
  })

  test('waits a minute for a server that stalls, and looks again after that', async () => {
    const silent: RequestListener = (_request, response) => {
      response.write(Buffer.alloc(65_536, 'a: b\n'))
    }
    await withShortMinutes(async () => {
      feed.serve({ 'latest-linux.yml': silent })
      expect((await update()).failure).toMatch(/has stalled|takes too long/)
      feed.serve({ 'latest-linux.yml': `${feed.url}latest-linux.yml` })
      expect((await update()).failure).toContain('takes too long')
      feed.serve({ 'latest-linux.yml': feedOf({ size: 1_000_000 }), 'x.AppImage': silent })
      expect((await update()).failure).toContain('has stalled')
    })
    await expect.poll(pending).toEqual([])
    await expect.poll(openFiles).toEqual([])
    await publish('0.0.1')
    expect((await update()).failure).toBeUndefined()
  })

  test('refuses a feed whose few lines stand for millions of values', async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const item = level === 0 ? 'lol' : `*l${level - 1}`
      return `l${level}: &l${level} [${Array(9).fill(item).join(', ')}]`
    })
    feed.serve({ 'latest-linux.yml': ['version: 9.0.0', ...levels].join('\n') })
    expect((await update()).failure).toContain('too many values')
  })

  test('only tells of a newer version when the AppImage that is named is not the one that runs', async () => {
    await publish('9.0.0', { notes: 'Faster.' })
    const steps = await update({ execPath: '/opt/other/app' })
    expect(steps).toEqual({
      found: { version: '9.0.0', notes: 'Faster.', releasedAt: expect.any(Number) },
      failure: undefined,
      canInstall: false,
    })
    expect(await pending()).toEqual([])
  })

  test('fetches a newer version, and installs it when the app is closed', async () => {
    await publish('9.0.0', { notes: 'Faster.' })
    expect(await update()).toMatchObject({
      found: { version: '9.0.0', notes: 'Faster.' },
      failure: undefined,
    })
    expect(await pending()).toContain('latchkey-9.0.0-linux-x64.AppImage')
    expect(await readFile(installedPath, 'utf8')).toBe('the version that runs')
    const ended = once(app.electron.process(), 'exit')
    await app.electron.evaluate(({ app }) => app.quit()).catch(() => {})
    await ended
    expect(await readFile(installedPath, 'utf8')).toContain('9.0.0')
    expect(await readFile(ranPath, 'utf8')).toBe('9.0.0 true\n')
    expect(existsSync(join(workDir, CACHE, 'pending', 'latchkey-9.0.0-linux-x64.AppImage'))).toBe(false)
  })
})

import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { writeFeeds } from '../../packages/electron/src/cli/update-feed.ts'
import type {
  createFeedUpdater,
  FeedUpdaterParts,
} from '../../packages/electron/src/main/updates/feed-updater.ts'
import { electronPath } from '../../tools/set-up/launcher.js'
import { rootDir } from '../../tools/set-up/places.js'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { startUpdateFeed, type UpdateFeed } from '../support/update-feed.ts'

const NO_HASH = 'version: 9.0.0\nfiles: [{ url: x.AppImage, size: 1 }]'
const [, CACHE = ''] =
  /^updaterCacheDirName: (.*)$/m.exec(readFileSync(join(rootDir, 'dev-app-update.yml'), 'utf8')) ?? []

type Steps = { readonly found: unknown; readonly failure: string | undefined; readonly canInstall: boolean }

// What an AppImage is to the updater, a script can be; on the other systems, installers are what they are.
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
    // The chunk takes from the rest of the main process, which is loaded once a page's scripts run.
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

  /** Checks, and downloads what was found, with the module that the build made of it. */
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
            await updater.download()
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

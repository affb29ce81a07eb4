import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  createSigningKeyPair,
  privateKeyOf,
  type ReleaseRecord,
  type SigningKeyPair,
  signRelease,
} from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { createFeedUpdater } from '../../packages/electron/src/main/updates/feed-updater.ts'
import { electronPath } from '../../tools/set-up/launcher.js'
import { rootDir } from '../../tools/set-up/places.js'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { startUpdateFeed, type UpdateFeed } from '../support/update-feed.ts'

const [vendor, service] = [createSigningKeyPair(), createSigningKeyPair()]
/** Longer than a refusal: no more is taken than the signed size. */
const INSTALLER = `#!/bin/sh\nexit 0\n${'#'.repeat(200)}\n`
const NAME = 'plants-9.0.0.AppImage'
const [, CACHE = ''] =
  /^updaterCacheDirName: (.*)$/m.exec(readFileSync(join(rootDir, 'dev-app-update.yml'), 'utf8')) ?? []

const sha512 = (text: string): string => createHash('sha512').update(text).digest('base64')
const RECORD: ReleaseRecord = {
  project: 'plants',
  version: '9.0.0',
  platform: 'linux',
  arch: process.arch === 'arm64' ? 'arm64' : 'x64',
  file: NAME,
  sha512: sha512(INSTALLER),
  size: INSTALLER.length,
  covered_since: 1_700_000_000,
  is_security_fix: false,
}

/** The feed of a service, with a record by this key. `more`: what the service or an attacker changes. */
function feedOf(record: Partial<ReleaseRecord> = {}, by: SigningKeyPair = vendor, more: object = {}): string {
  const signed = signRelease({ ...RECORD, ...record }, { keyId: by.id, privateKey: privateKeyOf(by) })
  const { version, sha512, size } = signed
  const files = [{ url: `${version}/${NAME}`, sha512, size }]
  return JSON.stringify({ version, files, latchkey: { releases: [signed] }, ...more })
}

// As in updates.test.ts: for the updater, a script can stand for an AppImage.
describe.runIf(process.platform === 'linux')('the updater of a feed that the vendor signs', () => {
  let workDir: string
  let feed: UpdateFeed
  let elsewhere: UpdateFeed
  let app: AppUnderTest
  let chunkPath: string

  beforeAll(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'latchkey-signed-'))
    const installedPath = join(workDir, 'installed.AppImage')
    await writeFile(installedPath, 'the version that runs')
    feed = await startUpdateFeed()
    elsewhere = await startUpdateFeed()
    const chunksDir = join(rootDir, 'out/main/chunks')
    const chunk = (await readdir(chunksDir)).find((name) => name.startsWith('feed-updater'))
    chunkPath = join(chunksDir, chunk ?? 'missing')
    app = await launchApp({
      env: { APPIMAGE: installedPath, APPDIR: dirname(electronPath()), XDG_CACHE_HOME: workDir },
    })
    await app.window.locator('button:enabled').first().waitFor()
  })
  afterAll(async () => {
    await app?.close()
    await feed?.close()
    await elsewhere?.close()
    await rm(workDir, { recursive: true, force: true })
  })

  /** Checks and downloads with these tokens, one after the other: each refused one is renewed. */
  const update = (tokens: readonly string[] = ['token-1']) =>
    app.electron.evaluate(
      async (_electron, { chunkPath, feedUrl, tokens, key, arch }) => {
        const { createRequire } = process.getBuiltinModule('node:module')
        const { createPublicKey } = process.getBuiltinModule('node:crypto')
        const built: { createFeedUpdater: typeof createFeedUpdater } = createRequire(chunkPath)(chunkPath)
        const x = Buffer.from(key.publicKey, 'base64').toString('base64url')
        const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
        let index = 0
        const updater = built.createFeedUpdater({
          feedUrl,
          isAllowed: (url) => url.startsWith(feedUrl),
          isPackaged: false,
          platform: process.platform,
          environment: process.env,
          execPath: process.execPath,
          signed: {
            app: { project: 'plants', platform: process.platform, arch },
            async access(isRefused) {
              if (isRefused) index += 1
              const token = tokens[index]
              return token === undefined ? {} : { token, deviceId: 'device-1' as never }
            },
            trust: async () => new Map([[key.id, publicKey]]),
          },
        })
        const percents: number[] = []
        try {
          const found = await updater.check()
          if (found !== undefined && !found.isWithheld) await updater.download((one) => percents.push(one))
          return { found, failure: undefined }
        } catch (error) {
          return { found: undefined, failure: (error as { failure?: string }).failure ?? String(error) }
        }
      },
      { chunkPath, feedUrl: feed.url, tokens, key: vendor, arch: RECORD.arch },
    )

  const pending = (): Promise<string[]> => readdir(join(workDir, CACHE, 'pending')).catch(() => [])
  const serve = (yml: string | RequestListener, installer: string | RequestListener = INSTALLER): void =>
    feed.serve({ 'latest-linux.yml': yml, [NAME]: installer })
  const askedSince = (count: number) => feed.asked.slice(count)

  test('downloads what the vendor has signed, and sends token and device for feed and installer', async () => {
    serve(feedOf())
    const before = feed.asked.length
    expect(await update()).toMatchObject({
      failure: undefined,
      found: { version: '9.0.0', releasedAt: 1_700_000_000, isSecurityFix: false },
    })
    expect(await readFile(join(workDir, CACHE, 'pending', NAME), 'utf8')).toBe(INSTALLER)
    const headers = { authorization: 'Bearer token-1', clienthwid: 'device-1', 'x-user-staging-id': '' }
    expect(askedSince(before)).toMatchObject([
      { path: 'latest-linux.yml', headers },
      { path: NAME, headers },
    ])
  })

  test('renews a token once that the service refuses, between the feed and the installer, too', async () => {
    const onlyWith =
      (token: string, content: string): RequestListener =>
      (request, response) => {
        const isRight = request.headers.authorization === `Bearer ${token}`
        response.writeHead(isRight ? 200 : 401).end(isRight ? content : '{"code":"UPDATE_TOKEN_EXPIRED"}')
      }
    const other = `${INSTALLER}# 9.0.1\n`
    const record = { version: '9.0.1', sha512: sha512(other), size: other.length }
    serve(onlyWith('token-2', feedOf(record)), onlyWith('token-3', other))
    expect(await update(['token-1', 'token-2', 'token-3'])).toMatchObject({
      failure: undefined,
      found: { version: '9.0.1' },
    })
    expect(await readFile(join(workDir, CACHE, 'pending', NAME), 'utf8')).toBe(other)
    serve(onlyWith('none', feedOf()))
    const before = feed.asked.length
    expect((await update(['token-1', 'token-2'])).failure).toBe('unreachable')
    expect(askedSince(before)).toHaveLength(2)
  })

  const ATTACKS: Readonly<Record<string, string>> = {
    'a release that the service has signed': feedOf({}, service),
    'the file of another version': feedOf({}, vendor, { version: '9.5.0' }),
    'another app': feedOf({ project: 'trees' }),
    'another system': feedOf({ platform: 'win32' }),
    'a file without a signature': feedOf({}, vendor, { latchkey: {} }),
  }
  test.each(Object.entries(ATTACKS))('downloads nothing of a feed with %s', async (_name, yml) => {
    serve(yml)
    const before = feed.asked.length
    expect(await update()).toEqual({ found: undefined, failure: 'not-signed' })
    expect(askedSince(before).map(({ path }) => path)).toEqual(['latest-linux.yml'])
  })

  test('keeps nothing of a file that is not the signed one, or that broke off', async () => {
    serve(feedOf({ version: '9.0.2' }), INSTALLER.replace('exit 0', 'exit 1'))
    expect((await update()).failure).toBe('wrong-file')
    expect(await pending()).toEqual([])
    serve(feedOf({ version: '9.0.2' }), (_request, response) => {
      response.writeHead(200, { 'content-length': INSTALLER.length })
      response.write(INSTALLER.slice(0, 5), () => response.destroy())
    })
    expect((await update()).failure).toBe('incomplete')
    expect(await pending()).toEqual([])
  })

  test('never goes back to an older version that the vendor has signed, such as by an old feed', async () => {
    serve(feedOf({ version: '0.0.1' }))
    expect(await update()).toEqual({ found: undefined, failure: undefined })
  })

  test('a token never leaves for another address', async () => {
    feed.serve({ 'latest-linux.yml': `${elsewhere.url}latest-linux.yml` })
    expect((await update()).failure).toBe('unreachable')
    const files = [{ url: `${elsewhere.url}${NAME}`, sha512: RECORD.sha512, size: RECORD.size }]
    serve(feedOf({ version: '9.0.3' }, vendor, { files }))
    expect((await update()).failure).toBe('incomplete')
    expect(elsewhere.asked).toEqual([])
  })

  test('tells of the newest version that the feed does not offer, if the vendor has signed it', async () => {
    const { latchkey } = JSON.parse(feedOf({ version: '10.0.0' }))
    const withheld = { version: '0.0.0', files: [], latchkey: { newest: latchkey.releases[0] } }
    serve(JSON.stringify(withheld))
    expect(await update([])).toMatchObject({
      found: { version: '10.0.0', isWithheld: true, releasedAt: 1_700_000_000 },
    })
    expect(feed.asked.at(-1)?.headers.authorization).toBeUndefined()
  })
})

import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  createSigningKeyPair,
  formatPublicKeys,
  privateKeyOf,
  type ReleaseRecord,
  signRelease,
} from '@latchkey/protocol'
import { createVendorClient, type RequestTo, type VendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { FIRST_CHECK_DELAY_MS } from '../../packages/electron/src/main/updates/updates.ts'
import { type DemoService, licensingEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import { electronPath } from '../../tools/set-up/launcher.js'
import { rootDir } from '../../tools/set-up/places.js'
import { activate, licensePanel, outcomeAtGate } from '../support/drive-app.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { startDemo } from '../support/start-service.ts'

const DAY = 86_400
const now = (): number => Math.floor(Date.now() / 1000)
const [vendorKey, offlineKey] = [createSigningKeyPair(), createSigningKeyPair()]
const isLong = process.env['LATCHKEY_LONG_TESTS'] === '1'

// For electron-updater, a script can stand for an AppImage. The service and its feed are real.
describe.runIf(process.platform === 'linux')('an app with the feed of its license service', () => {
  let dir: string
  let service: DemoService
  let vendor: VendorClient
  let appDir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'latchkey-service-updates-'))
    service = await startDemo()
    vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey, projectId: service.project })
    appDir = await createImpatientApp()
  })
  afterAll(async () => {
    await service?.close()
    await rm(dir, { recursive: true, force: true })
  })

  /** The built app with a change: it looks for updates at once, and again when its license changed. */
  async function createImpatientApp(): Promise<string> {
    const path = join(dir, 'impatient')
    await mkdir(path)
    for (const name of ['out', 'node_modules', 'dev-app-update.yml'])
      await symlink(join(rootDir, name), join(path, name))
    await writeFile(join(path, 'package.json'), JSON.stringify({ ...manifest, main: 'start.cjs' }))
    const start = `const wait = setTimeout
const short = { ${FIRST_CHECK_DELAY_MS}: 0, 3600000: 300 }
globalThis.setTimeout = (run, ms, ...values) => wait(run, short[ms] ?? ms, ...values)
require('./out/main/index.cjs')
`
    await writeFile(join(path, 'start.cjs'), start)
    return path
  }

  async function ask(method: string, path: string, body?: object | Buffer): Promise<Record<string, unknown>> {
    const isBytes = body instanceof Buffer
    const type = isBytes ? 'application/octet-stream' : 'application/json'
    const response = await fetch(`${service.url}/v3/projects/${service.project}/${path}`, {
      method,
      headers: { authorization: service.apiKey, ...(body && { 'content-type': type }) },
      ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    expect(response.status, JSON.stringify(answer)).toBe(200)
    return answer
  }

  /** Publishes a version in a channel of the test. Its installer writes what it is into a file. */
  async function publish(
    channel: string,
    version: string,
    more: Partial<ReleaseRecord> = {},
    state: object = {},
  ): Promise<void> {
    const script = `#!/bin/sh\n[ -n "$APPIMAGE_EXIT_AFTER_INSTALL" ] || echo "${version}" > '${join(dir, 'ran')}'\n`
    const content = Buffer.from(script + '#'.repeat(200))
    const record: ReleaseRecord = {
      project: service.appName,
      version,
      platform: 'linux',
      arch: process.arch === 'arm64' ? 'arm64' : 'x64',
      file: `latchkey-${version}.AppImage`,
      sha512: createHash('sha512').update(content).digest('base64'),
      size: content.length,
      covered_since: now() - DAY,
      is_security_fix: false,
      ...more,
    }
    const release = signRelease(record, { keyId: vendorKey.id, privateKey: privateKeyOf(vendorKey) })
    const { upload_id: id } = await ask('POST', 'releases', { release, notes: 'Faster.' })
    await ask('PUT', `uploads/${id}?offset=0`, content)
    await ask('POST', `uploads/${id}`)
    await ask('PATCH', `releases/${version}`, { channel })
    if (Object.keys(state).length > 0) await ask('PATCH', `releases/${version}`, state)
  }

  async function createKey(terms: RequestTo<'createUser'>['body'] = {}): Promise<string> {
    const outcome = await vendor.createUser({ body: terms })
    if (outcome.kind !== 'ok') throw new Error(`The service made no key: ${JSON.stringify(outcome)}`)
    return outcome.value.user_key
  }

  async function launch(channel: string): Promise<AppUnderTest & { readonly installedPath: string }> {
    const computer = await mkdtemp(join(dir, 'computer-'))
    const installedPath = join(computer, 'installed.AppImage')
    await writeFile(installedPath, 'the version that runs')
    const app = await launchApp({
      userDataDir: join(computer, 'data'),
      appDir,
      env: {
        ...licensingEnv(service),
        LATCHKEY_UPDATES: 'latchkey',
        LATCHKEY_UPDATE_CHANNEL: channel,
        LATCHKEY_RELEASE_KEYS: formatPublicKeys([vendorKey, offlineKey]),
        LATCHKEY_RENEW_URL: 'https://shop.example/',
        APPIMAGE: installedPath,
        APPDIR: dirname(electronPath()),
        XDG_CACHE_HOME: computer,
      },
    })
    onTestFinished(() => app.close())
    return Object.assign(app, { installedPath })
  }

  const says = (app: AppUnderTest, text: string): Promise<void> =>
    app.window.getByText(text).first().waitFor()
  const ready = (version: string): string => `Version ${version} will be installed when you close the app.`

  test('goes to the version that its license covers, and starts as such', async () => {
    await publish('paid', '1.1.0')
    await publish('paid', '3.0.0', { covered_since: now() - 60 })
    const app = await launch('paid')
    await activate(app, await createKey({ updates_until: now() - 3600 }))
    await licensePanel(app).waitFor()
    await says(app, ready('1.1.0'))
    await app.window.getByRole('button', { name: 'Restart now' }).click()
    const ran = (): Promise<string> => readFile(join(dir, 'ran'), 'utf8').catch(() => '')
    await expect.poll(ran, { timeout: 20_000 }).toBe('1.1.0\n')
    expect(await readFile(app.installedPath, 'utf8')).toContain('echo "1.1.0"')
  })

  describe.runIf(isLong)('with another license, or none', () => {
    test('stays where its updates have ended, and says why', async () => {
      await publish('ended', '1.2.0')
      const app = await launch('ended')
      await activate(app, await createKey({ updates_until: now() - 30 * DAY }))
      await says(app, 'Version 1.2.0 is out. Your license covers versions until')
      expect(await app.window.getByRole('button', { name: 'Renew license' }).count()).toBeGreaterThan(0)
    })

    test('a stopped license, and a gate without one, get a security fix alone', async () => {
      await ask('PATCH', 'release-settings', { without_license: true })
      await publish('fix', '1.3.0')
      await publish('fix', '1.2.9', { is_security_fix: true })
      const atGate = await launch('fix')
      await says(atGate, ready('1.2.9'))
      const stopped = await launch('fix')
      await activate(stopped, service.keys['banned'] ?? '')
      expect(await outcomeAtGate(stopped)).toBe('KEY_BANNED')
      await says(stopped, ready('1.2.9'))
    })

    test('gets the version before outside of the share, of a withdrawn release, and of no other channel', async () => {
      await publish('beta', '2.0.0-beta.1')
      await publish('share', '1.4.0', {}, { share: 0 })
      await publish('gone', '1.5.0', {}, { state: 'withdrawn' })
      const beta = await launch('beta')
      await activate(beta, await createKey())
      await says(beta, ready('2.0.0-beta.1'))
      for (const [channel, offered] of [
        ['share', '1.0.1'],
        ['gone', '1.0.2'],
      ] as const) {
        await publish(channel, offered)
        const app = await launch(channel)
        await activate(app, await createKey())
        await says(app, ready(offered))
      }
    })
  })
})

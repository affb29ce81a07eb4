import { readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import {
  createSigningKeyPair,
  formatPublicKeys,
  LICENSE_HEADER,
  parsePublicKeys,
  parseUpdateToken,
  privateKeyOf,
  signRotation,
  verifyRelease,
} from '@latchkey/protocol'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE } from '../testing/records.ts'
import { startTestService } from '../testing/test-service.ts'
import {
  contentOf,
  functionsOf,
  type ReleaseService,
  requestToken,
  signed,
  startReleaseService,
  VENDOR,
} from './testing/publish.ts'

const DAY = 86_400
let at: ReleaseService
beforeEach(async () => {
  at = await startReleaseService()
})
const change = (version: string, body: object) => at.ask('PATCH', `releases/${version}`, body)
const settings = (body: object) => at.ask('PATCH', 'release-settings', body)

describe('an upload', () => {
  test('goes on where its connection broke, ten times, and is served when it is whole', async () => {
    const content = contentOf('1.0.0')
    const { upload_id: id } = (await at.add(signed({ version: '1.0.0' }))).body
    const step = Math.ceil(content.length / 11)
    for (let broken = 0; broken < 10; broken += 1) {
      const { offset } = (await at.add(signed({ version: '1.0.0' }))).body
      await sendAndBreak(id, offset, content.subarray(offset), step)
      await expect
        .poll(async () => (await at.add(signed({ version: '1.0.0' }))).body.offset)
        .toBeGreaterThan(offset)
      expect(await at.ask('POST', `uploads/${id}`)).toMatchObject({
        status: 409,
        body: { code: 'HALF_UPLOAD' },
      })
    }
    expect(await change('1.0.0', { channel: 'latest' })).toMatchObject({ body: { code: 'HALF_UPLOAD' } })
    const { offset } = (await at.add(signed({ version: '1.0.0' }))).body
    expect(offset).toBeGreaterThan(9)
    await at.sendPart(id, offset, content.subarray(offset))
    expect((await at.ask('POST', `uploads/${id}`)).body).toMatchObject({
      is_whole: true,
      offset: content.length,
    })
    // The end of an upload can be repeated.
    expect((await at.ask('POST', `uploads/${id}`)).status).toBe(200)
    await settings({ feed: 'all' })
    await change('1.0.0', { channel: 'latest' })
    const file = await at.get('test-app/latest/1.0.0/App-1.0.0.AppImage')
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
  })

  /** Sends some bytes of a part, and breaks the connection. */
  const sendAndBreak = (id: string, offset: number, rest: Buffer, most: number): Promise<void> =>
    new Promise((resolve) => {
      const sent = request(`${at.service.url}/v3/projects/project/uploads/${id}?offset=${offset}`, {
        method: 'PUT',
        headers: {
          authorization: at.service.apiKey,
          'content-type': 'application/octet-stream',
          'content-length': rest.length,
        },
      })
      sent.on('error', () => resolve())
      sent.write(rest.subarray(0, most), async () => {
        await expect
          .poll(async () => (await at.add(signed({ version: '1.0.0' }))).body.offset)
          .toBeGreaterThan(offset)
        sent.destroy()
        resolve()
      })
    })

  test('with another hash is not kept, and begins again', async () => {
    const { upload_id: id } = (await at.add(signed({ version: '1.0.0' }))).body
    await at.sendPart(id, 0, Buffer.alloc(contentOf('1.0.0').length))
    expect(await at.ask('POST', `uploads/${id}`)).toMatchObject({ status: 400, body: { code: 'OTHER_HASH' } })
    expect((await at.add(signed({ version: '1.0.0' }))).body).toMatchObject({ offset: 0, is_whole: false })
    expect(readdirSync(at.dir)).toEqual([])
  })

  test('is refused with what to do', async () => {
    await at.publish({ version: '1.0.0' })
    const other = { version: '1.0.0', content: Buffer.from('other') }
    expect(await at.add(signed(other))).toMatchObject({ status: 409, body: { code: 'OTHER_FILE' } })
    const foreign = signed({ version: '1.0.0', more: { project: 'other-app' } })
    expect(await at.add(foreign)).toMatchObject({ status: 400, body: { code: 'OTHER_APP' } })
    const one = { ...signed({ version: '1.0.0' }), version: '1.0' }
    expect(await at.add(one)).toMatchObject({ status: 400, body: { code: 'NO_SEMVER' } })
    const huge = signed({ version: '9.0.0', more: { size: Number.MAX_SAFE_INTEGER } })
    expect(await at.add(huge)).toMatchObject({ status: 507, body: { code: 'DISK_FULL' } })
    const path = { ...signed({ version: '1.0.0' }), file: '../x' }
    expect((await at.add(path)).status).toBe(400)
    const { upload_id: id } = (await at.add(signed({ version: '1.1.0' }))).body
    expect(await at.sendPart(id, 5, Buffer.from('x'))).toMatchObject({
      status: 409,
      body: { code: 'WRONG_OFFSET' },
    })
    const long = Buffer.alloc(contentOf('1.1.0').length + 1)
    expect(await at.sendPart(id, 0, long)).toMatchObject({ status: 413, body: { code: 'TOO_LONG' } })
    expect(await at.sendPart('nothing', 0, long)).toMatchObject({ status: 404 })
    expect(await change('3.0.0', { channel: 'latest' })).toMatchObject({ status: 404 })
    expect(await settings({ least_version: 'new' })).toMatchObject({ status: 400 })
  })
})

test('two publishers of one version at once make one release, with the files of both', async () => {
  const linux = { version: '1.0.0' }
  const windows = { version: '1.0.0', more: { platform: 'win32', file: 'App-1.0.0-setup.exe' } } as const
  await Promise.all([linux, windows, linux].map(at.publish))
  const { releases } = (await at.ask('GET', 'releases')).body
  expect(releases).toMatchObject([{ version: '1.0.0', state: 'offered', channels: ['latest'] }])
  expect(releases[0].files.map(({ file }: { file: string }) => file)).toEqual([
    'App-1.0.0-setup.exe',
    'App-1.0.0.AppImage',
  ])
})

describe('the feed', () => {
  test('has the newest version that the license covers, as its vendor signed it', async () => {
    const key = await at.service.addLicense({ ...linkedTo(DEVICE), updatesUntil: NOW + DAY })
    expect((await at.service.check({ key })).headers.get(LICENSE_HEADER)).not.toContain('update-token')
    await at.publish({ version: '1.0.0' })
    await at.publish({ version: '1.9.0' })
    await at.publish({ version: '1.10.0', more: { covered_since: NOW + DAY } })
    await at.publish({ version: '2.0.0', more: { covered_since: NOW + DAY + 1 } })
    const { body } = await at.feed(await at.tokenOf(key))
    expect(body).toMatchObject({
      version: '1.10.0',
      files: [{ url: '1.10.0/App-1.10.0.AppImage', size: contentOf('1.10.0').length }],
      releaseNotes: 'What is new.',
      latchkey: { newest: { version: '2.0.0', covered_since: NOW + DAY + 1 }, rotations: [] },
    })
    const keys = parsePublicKeys(formatPublicKeys([VENDOR])) ?? new Map()
    expect(verifyRelease(body.latchkey.releases[0], keys).kind).toBe('authentic')
    const file = await at.get('test-app/latest/2.0.0/App-2.0.0.AppImage', await at.tokenOf(key))
    expect([file.status, await file.json()]).toMatchObject([403, { code: 'NOT_COVERED' }])
  })

  test('of Windows, macOS and Linux has the files of each', async () => {
    const key = await at.service.addLicense(linkedTo(DEVICE))
    const files = [
      { platform: 'win32', arch: 'x64', file: 'App-setup.exe' },
      { platform: 'darwin', arch: 'arm64', file: 'App-mac-arm64.zip' },
      { platform: 'darwin', arch: 'x64', file: 'App-mac-x64.zip' },
      { platform: 'linux', arch: 'arm64', file: 'App-arm64.AppImage' },
    ] as const
    for (const more of files) await at.publish({ version: '1.0.0', more })
    const headers = await at.tokenOf(key)
    const urls = async (file: string) =>
      (await at.feed(headers, 'latest', file)).body.files.map(({ url }: { url: string }) => url)
    expect(await urls('latest.yml')).toEqual(['1.0.0/App-setup.exe'])
    expect(await urls('latest-mac.yml')).toEqual(['1.0.0/App-mac-arm64.zip', '1.0.0/App-mac-x64.zip'])
    expect(await urls('latest-linux-arm64.yml')).toEqual(['1.0.0/App-arm64.AppImage'])
    expect(await at.feed(headers)).toMatchObject({ status: 200, body: { version: '0.0.0', files: [] } })
    expect((await at.feed(headers, 'latest', 'beta.yml')).status).toBe(404)
  })

  test('follows channels, pauses, withdrawals, shares and the least version', async () => {
    const key = await at.service.addLicense({ ...linkedTo(DEVICE), updatesUntil: NOW + DAY })
    await at.publish({ version: '1.0.0' })
    await at.publish({ version: '1.1.0', channel: 'beta' })
    const headers = await at.tokenOf(key)
    const versions = async () => [
      (await at.feed(headers)).body.version,
      (await at.feed(headers, 'beta')).body.version,
    ]
    expect(await versions()).toEqual(['1.0.0', '1.1.0'])
    await change('1.1.0', { state: 'paused' })
    expect(await versions()).toEqual(['1.0.0', '1.0.0'])
    await change('1.1.0', { channel: 'latest', share: 0 })
    expect(await versions()).toEqual(['1.0.0', '1.0.0'])
    await change('1.1.0', { share: 100 })
    expect(await versions()).toEqual(['1.1.0', '1.1.0'])
    await settings({ least_version: '1.0.1' })
    expect((await at.feed(headers)).body.latchkey.least_version).toBe('1.0.1')
    await settings({ least_version: '3.0.0' })
    expect((await at.feed(headers)).body.latchkey.least_version).toBe('1.1.0')
    await change('1.1.0', { state: 'withdrawn' })
    expect(await versions()).toEqual(['1.0.0', '1.0.0'])
    const file = await at.get('test-app/latest/1.1.0/App-1.1.0.AppImage', headers)
    expect(file.status).toBe(404)
    expect(await change('1.1.0', { channel: 'latest' })).toMatchObject({
      body: { code: 'RELEASE_WITHDRAWN' },
    })
    expect(await at.add(signed({ version: '1.1.0' }))).toMatchObject({ body: { code: 'RELEASE_WITHDRAWN' } })
  })

  test('gives an ended license what it covers, and a banned one security fixes of that', async () => {
    const key = await at.service.addLicense({ ...linkedTo(DEVICE), authExpire: NOW + DAY })
    const bannedKey = await at.service.addLicense({ ...linkedTo(OTHER_DEVICE), ...banned() })
    await at.publish({ version: '1.0.0' })
    await at.publish({ version: '1.0.1', more: { is_security_fix: true } })
    await at.publish({ version: '1.1.0' })
    await at.publish({ version: '2.0.0', more: { covered_since: NOW + 2 * DAY } })
    expect((await at.feed(await at.tokenOf(key))).body.version).toBe('2.0.0')
    expect((await at.feed(await at.tokenOf(bannedKey, OTHER_DEVICE))).body.version).toBe('1.0.1')
    at.service.clock.now += 3 * DAY
    expect((await at.feed(await at.tokenOf(key))).body.version).toBe('1.1.0')
  })

  test('without a license has security fixes or all, as the project wants', async () => {
    await at.publish({ version: '1.0.1', more: { is_security_fix: true } })
    await at.publish({ version: '1.1.0' })
    const version = async () => (await at.feed()).body.version
    const fix = 'test-app/latest/1.0.1/App-1.0.1.AppImage'
    expect([await version(), (await at.get(fix)).status]).toEqual(['0.0.0', 403])
    await settings({ without_license: true })
    expect([await version(), (await at.get(fix)).status]).toEqual(['1.0.1', 200])
    expect((await at.feed()).body.latchkey).not.toHaveProperty('newest')
    expect((await at.get('test-app/latest/1.1.0/App-1.1.0.AppImage')).status).toBe(403)
    await settings({ feed: 'all' })
    expect(await version()).toBe('1.1.0')
  })

  test('has the ends of keys, and refuses those of another app', async () => {
    await at.publish({ version: '1.0.0' })
    const second = { keyId: VENDOR.id, privateKey: privateKeyOf(VENDOR) }
    const rotation = (project: string) =>
      signRotation({ project, ended: 'first' }, createSigningKeyPair(), second)
    expect((await at.ask('POST', 'release-keys', rotation('other'))).status).toBe(400)
    const end = rotation('test-app')
    await at.ask('POST', 'release-keys', end)
    await at.ask('POST', 'release-keys', end)
    expect((await at.feed()).body.latchkey.rotations).toEqual([end])
  })
})

describe('a token', () => {
  let headers: Record<string, string>
  let key: string
  beforeEach(async () => {
    key = await at.service.addLicense(linkedTo(DEVICE))
    await at.publish({ version: '1.0.0' })
    headers = await at.tokenOf(key)
  })
  const codeWith = async (more: Record<string, string>, path = 'test-app/latest/latest-linux.yml') => {
    const response = await at.get(path, { ...headers, ...more })
    return [response.status, JSON.parse(await response.text()).code]
  }

  test('opens nothing when it is forged, of another device, or was replaced', async () => {
    expect(await codeWith({})).toEqual([200, undefined])
    const wrong = [401, 'UPDATE_TOKEN_WRONG']
    const { authorization = '' } = headers
    expect(await codeWith({ authorization: `${authorization.slice(0, -4)}AAAA` })).toEqual(wrong)
    expect(await codeWith({ authorization: `Bearer ${key}` })).toEqual(wrong)
    expect(await codeWith({ clienthwid: OTHER_DEVICE })).toEqual(wrong)
    await at.service.storage.changeLicense('project', key, (license) => ({
      outcome: 'reset',
      license: { ...license, identifier: OTHER_DEVICE },
    }))
    expect(await codeWith({})).toEqual(wrong)
  })

  test('of another project opens nothing, with the same key there', async () => {
    const other = { id: 'other', appName: 'other-app' }
    const { project, storage } = at.service
    await storage.createProject({ ...project, ...other })
    await storage.createLicense('other', await at.service.license(key))
    const foreign = { ...signed({ version: '1.0.0' }), project: 'other-app' }
    const by = { at: NOW, actor: 'api-key', address: '', fields: [] } as const
    await storage.addReleaseFile('other', { signed: foreign, notes: '', uploadId: 'u' }, by)
    expect(await codeWith({}, 'other-app/latest/latest-linux.yml')).toEqual([401, 'UPDATE_TOKEN_WRONG'])
  })

  test('that ran out during a download lets it end, and refuses the next range by name', async () => {
    const path = 'test-app/latest/1.0.0/App-1.0.0.AppImage'
    const response = await at.get(path, headers)
    at.service.clock.now += 3_600
    expect((await response.arrayBuffer()).byteLength).toBe(contentOf('1.0.0').length)
    expect(await codeWith({ range: 'bytes=5-' }, path)).toEqual([401, 'UPDATE_TOKEN_EXPIRED'])
    const renewed = await renew()
    expect(renewed.body).toMatchObject({ code: 'UPDATE_TOKEN' })
    const { token = '' } = parseUpdateToken(renewed.headers.get(LICENSE_HEADER) ?? '') ?? {}
    expect((await at.get(path, { authorization: `Bearer ${token}` })).status).toBe(200)
  })

  const renew = (nonce?: string, signedFor: 'updates' | 'devices' = 'updates') =>
    requestToken(at, key, { ...(nonce && { nonce }), signedFor })

  test('is renewed without an execution, once for each nonce, and only by a request for it', async () => {
    const before = await at.service.totals()
    const nonce = 'abcdefghij123456'
    expect((await renew(nonce)).body.code).toBe('UPDATE_TOKEN')
    expect((await renew(nonce)).body.code).toBe('SECURITY_ERROR')
    expect((await renew(undefined, 'devices')).body.code).toBe('SECURITY_ERROR')
    expect((await at.service.totals()).executions).toBe(before.executions)
    await at.service.storage.changeLicense('project', key, (license) => ({
      outcome: 'banned',
      license: { ...license, ...banned() },
    }))
    const refused = await renew()
    expect(refused.body.code).toBe('KEY_BANNED')
    expect(refused.headers.get(LICENSE_HEADER)).toContain('update-token')
  })
})

describe('a file', () => {
  const PATH = 'test-app/latest/1.0.0/App-1.0.0.AppImage'
  beforeEach(async () => {
    await at.publish({ version: '1.0.0' })
    await settings({ feed: 'all' })
  })

  test('is sent in parts, if it is still the same', async () => {
    const content = contentOf('1.0.0')
    const whole = await at.get(PATH)
    const etag = whole.headers.get('etag') ?? ''
    expect(whole.headers.get('content-length')).toBe(String(content.length))
    await whole.arrayBuffer()
    const part = await at.get(PATH, { range: 'bytes=10-19', 'if-range': etag })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 10-19/${content.length}`,
      content.subarray(10, 20).toString(),
    ])
    const other = await at.get(PATH, { range: 'bytes=10-19', 'if-range': '"other"' })
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, content.length])
    const last = await at.get(PATH, { range: 'bytes=-5' })
    expect(await last.text()).toBe(content.subarray(-5).toString())
    const none = await at.get(PATH, { range: `bytes=${content.length}-` })
    expect([none.status, none.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`])
    await expect
      .poll(async () => (await at.ask('GET', 'releases')).body.releases[0].files[0].downloads)
      .toBe(3)
  })

  test('is never another one: not by a path, and not if it was changed on the disk', async () => {
    for (const name of ['..%2f..%2fsecret', '%2e%2e', 'App-1.0.0.AppImage%00', 'latest-linux.yml']) {
      expect((await at.get(`test-app/latest/1.0.0/${name}`)).status, name).toBe(404)
    }
    const [name = ''] = readdirSync(at.dir)
    writeFileSync(join(at.dir, name), 'short')
    const response = await at.get(PATH)
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'FILE_NOT_WHOLE' }])
  })
})

test('a service without a folder says what to do', async () => {
  const service = await startTestService()
  onTestFinished(() => service.stop())
  const refused = await functionsOf(service).add(signed({ version: '1.0.0' }))
  expect(refused).toMatchObject({ status: 503, body: { message: expect.stringContaining('--releases DIR') } })
})

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestOptions } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  type ReleaseService,
  startReleaseService,
} from '../../packages/service/src/releases/testing/publish.ts'
import { DEVICE, linkedTo, NOW, TEST_API_KEY } from '../../packages/service/src/testing/records.ts'
import { runLatchkey } from '../support/run-latchkey.ts'

/** What `latchkey releases` does with a service, and what electron-updater reads there. */

const MIB = 1_024 * 1_024
const FILES = [
  { platform: 'linux', arch: 'x64', file: 'App-x64.AppImage' },
  { platform: 'linux', arch: 'arm64', file: 'App-arm64.AppImage' },
  { platform: 'win32', arch: 'x64', file: 'App Setup.exe' },
  { platform: 'darwin', arch: 'x64', file: 'App-mac-x64.zip' },
  { platform: 'darwin', arch: 'arm64', file: 'App-mac-arm64.zip' },
] as const

let at: ReleaseService
let dir: string
let env: NodeJS.ProcessEnv
beforeEach(async () => {
  at = await startReleaseService()
  dir = mkdtempSync(join(tmpdir(), 'latchkey-publish-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  env = {
    LATCHKEY_URL: at.service.url,
    LATCHKEY_API_KEY: TEST_API_KEY,
    LATCHKEY_PROJECT: 'project',
    LATCHKEY_RELEASE_PASSPHRASE: 'a long passphrase',
  }
  await latchkey('keys', '--dir', dir)
})
const latchkey = (...line: string[]) => runLatchkey(['releases', ...line], env)
const keyFile = () => ['--key', join(dir, 'release-key.pem')]

/** Makes a folder as `npm run package` does. */
function build(version: string, files: readonly (typeof FILES)[number][] = FILES, size = 1_000): string {
  const out = join(dir, version)
  mkdirSync(out)
  const described = files.map((one) => {
    const content = Buffer.alloc(size, `${version} ${one.file} `)
    writeFileSync(join(out, one.file), content)
    return { ...one, sha512: createHash('sha512').update(content).digest('base64'), size }
  })
  const found = { project: 'test-app', version, covered_since: NOW, notes: 'New.', files: described }
  writeFileSync(join(out, 'latchkey-release-all.json'), JSON.stringify(found))
  return out
}

test('a release is published, offered, shared, paused and withdrawn', async () => {
  const out = build('1.0.0')
  await latchkey('publish', out, ...keyFile())
  const listed = async () => JSON.parse(await latchkey('list', '--json'))
  expect(await listed()).toMatchObject([{ version: '1.0.0', state: 'draft', notes: 'New.' }])
  await latchkey('promote', '1.0.0')
  await latchkey('share', '1.0.0', '20')
  expect(await listed()).toMatchObject([{ state: 'offered', channels: ['latest'], share: 20 }])
  expect(await latchkey('list')).toMatch(/1\.0\.0 +offered +latest +20 % +5 +0/)
  await latchkey('pause', '1.0.0')
  expect(await listed()).toMatchObject([{ state: 'paused' }])
  // Publishing again sends nothing, and offers it again.
  await latchkey('publish', out, '--channel', 'beta', ...keyFile())
  expect(await listed()).toMatchObject([{ state: 'offered', channels: ['beta', 'latest'] }])
  await latchkey('withdraw', '1.0.0')
  await expect(latchkey('promote', '1.0.0')).rejects.toThrow('Publish a higher version')
  expect(await latchkey('settings', '--without-license', 'on', '--least-version', '1.0.0')).toContain(
    'Without a license security fixes',
  )
})

test('a file that was changed after it was packaged is refused, and so is another of the version', async () => {
  const out = build('1.0.0')
  await latchkey('publish', out, ...keyFile())
  writeFileSync(join(out, 'App-x64.AppImage'), Buffer.alloc(1_000))
  await expect(latchkey('publish', out, ...keyFile())).rejects.toThrow('is not the file')
  rmSync(out, { recursive: true })
  await expect(latchkey('publish', build('1.0.0', FILES, 999), ...keyFile())).rejects.toThrow(
    'Raise the version',
  )
})

test('an upload goes on after its connection broke ten times', async () => {
  const { port, broken } = await startBreakingProxy(Number(new URL(at.service.url).port), 10)
  const [file] = FILES
  const out = build('1.0.0', [file], 5 * MIB + 5)
  env['LATCHKEY_URL'] = `http://127.0.0.1:${port}`
  await latchkey('publish', out, '--channel', 'latest', ...keyFile())
  expect(broken()).toBe(10)
  const [release] = (await at.ask('GET', 'releases')).body.releases
  expect(release).toMatchObject({ state: 'offered', files: [{ is_whole: true }] })
  expect(readdirSync(at.dir)).toHaveLength(1)
}, 60_000)

/** Passes bytes on to a port. The first connections break when some have passed. */
async function startBreakingProxy(to: number, times: number) {
  let left = times
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1')
    let passed = 0
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => [client, target].forEach((one) => void one.destroy()))
    }
    target.on('data', (bytes) => client.write(bytes))
    client.on('data', (bytes) => {
      passed += bytes.length
      target.write(bytes, () => {
        if (passed < MIB / 4 || left === 0) return
        left -= 1
        client.resetAndDestroy()
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, broken: () => times - left }
}

test.each([
  ['win32', ['1.1.0/App%20Setup.exe']],
  ['darwin', ['1.1.0/App-mac-arm64.zip', '1.1.0/App-mac-x64.zip']],
  ['linux', [`1.1.0/App-${process.arch}.AppImage`]],
])("electron-updater's provider of %s reads the feed", async (platform, urls) => {
  await latchkey('publish', build('1.0.0'), '--channel', 'latest', ...keyFile())
  await latchkey('publish', build('1.1.0'), '--channel', 'latest', ...keyFile())
  const headers = await at.tokenOf(await at.service.addLicense(linkedTo(DEVICE)))
  const base = `${at.service.url}/updates/test-app/latest/`
  const executor = {
    async request({ protocol, hostname, port, path, headers }: RequestOptions & { headers: HeadersInit }) {
      const response = await fetch(`${protocol}//${hostname}:${port}${path}`, { headers })
      return response.text()
    },
  }
  const provider = new GenericProvider(
    { provider: 'generic', url: base },
    { channel: null, isAddNoCacheQuery: true } as never,
    { platform, executor, isUseMultipleRangeRequest: false } as never,
  )
  provider.setRequestHeaders(headers)
  const info = await provider.getLatestVersion()
  expect(info).toMatchObject({ version: '1.1.0', releaseNotes: 'New.' })
  const files = provider.resolveFiles(info)
  expect(files.map(({ url }) => url.href.replace(base, ''))).toEqual(urls)
  for (const { url, info: file } of files) {
    const content = Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
    expect(createHash('sha512').update(content).digest('base64')).toBe(file.sha512)
  }
})

test('the end of a key is in the feed from then on', async () => {
  const keys = JSON.parse(await latchkey('keys', '--dir', mkdtempSync(join(dir, 'k-')), '--json'))
  const [second, path] = [keys.files[1], join(dir, 'end.json')]
  const named = ['--app', 'test-app', '--keys', keys.release_keys, '--new', join(dir, 'new.pem')]
  const { rotation } = JSON.parse(await latchkey('replace-key', second, ...named, '--json'))
  writeFileSync(path, JSON.stringify(rotation))
  await latchkey('publish', build('1.0.0'), ...keyFile())
  await latchkey('end-key', path)
  expect((await at.feed()).body.latchkey.rotations).toEqual([rotation])
})

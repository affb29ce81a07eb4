import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  parseReleaseKeys,
  type ReleasePackage,
  trustedKeys,
  verifiedRotations,
  verifyRelease,
} from '@latchkey/protocol'
import { beforeEach, expect, test } from 'vitest'
import { readKeyFile } from '../releases/key-files.ts'
import { readPackage, signPackage } from '../releases/read-package.ts'
import { runLatchkey } from '../testing/run-latchkey.ts'
import type { TableServer } from '../testing/table-server.ts'

const PASSPHRASE = 'a long passphrase'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-keys-'))
  return () => rm(dir, { recursive: true })
})

const latchkey = (line: readonly string[], passphrase = PASSPHRASE) =>
  runLatchkey({ url: '' } as TableServer, line, { env: { LATCHKEY_RELEASE_PASSPHRASE: passphrase } })
const inDir = (name: string) => join(dir, name)

async function createKeys() {
  const { code, stdout } = await latchkey(['releases', 'keys', '--dir', dir, '--json'])
  expect(code).toBe(0)
  const setting: string = JSON.parse(stdout).release_keys
  return { setting, keys: parseReleaseKeys(setting) ?? expect.fail('no keys') }
}

test('makes two keys without a service, in files that only the passphrase opens', async () => {
  const { keys } = await createKeys()
  for (const [name, of] of [
    ['release-key.pem', keys.first],
    ['release-key-offline.pem', keys.second],
  ] as const) {
    expect(await readFile(inDir(name), 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----/)
    if (process.platform !== 'win32') expect((await stat(inDir(name))).mode & 0o777).toBe(0o600)
    expect([...of.keys()]).toEqual([(await readKeyFile(inDir(name), PASSPHRASE)).keyId])
    await expect(readKeyFile(inDir(name), 'another')).rejects.toThrow('the passphrase is another one')
  }
})

test('never replaces a key, and refuses a short passphrase', async () => {
  await createKeys()
  const before = await readFile(inDir('release-key.pem'), 'utf8')
  const again = await latchkey(['releases', 'keys', '--dir', dir])
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('exists already. Apps may trust it.'),
  })
  expect(await readFile(inDir('release-key.pem'), 'utf8')).toBe(before)
  expect(await latchkey(['releases', 'keys', '--dir', dir], 'short')).toMatchObject({ code: 2, stdout: '' })
})

test('the second key replaces the first, and apps then accept the new one alone', async () => {
  const { setting, keys } = await createKeys()
  const replace = (file: string) =>
    latchkey(
      ['releases', 'replace-key', inDir(file), '--app', 'plants', '--keys', setting].concat([
        '--new',
        inDir('new.pem'),
        '--json',
      ]),
    )
  expect((await replace('release-key.pem')).stderr).toContain('is not the second key of this setting')
  const { stdout } = await replace('release-key-offline.pem')
  const { rotation, release_keys } = JSON.parse(stdout)
  const rotations = verifiedRotations([rotation], 'plants', keys)
  const { keyId } = await readKeyFile(inDir('new.pem'), PASSPHRASE)
  expect([...trustedKeys(keys, rotations).keys()]).toEqual([keyId, ...keys.second.keys()])
  expect(parseReleaseKeys(release_keys)?.first.has(keyId)).toBe(true)
})

const INSTALLER = Buffer.from('an installer')
const PACKAGE: ReleasePackage = {
  project: 'plants',
  version: '1.1.0',
  covered_since: 1_800_000_000,
  notes: 'Faster.',
  files: [
    {
      platform: 'linux',
      arch: 'x64',
      file: 'plants-1.1.0-linux-x64.AppImage',
      sha512: createHash('sha512').update(INSTALLER).digest('base64'),
      size: INSTALLER.length,
    },
  ],
}
const WINDOWS: ReleasePackage = {
  ...PACKAGE,
  files: PACKAGE.files.map((file) => ({ ...file, platform: 'win32', file: 'plants-1.1.0-setup.exe' })),
}

async function writePackage(...parts: readonly unknown[]): Promise<void> {
  for (const [index, part] of parts.entries()) {
    await writeFile(inDir(`latchkey-release-${index}.json`), JSON.stringify(part))
  }
  for (const { file } of [PACKAGE, WINDOWS].flatMap(({ files }) => files)) {
    await writeFile(inDir(file), INSTALLER)
  }
}

test('signs each file of a package of several systems', async () => {
  const { keys } = await createKeys()
  await writePackage(PACKAGE, WINDOWS)
  const signer = await readKeyFile(inDir('release-key.pem'), PASSPHRASE)
  const signed = signPackage(await readPackage(dir), signer, true)
  expect(signed.map((one) => verifyRelease(one, keys.first).kind)).toEqual(['authentic', 'authentic'])
  expect(signed.map(({ file, is_security_fix }) => [file, is_security_fix])).toEqual([
    ['plants-1.1.0-linux-x64.AppImage', true],
    ['plants-1.1.0-setup.exe', true],
  ])
})

test.each([
  ['no package', [], 'has no latchkey-release'],
  ['two dates', [PACKAGE, { ...WINDOWS, covered_since: 1_800_000_001 }], 'set LATCHKEY_COVERED_SINCE'],
  ['two versions', [PACKAGE, { ...WINDOWS, version: '1.2.0' }], 'the version 1.1.0 and the version 1.2.0'],
  ['two apps', [PACKAGE, { ...WINDOWS, project: 'trees' }], 'the app plants and the app trees'],
  ['no installer', [{ ...PACKAGE, files: [] }], 'no installer that can be an update'],
  ['no SemVer', [{ ...PACKAGE, version: '1.1' }], 'is damaged'],
  ['damage', ['{'], 'is damaged'],
])('refuses a folder with %s', async (_name, parts, message) => {
  await writePackage(...parts)
  await expect(readPackage(dir)).rejects.toThrow(message)
})

test('refuses a file that was changed after the package was made, or that is missing', async () => {
  await writePackage(PACKAGE)
  const path = inDir('plants-1.1.0-linux-x64.AppImage')
  await writeFile(path, 'An installer')
  await expect(readPackage(dir)).rejects.toThrow('is not the file that the package was made with')
  await rm(path)
  await expect(readPackage(dir)).rejects.toThrow('is missing, and belongs to the release')
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Project } from '../../packages/electron-tools/src/cli/project.ts'
import { publishRelease, writeReleasePackage } from '../../packages/electron-tools/src/cli/release-package.ts'
import { readPackage } from '../../packages/vendor/src/releases/read-package.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-package-'))
  return () => rm(dir, { recursive: true })
})

const projectIn = (rootDir: string): Project =>
  ({
    rootDir,
    manifest: { version: '1.2.0' },
    settings: { LATCHKEY_APP_NAME: 'harbour' },
  }) as unknown as Project

test('the command line of the vendor reads what the packaging writes, with the date of the build', async () => {
  const installers = [
    'harbour-1.2.0-setup.exe',
    'harbour-1.2.0-mac-arm64.zip',
    'harbour-1.2.0-mac-universal.zip',
    'harbour-1.2.0-linux-x86_64.AppImage',
    'harbour-1.2.0-linux-amd64.deb',
    'harbour-1.1.0-setup.exe',
  ]
  for (const name of installers) await writeFile(join(dir, name), 'abc')
  await writeFile(join(dir, 'CHANGELOG.md'), '# Changelog\n\n## [1.2.0]\n- Faster.\n')
  await writeReleasePackage(dir, projectIn(dir), 1_780_000_000)
  const read = await readPackage(dir)
  expect(read).toMatchObject({ project: 'harbour', version: '1.2.0', notes: '- Faster.' })
  expect(read.covered_since).toBe(1_780_000_000)
  const own = process.arch === 'arm64' || process.arch === 'ia32' ? process.arch : 'x64'
  expect(read.files.map(({ platform, arch, file }) => [platform, arch, file])).toEqual([
    ['win32', own, 'harbour-1.2.0-setup.exe'],
    ['darwin', 'arm64', 'harbour-1.2.0-mac-arm64.zip'],
    ['darwin', 'universal', 'harbour-1.2.0-mac-universal.zip'],
    ['linux', 'x64', 'harbour-1.2.0-linux-x86_64.AppImage'],
  ])
})

test('writes nothing where no installer can be an update', async () => {
  await writeFile(join(dir, 'harbour-1.2.0-linux-amd64.deb'), 'abc')
  expect(await writeReleasePackage(dir, projectIn(dir), 1_780_000_000)).toBeUndefined()
})

test('a release says how to install the command line of the vendor', () => {
  const { env } = process
  process.env = { ...env, PATH: dir }
  try {
    expect(() => publishRelease(projectIn(dir), [])).toThrow('npm install --save-dev @latchkey/vendor')
  } finally {
    process.env = env
  }
})

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createPackage } from '@electron/asar'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findElectron } from '../../tools/set-up/electron.js'
import { nodePath, rootDir } from '../../tools/set-up/places.js'

const CLI = join(rootDir, 'packages', 'electron-tools', 'src', 'cli', 'index.ts')
const SECRETS = ['the-first-secret-0001', 'the-second-secret-0002', 'the-third-secret-0003']
const MAIN = `const { createLicensing } = require('@latchkey/electron')
createLicensing({ secrets: ${JSON.stringify(SECRETS)} })`

let dir: string
/** The package of an app that is not made from the template. */
let packageDir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-check-'))
  packageDir = join(dir, 'dist', 'linux-unpacked')
  await mkdir(join(packageDir, 'resources'), { recursive: true })
  await writeFile(join(dir, 'latchkey.json'), JSON.stringify({ secrets: SECRETS, publicKeys: 'none' }))
  const binaryPath = join(packageDir, 'harbour')
  await cp(findElectron()?.binaryPath ?? '', binaryPath)
  await flipFuses(binaryPath, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  })
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const GOOD: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'harbour', main: 'out/main/index.js' }),
  'out/main/index.js': MAIN,
  'out/renderer/index.html': '<!doctype html><script src="page.js"></script>',
  'out/renderer/page.js': 'document.title = "Harbour"',
  'node_modules/library/index.js.map': '{}',
}

async function check(files: Readonly<Record<string, string>>): Promise<{ code: number; lines: string[] }> {
  const appDir = await mkdtemp(join(dir, 'app-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(appDir, path)), { recursive: true })
    await writeFile(join(appDir, path), content)
  }
  await createPackage(appDir, join(packageDir, 'resources', 'app.asar'))
  const run = promisify(execFile)(nodePath, [CLI, 'check', 'dist/linux-unpacked'], { cwd: dir })
  const { code = 0, stdout } = await run.catch((error) => error)
  return { code, lines: stdout.trim().split('\n') }
}

test.each([
  [{ secrets: SECRETS }, /^REFUSED: publicKeys \(LATCHKEY_PUBLIC_KEYS\) is not set.*write none/],
  [{ secrets: SECRETS, publicKeys: 'none', trial: true }, /^REFUSED: trial needs publicKeys/],
])('settings that do not say how answers are verified are refused: %o', async (given, problem) => {
  const settingsPath = join(dir, 'latchkey.json')
  const settings = await readFile(settingsPath, 'utf8')
  await writeFile(settingsPath, JSON.stringify(given))
  const { code, lines } = await check(GOOD)
  await writeFile(settingsPath, settings)
  expect(code).toBe(1)
  expect(lines[0]).toMatch(problem)
})

test('a package of any app passes', async () => {
  expect(await check(GOOD)).toEqual({ code: 0, lines: ['dist/linux-unpacked passes.'] })
})

const MISTAKES: readonly (readonly [name: string, path: string, content: string, problem: RegExp])[] = [
  [
    'a secret in a page',
    'out/renderer/page.js',
    `const key = "${SECRETS[1]}"`,
    /page.js holds LATCHKEY_SECRET_2/,
  ],
  [
    'an encoded secret in a preload script',
    'out/main/preload.js',
    `atob("${Buffer.from(SECRETS[0] ?? '').toString('base64')}")`,
    /preload.js holds LATCHKEY_SECRET_1/,
  ],
  ['a .env file', '.env.production', 'A=1', /\.env\.production is in the package/],
  ['a source map', 'out/main/index.js.map', '{}', /index.js.map is a source map/],
  [
    'an embedded source map',
    'out/renderer/second.js',
    '//# sourceMappingURL=data:x',
    /second.js contains a source/,
  ],
  [
    'remote debugging',
    'out/main/index.js',
    'app.commandLine.appendSwitch("remote-debugging-port", "9222")',
    /index.js switches remote debugging on/,
  ],
]

describe('a package with mistakes', () => {
  let lines: string[]
  beforeAll(async () => {
    const mistakes = MISTAKES.map(([, path, content]) => [path, content])
    const checked = await check({ ...GOOD, ...Object.fromEntries(mistakes) })
    expect(checked.code).toBe(1)
    lines = checked.lines
  })

  test.each(MISTAKES)('is refused for %s', (_name, _path, _content, problem) => {
    expect(lines.filter((line) => problem.test(line))).toHaveLength(1)
  })

  test('is refused for nothing else', () => {
    expect(lines).toHaveLength(MISTAKES.length + 1)
    expect(lines.at(-1)).toBe('dist/linux-unpacked must not be released.')
  })
})

test('refuses a file with the settings beside the archive, and a fuse', async () => {
  await writeFile(join(packageDir, 'resources', 'latchkey.json'), JSON.stringify(SECRETS))
  await flipFuses(join(packageDir, 'harbour'), {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
  })
  const { lines } = await check(GOOD)
  expect(lines).toEqual([
    expect.stringMatching(/fuse RunAsNode must be off/),
    ...[1, 2, 3].map((nth) => expect.stringMatching(`resources/latchkey.json holds LATCHKEY_SECRET_${nth}`)),
    'dist/linux-unpacked must not be released.',
  ])
})

import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { REQUIRED_NAMES } from '../../packages/electron/src/settings.ts'
import { buildPackages, PUBLISHED } from '../../tools/packages/build.ts'
import { rootDir } from '../../tools/set-up/places.js'
import { toolsEnv } from '../../tools/set-up/run.js'

/** Compiling six packages and installing them takes half a minute on a busy machine. */
const SLOW = { timeout: 180_000 }

/** What an app needs beside the packages, in the versions of this repository. */
const APP_DEPENDENCIES = [
  '@electron/asar',
  '@electron/fuses',
  'electron',
  'electron-vite',
  'vite',
  'react',
  'react-dom',
  '@vitejs/plugin-react',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'typescript',
] as const

let workDir: string
let tarballs: string[]
beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'latchkey-published-'))
  tarballs = buildPackages(join(workDir, 'packages'))
}, SLOW.timeout)
afterAll(() => rm(workDir, { recursive: true, force: true }))

test.each(PUBLISHED)('%s passes publint', async (name) => {
  const pkgDir = join(workDir, 'packages', name)
  const { messages, pkg } = await publint({ pkgDir, pack: false, level: 'warning' })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test.each(PUBLISHED)('the types of %s match its modules', async (name) => {
  const tarball = tarballs.find((path) => basename(path).startsWith(`latchkey-${name}-`)) ?? ''
  const data = new Uint8Array(await readFile(tarball))
  const analysis = await checkPackage(createPackageFromTarballData(data), {
    excludeEntrypoints: [/\.css$/],
  })
  const problems = analysis.types === false ? ['no types'] : analysis.problems
  // The packages are ESM: Node 22 and later also `require` them. Resolution as before Node 12 is not
  // supported. The entry for any app, `createLicensing`, supports both.
  const unexpected = problems.filter(
    (problem) =>
      typeof problem === 'string' ||
      !('resolutionKind' in problem) ||
      (name === 'electron' && problem.entrypoint === '.') ||
      !['node10', 'node16-cjs'].includes(problem.resolutionKind),
  )
  expect(unexpected).toEqual([])
})

// After an intended change: npx vitest run --project node test/packages/published.test.ts -u
test('the public API of createLicensing is the one in docs/api', async () => {
  const path = join(workDir, 'packages', 'electron', 'dist', 'licensing.d.mts')
  const declarations = await readFile(path, 'utf8')
  const report = `# API of \`@latchkey/electron\`\n\n\`\`\`ts\n${declarations}\`\`\`\n`
  await expect(report).toMatchFileSnapshot('../../docs/api/electron.md')
})

test('an app outside of this repository installs the tarballs, builds and is checked', SLOW, async () => {
  const appDir = join(workDir, 'harbour')
  for (const folder of ['src', 'resources']) {
    await cp(join(rootDir, folder), join(appDir, folder), { recursive: true })
  }
  for (const file of ['app.json', 'electron.vite.config.ts', 'tsconfig.json']) {
    await cp(join(rootDir, file), join(appDir, file))
  }
  const versions = { ...manifest.devDependencies } as Record<string, string>
  const own = tarballs.map((path) => [`@latchkey/${basename(path).split('-')[1]}`, `file:${path}`])
  const app = {
    name: 'harbour',
    productName: 'Harbour',
    version: '1.0.0',
    private: true,
    type: 'module',
    main: manifest.main,
    dependencies: Object.fromEntries([...own, ...APP_DEPENDENCIES.map((name) => [name, versions[name]])]),
  }
  await writeFile(join(appDir, 'package.json'), JSON.stringify(app))
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, args, {
      cwd: appDir,
      env: { ...toolsEnv(), PATH: `${join(appDir, 'node_modules/.bin')}:${toolsEnv()['PATH']}` },
      shell: process.platform === 'win32',
    })
  await run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')
  await run('tsc')
  await run('electron-vite', 'build', '--logLevel', 'warn')
  expect(await readFile(join(appDir, manifest.main), 'utf8')).not.toContain(dirname(rootDir))
  const checked: { code: number; stdout: string; stderr: string } = await run('latchkey-app', 'check').then(
    () => Promise.reject(new Error('The check passed without a package.')),
    (error) => error,
  )
  expect(checked.stderr).toContain('There is no package to check.')
  const refused = checked.stdout.match(/^REFUSED: .*$/gm) ?? []
  expect(refused).toEqual(
    expect.arrayContaining(REQUIRED_NAMES.map((name) => `REFUSED: ${name} is not set.`)),
  )
  // Until `npm run init`, the ID, the mark and the icons are the template's.
  const isOfTemplate = / is not set\.| the example| is the template's /
  expect(refused.filter((line) => !isOfTemplate.test(line))).toEqual([])
})

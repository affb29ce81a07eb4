import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiDocuments } from '../../tools/packages/api-documents.ts'
import {
  COMPILED,
  findOrBuildPackages,
  installCommands,
  LIBRARIES,
  nameIn,
  PUBLISHED,
  updateVendorDir,
} from '../../tools/packages/build.ts'
import { rootDir } from '../../tools/set-up/places.js'
import { toolsEnv, tryRun } from '../../tools/set-up/run.js'

let workDir: string
let tarballs: string[]
beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'latchkey-published-'))
  tarballs = findOrBuildPackages(join(workDir, 'packages'))
}, 180_000)
afterAll(() => rm(workDir, { recursive: true, force: true }))

/** The folder from which the tarballs were packed. */
const packagesDir = (): string => dirname(tarballs[0] ?? '')

test.each(PUBLISHED)('%s passes publint', async (name) => {
  const pkgDir = join(packagesDir(), name)
  const { messages, pkg } = await publint({ pkgDir, pack: false, level: 'warning' })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test.each(LIBRARIES)('the types of %s match its modules', async (name) => {
  const tarball = tarballs.find((path) => nameIn(path) === name) ?? ''
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

const RENEW = 'If this is intended: npx vitest run --project node test/packages/published.test.ts -u'

test.each(LIBRARIES)('the public names of %s are those in docs/api, and are documented', async (name) => {
  const { names, undocumented } = createApiDocuments(join(packagesDir(), name))
  expect(undocumented).toEqual([])
  await expect(names, RENEW).toMatchFileSnapshot(`../../docs/api/${name}.txt`)
})

const IMPORT = /^(?:import|export|\}).* from '([^'.][^']*)'|\bimport\(['"]([^'".][^'"]*)['"]\)/gm

/** The packages that the built modules and types import. */
function importsOf(packageDir: string): Set<string> {
  const paths = globSync('dist/**/*.{js,d.ts}', { cwd: packageDir, exclude: ['dist/console-page/**'] })
  const specifiers = paths
    .flatMap((path) => [...readFileSync(join(packageDir, path), 'utf8').matchAll(IMPORT)])
    .map(([, ofStatement, ofCall]) => ofStatement ?? ofCall ?? '')
  return new Set(
    specifiers
      .filter((specifier) => !isBuiltin(specifier))
      .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''),
  )
}

// `licensing` is a bundle, so it has no dependencies.
test.each(COMPILED)('%s depends on what it imports, and on nothing else', (name) => {
  const packageDir = join(packagesDir(), name)
  const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'))
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  // The compiler does not make the entry `.` of `electron`.
  const imported = [...importsOf(packageDir), ...(name === 'electron' ? ['@latchkey/licensing'] : [])]
  // `electron-vite` is a program that the commands run, and is not imported.
  expect(imported.sort()).toEqual(declared.filter((each) => each !== 'electron-vite').sort())
})

test('an app installs none of the tools with its licensing and components', () => {
  const workspaces = ['-w', '@latchkey/electron', '-w', '@latchkey/react']
  const { stdout } = tryRun('npm', ['ls', '--omit=dev', '--all', '--parseable', ...workspaces], {
    cwd: rootDir,
    env: toolsEnv(),
  })
  const names = stdout.split('\n').map((path) => path.replaceAll('\\', '/').split('node_modules/').pop())
  expect(names).toEqual(
    expect.arrayContaining(['@latchkey/client', 'electron-store', 'electron-updater', 'qr']),
  )
  for (const tool of ['@electron/asar', '@electron/fuses', 'commander']) expect(names).not.toContain(tool)
})

test('the guides in the package of apps refer to nothing that it does not have', () => {
  const packageDir = join(packagesDir(), 'electron')
  const guides = globSync('docs/guides/*.md', { cwd: packageDir })
  expect(guides.length).toBeGreaterThan(10)
  const missing = guides.flatMap((guide) =>
    [...readFileSync(join(packageDir, guide), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, link = '']) => join(dirname(guide), link))
      .filter((path) => !existsSync(join(packageDir, path)))
      .map((path) => `${guide}: ${path}`),
  )
  expect(missing).toEqual([])
})

/** An app with the packages in its folder `vendor`. */
async function createApp(name: string): Promise<{ appDir: string; dependencies: Record<string, string> }> {
  const appDir = join(workDir, name)
  const dependencies = updateVendorDir(join(appDir, 'vendor'), tarballs)
  await writeFile(join(appDir, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  return { appDir, dependencies }
}

test('an app without a bundler installs one small package for production', async () => {
  const { appDir, dependencies } = await createApp('unbundled')
  const [development = '', , production = ''] = installCommands(join(appDir, 'vendor'), dependencies).split(
    '\n',
  )
  expect(development).toMatch(/^npm install --save-dev .*\/latchkey-service-/)
  expect(production).toMatch(/^npm install --save-prod \.\/vendor\/latchkey-licensing-[\d.]+\.tgz$/)
  // The installation works without a network, because it needs nothing from a registry.
  const offline = ['--offline', '--no-audit', '--no-fund']
  const { ok, output } = tryRun('npm', [...production.split(' ').slice(1), ...offline], {
    cwd: appDir,
    env: toolsEnv(),
  })
  expect(ok, output).toBe(true)
  const { packages } = JSON.parse(await readFile(join(appDir, 'package-lock.json'), 'utf8'))
  expect(Object.keys(packages)).toEqual(['', 'node_modules/@latchkey/licensing'])
  // There are no peer dependencies either: npm would install those in production that the app has
  // as development dependencies.
  const { dependencies: own, peerDependencies } = packages['node_modules/@latchkey/licensing']
  expect({ own, peerDependencies }).toEqual({})
  const files = await readdir(join(appDir, 'node_modules/@latchkey'), {
    recursive: true,
    withFileTypes: true,
  })
  const sizes = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)))
  const bytes = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
  expect(bytes).toBeLessThan(1.5e6)
})

test('the packages of an app stay in vendor until it refers to newer ones', async () => {
  const { appDir, dependencies } = await createApp('upgraded')
  const manifest = (devDependencies: Record<string, string>) =>
    writeFile(join(appDir, 'package.json'), JSON.stringify({ name: 'upgraded', devDependencies }, null, 2))
  const vendored = async () => (await readdir(join(appDir, 'vendor'))).sort()
  const before = await vendored()
  await manifest(dependencies)
  const newer = tarballs.map((path) =>
    join(workDir, 'newer', basename(path).replace(/\d.*(?=\.tgz)/, '9.9.9')),
  )
  await mkdir(join(workDir, 'newer'))
  for (const path of newer) await writeFile(path, '')
  const later = updateVendorDir(join(appDir, 'vendor'), newer)
  expect(await vendored()).toEqual(expect.arrayContaining(before))
  await manifest(later)
  updateVendorDir(join(appDir, 'vendor'), newer)
  expect(await vendored()).toEqual(before.map((name) => name.replace(/\d.*(?=\.tgz)/, '9.9.9')))
})

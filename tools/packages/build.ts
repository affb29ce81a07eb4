/**
 * Compiles the published packages to JavaScript with types in `artifacts/packages/NAME` and packs
 * them. Writes the documentation of their exports to `artifacts/api`. This repository itself uses
 * their source.
 * Usage: npm run packages [-- FOLDER]   (FOLDER: `vendor` of an app, which gets the tarballs)
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { buildPagesWhenStale } from '../pages.js'
import { cacheDir, rootDir } from '../set-up/places.js'
import { tryRun } from '../set-up/run.js'
import { log } from '../set-up/setup-error.js'
import { ONE_CHECKER } from '../typecheck.js'
import { createApiDocuments } from './api-documents.ts'
import { addLicensing, assembleLicensing } from './licensing.ts'

/**
 * The compiled packages, dependencies first. A clone may have deleted the service and the vendor's
 * command line.
 */
export const COMPILED = [
  'protocol',
  'management',
  'import-file',
  'shops',
  'command-line',
  'client',
  'electron',
  'electron-tools',
  'react',
  'service',
  'vendor',
].filter((name) => existsSync(join(rootDir, 'packages', name)))
/** The published packages. `licensing` is made from `electron`. */
export const PUBLISHED = [...COMPILED, 'licensing']

/** The packages that export modules. The service does not: it is a program. */
export const LIBRARIES = PUBLISHED.filter((name) => name !== 'service')

/** Files that are copied without compilation. */
const ASSETS = '**/*.{css,json,md}'
const NOT_PUBLISHED = ['**/*.test.*', '**/testing/**', '**/contract*.ts']

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports?: string | Record<string, string>
  readonly bin?: Record<string, string>
  readonly dependencies?: Record<string, string>
  readonly private?: boolean
}

/** The packages on which an app may depend. The vendor's command line is not part of an app. */
const OF_APPS = PUBLISHED.filter((name) => name !== 'vendor' && name !== 'import-file')

/**
 * Compiles and packs all packages.
 * @param version instead of the packages' own
 * @returns the tarball of each package
 */
export function buildPackages(outDir: string, version?: string): string[] {
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  compile(outDir)
  const dirs = COMPILED.map((name) => assemble(name, join(outDir, name), version))
  const licensingDir = join(outDir, 'licensing')
  assembleLicensing(licensingDir, join(outDir, 'electron'))
  const { stdout } = run('npm', ['pack', '--silent', ...dirs, licensingDir], outDir)
  return stdout
    .trim()
    .split('\n')
    .map((file) => join(outDir, file))
}

/** The variable with the folder of packages that are built already. `npm test` builds them once. */
export const BUILT_PACKAGES = 'BUILT_PACKAGES'

/** Like `buildPackages`, unless they are built already. */
export function findOrBuildPackages(outDir: string): string[] {
  const builtDir = process.env[BUILT_PACKAGES]
  if (builtDir === undefined) return buildPackages(outDir)
  return globSync('*.tgz', { cwd: builtDir }).map((file) => join(builtDir, file))
}

/**
 * Puts the tarballs into a folder `vendor` of an app. Older ones are deleted when the app no longer
 * refers to them: until the new ones are installed, it needs them.
 * @returns the dependencies of the app's package.json
 */
export function updateVendorDir(vendorDir: string, tarballs: readonly string[]): Record<string, string> {
  mkdirSync(vendorDir, { recursive: true })
  const inUse = ['package.json', 'package-lock.json'].map((name) => textOf(join(vendorDir, '..', name)))
  for (const old of globSync('latchkey-*.tgz', { cwd: vendorDir })) {
    if (!inUse.some((text) => text.includes(`vendor/${old}"`))) rmSync(join(vendorDir, old))
  }
  const dependencies: Record<string, string> = {}
  for (const tarball of tarballs) {
    const name = nameIn(tarball)
    if (!OF_APPS.includes(name)) continue
    cpSync(tarball, join(vendorDir, basename(tarball)))
    dependencies[`@latchkey/${name}`] = `file:vendor/${basename(tarball)}`
  }
  return dependencies
}

/** The name of the package in a tarball: `latchkey-electron-tools-0.1.0.tgz` → `electron-tools`. */
export const nameIn = (tarball: string): string => /^latchkey-([a-z-]+)-\d/.exec(basename(tarball))?.[1] ?? ''

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** What to run in the folder of the app, one command a line. */
export function installCommands(vendorDir: string, dependencies: Readonly<Record<string, string>>): string {
  const paths = mapValues(dependencies, (spec) => spec.replace('file:', './'))
  const all = Object.values(paths).join(' ')
  // npm then leaves each package where it is, in `dependencies` or `devDependencies`.
  if (textOf(join(vendorDir, '..', 'package.json')).includes('"@latchkey/')) return `npm install ${all}`
  return [
    `npm install --save-dev ${all}`,
    'and if your build does not bundle the main process:',
    `npm install --save-prod ${paths['@latchkey/licensing']}`,
  ].join('\n')
}

/** Compiles all packages into `outDir/NAME/src`. */
function compile(outDir: string): void {
  const packagesDir = join(rootDir, 'packages')
  const srcDirs = COMPILED.map((name) => join(packagesDir, name, 'src'))
  // The file is inside this repository, so that the compiler finds the types of Node.
  const configPath = join(cacheDir, `tsconfig.packages-${process.pid}.json`)
  const config = {
    extends: join(rootDir, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: packagesDir,
      outDir,
      allowJs: false,
      checkJs: false,
    },
    include: srcDirs,
    exclude: NOT_PUBLISHED.map((pattern) => join(packagesDir, pattern)),
  }
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(configPath, JSON.stringify(config))
  run('tsc', [...ONE_CHECKER, '-p', configPath], rootDir)
  rmSync(configPath)
}

/** Adds everything but the compiled files. @returns `outDir` */
function assemble(name: string, outDir: string, version: string | undefined): string {
  const packageDir = join(rootDir, 'packages', name)
  const srcDir = join(packageDir, 'src')
  if (name === 'service') addPages(join(outDir, 'src'))
  renameSync(join(outDir, 'src'), join(outDir, 'dist'))
  for (const file of globSync(ASSETS, { cwd: srcDir })) {
    mkdirSync(dirname(join(outDir, 'dist', file)), { recursive: true })
    cpSync(join(srcDir, file), join(outDir, 'dist', file))
  }
  const text = readFileSync(join(packageDir, 'package.json'), 'utf8')
  const manifest = JSON.parse(version === undefined ? text : withVersion(text, version)) as Manifest
  const published =
    name === 'electron' ? withLicensing(manifest, join(outDir, 'dist')) : publishedManifest(manifest)
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  cpSync(join(rootDir, 'LICENSE'), join(outDir, 'LICENSE'))
  if (name === 'electron') addDocuments(outDir)
  const readmePath = join(packageDir, 'README.md')
  if (existsSync(readmePath)) cpSync(readmePath, join(outDir, 'README.md'))
  return outDir
}

/**
 * Documents for apps outside of this repository. They keep their paths, so that their links are
 * right.
 */
const DOCUMENTS = ['docs/guides/*.md', 'docs/pictures/guide-*.png', 'examples/{protected-script,tray}/**/*.*']
const OTHER_DOCUMENTS = ['SECURITY.md', 'CHANGELOG.md', 'src/renderer/product/README.md']

function addDocuments(outDir: string): void {
  for (const file of [...globSync(DOCUMENTS, { cwd: rootDir }), ...OTHER_DOCUMENTS]) {
    mkdirSync(dirname(join(outDir, file)), { recursive: true })
    if (existsSync(join(rootDir, file))) cpSync(join(rootDir, file), join(outDir, file))
  }
}

/** The pages, from where `people/console-app.ts` and the module `my` serve them. */
function addPages(dir: string): void {
  buildPagesWhenStale()
  cpSync(join(rootDir, 'packages', 'console', 'dist'), join(dir, 'console-page'), { recursive: true })
  cpSync(join(rootDir, 'packages', 'customer-page', 'dist'), join(dir, 'customer-page'), { recursive: true })
}

/**
 * Sets the version in a package.json. All packages have the same one, and depend on exactly that.
 */
const withVersion = (text: string, version: string): string =>
  text.replace(/("(?:version|@latchkey\/[\w-]+)": ")[^"]+/g, `$1${version}`)

/** In the repository, package.json refers to the source; in the published package, to the build. */
function publishedManifest({ private: _, exports, bin, ...manifest }: Manifest): object {
  return {
    ...manifest,
    files: ['dist'],
    ...(exports === undefined ? {} : { exports: publishedExports(exports) }),
    ...(bin === undefined ? {} : { bin: mapValues(bin, builtPath) }),
  }
}

/** Makes the package.json of `electron`, which also has the entry of `licensing`. */
function withLicensing({ exports = {}, ...manifest }: Manifest, distDir: string): object {
  const { dependency, exports: entry, ...fields } = addLicensing(distDir, manifest.version)
  return {
    ...publishedManifest(manifest),
    files: ['dist', 'docs', 'examples', 'src', 'SECURITY.md', 'CHANGELOG.md'],
    exports: { ...publishedExports(exports), ...entry },
    dependencies: { ...manifest.dependencies, ...dependency },
    ...fields,
  }
}

const publishedExports = (exports: string | Record<string, string>): object =>
  mapValues(typeof exports === 'string' ? { '.': exports } : exports, (path) =>
    /\.tsx?$/.test(path)
      ? { types: builtPath(path).replace(/\.js$/, '.d.ts'), default: builtPath(path) }
      : builtPath(path),
  )

const builtPath = (path: string): string => path.replace(/^(\.\/)?src\//, './dist/').replace(/\.tsx?$/, '.js')

const mapValues = <T>(
  record: Readonly<Record<string, string>>,
  map: (value: string) => T,
): Record<string, T> => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))

function run(command: string, args: string[], cwd: string): { stdout: string } {
  const result = tryRun(command, args, { cwd })
  if (!result.ok) throw new Error(`${command} ${args.join(' ')} failed:\n${result.output}`)
  return result
}

/** Writes the documentation of the exports of all packages. */
function writeApiDocuments(outDir: string, packagesDir: string): void {
  mkdirSync(outDir, { recursive: true })
  for (const name of LIBRARIES) {
    writeFileSync(join(outDir, `${name}.md`), createApiDocuments(join(packagesDir, name)).full)
  }
}

if (import.meta.main) {
  const artifactsDir = join(rootDir, 'artifacts')
  const packagesDir = join(artifactsDir, 'packages')
  const tarballs = buildPackages(packagesDir)
  writeApiDocuments(join(artifactsDir, 'api'), packagesDir)
  const [vendorDir] = process.argv.slice(2)
  if (vendorDir === undefined) for (const path of tarballs) log(path)
  else {
    const dependencies = updateVendorDir(vendorDir, tarballs)
    log(`In the folder of the app:\n${installCommands(vendorDir, dependencies)}`)
  }
}

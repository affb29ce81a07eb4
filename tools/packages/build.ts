/**
 * Compiles the published packages to JavaScript with types in `artifacts/packages/NAME` and packs
 * them. This repository itself uses their source.
 * Usage: node tools/packages/build.ts
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheDir, rootDir } from '../set-up/places.js'
import { tryRun } from '../set-up/run.js'
import { log } from '../set-up/setup-error.js'
import { addLicensing } from './licensing.ts'

/** Dependencies first. */
export const PUBLISHED = ['protocol', 'management', 'client', 'electron', 'react', 'vendor'] as const

/** Files that are copied without compilation. */
const ASSETS = '**/*.{css,json,md}'
const NOT_PUBLISHED = ['**/*.test.*', '**/testing/**', '**/recorded-machines/**']

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports?: string | Record<string, string>
  readonly bin?: Record<string, string>
  readonly private?: boolean
}

/** @returns the tarball of each package */
export function buildPackages(outDir: string): string[] {
  return PUBLISHED.map((name) => buildPackage(name, join(outDir, name)))
}

function buildPackage(name: string, outDir: string): string {
  const packageDir = join(rootDir, 'packages', name)
  const srcDir = join(packageDir, 'src')
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  // Inside this repository, so that the compiler finds the types of Node.
  const configPath = join(cacheDir, `tsconfig.${name}.json`)
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(configPath, JSON.stringify(compilerConfig(srcDir, join(outDir, 'dist'))))
  run('tsc', ['-p', configPath], rootDir)
  rmSync(configPath)
  for (const file of globSync(ASSETS, { cwd: srcDir })) {
    mkdirSync(dirname(join(outDir, 'dist', file)), { recursive: true })
    cpSync(join(srcDir, file), join(outDir, 'dist', file))
  }
  const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as Manifest
  const { exports, ...fields } = name === 'electron' ? addLicensing(outDir) : { exports: {} }
  const published = publishedManifest(manifest, exports)
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify({ ...published, ...fields }, null, 2)}\n`)
  cpSync(join(rootDir, 'LICENSE'), join(outDir, 'LICENSE'))
  const readmePath = join(packageDir, 'README.md')
  if (existsSync(readmePath)) cpSync(readmePath, join(outDir, 'README.md'))
  const { stdout } = run('npm', ['pack', '--silent', '--pack-destination', dirname(outDir)], outDir)
  return join(dirname(outDir), stdout.trim())
}

const compilerConfig = (srcDir: string, outDir: string) => ({
  extends: join(rootDir, 'tsconfig.json'),
  compilerOptions: {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: srcDir,
    outDir,
    allowJs: false,
    checkJs: false,
  },
  include: [srcDir],
  exclude: NOT_PUBLISHED.map((pattern) => join(srcDir, pattern)),
})

/** In the repository, package.json refers to the source; in the published package, to the build. */
function publishedManifest({ private: _, exports, bin, ...manifest }: Manifest, entries: object): object {
  return {
    ...manifest,
    files: ['dist'],
    ...(exports === undefined ? {} : { exports: { ...publishedExports(exports), ...entries } }),
    ...(bin === undefined ? {} : { bin: mapValues(bin, builtPath) }),
  }
}

const publishedExports = (exports: string | Record<string, string>): object =>
  mapValues(typeof exports === 'string' ? { '.': exports } : exports, (path) =>
    /\.tsx?$/.test(path)
      ? { types: builtPath(path).replace(/\.js$/, '.d.ts'), default: builtPath(path) }
      : builtPath(path),
  )

const builtPath = (path: string): string => path.replace(/^(\.\/)?src\//, './dist/').replace(/\.tsx?$/, '.js')

const mapValues = <T>(record: Record<string, string>, map: (value: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))

function run(command: string, args: string[], cwd: string): { stdout: string } {
  const result = tryRun(command, args, { cwd })
  if (!result.ok) throw new Error(`${command} ${args.join(' ')} failed:\n${result.output}`)
  return result
}

if (import.meta.main) {
  for (const path of buildPackages(join(rootDir, 'artifacts', 'packages'))) log(path)
}

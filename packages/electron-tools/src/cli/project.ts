import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { type RawSettings, SETTING_NAMES } from '@latchkey/electron/settings'
import type { Configuration } from 'electron-builder'

/** An expected failure. Its message is for the user and is printed without a stack trace. */
export class CommandError extends Error {}

/** Prints to standard error. Standard output is for data. */
export const log = (line: string): void => void process.stderr.write(`${line}\n`)

export interface AppManifest {
  readonly name: string
  readonly productName: string
  readonly version: string
  readonly description: string
  readonly homepage: string
  readonly author?: string | { readonly name: string; readonly email?: string }
  readonly main: string
}

/** The content of `app.json`. */
export interface AppSettings {
  /** A reversed domain. Never changed after the first release. */
  readonly appId: string
  /** The scheme of activation links, such as `harbour` in `harbour://activate?key=…`. */
  readonly linkScheme: string
  /** What the product page may do: names of `PRODUCT_MAY`. */
  readonly productMay?: readonly string[]
  /** How much packaging may add to the Electron distribution. Default: 1 % of its size. */
  readonly maxAddedMegabytes?: number
}

export interface Project {
  readonly rootDir: string
  readonly manifest: AppManifest
  readonly app: AppSettings
  /** What a build compiles into the app: `.env`, overridden by the environment. */
  readonly settings: RawSettings
  /** The installed version of the npm package `electron`. */
  readonly pinnedElectron: string
  /** The Electron distribution; undefined if it was not downloaded. */
  readonly electron: { readonly version: string; readonly dir: string } | undefined
}

export function authorOf({ author }: AppManifest): { readonly name: string; readonly email?: string } {
  return typeof author === 'object' ? author : { name: author?.replace(/\s*<.*/, '') ?? '' }
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

export const readIdentity = (rootDir: string): Pick<Project, 'manifest' | 'app'> => ({
  manifest: readJson(join(rootDir, 'package.json')),
  app: readJson(join(rootDir, 'app.json')),
})

/**
 * Reads where this machine has Electron from `.env.local`, for machines that cannot download it.
 * The variables are those of the packages `electron` and `electron-vite`.
 */
function readElectronVariables(rootDir: string): void {
  const path = join(rootDir, '.env.local')
  const local = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
  for (const name of ['ELECTRON_OVERRIDE_DIST_PATH', 'ELECTRON_EXEC_PATH']) {
    const value = process.env[name] ?? local[name]
    if (value !== undefined) process.env[name] = value
  }
}

export async function openProject(rootDir = process.cwd()): Promise<Project> {
  for (const file of ['package.json', 'app.json']) {
    if (existsSync(join(rootDir, file))) continue
    throw new CommandError(`There is no ${file} in ${rootDir}. Run this command in the folder of your app.`)
  }
  readElectronVariables(rootDir)
  const { loadEnv } = await import('vite')
  const environment = loadEnv('production', rootDir, 'LATCHKEY_')
  const electronManifest = createRequire(join(rootDir, 'package.json')).resolve('electron/package.json')
  // A distribution in another folder is set by this variable of the npm package `electron`.
  const dir = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(dirname(electronManifest), 'dist')
  const versionPath = join(dir, 'version')
  return {
    rootDir,
    ...readIdentity(rootDir),
    settings: Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name]])),
    pinnedElectron: readJson<{ version: string }>(electronManifest).version,
    electron: existsSync(versionPath)
      ? { version: readFileSync(versionPath, 'utf8').trim().replace(/^v/, ''), dir }
      : undefined,
  }
}

export function electronOf({ electron }: Project): NonNullable<Project['electron']> {
  if (electron === undefined) throw new CommandError('Electron is missing. Run: npx install-electron')
  return electron
}

/** The Electron executable. Downloads Electron if it is missing. */
export function electronPath(rootDir: string): string {
  readElectronVariables(rootDir)
  const known = process.env['ELECTRON_EXEC_PATH']
  if (known !== undefined) return known
  try {
    return createRequire(join(rootDir, 'package.json'))('electron') as string
  } catch {
    throw new CommandError('Electron is missing, and could not be downloaded. Run: npx install-electron')
  }
}

/** A new object at each call: electron-builder changes its configuration. */
export async function readBuilderConfig({ rootDir }: Project): Promise<Configuration> {
  const url = pathToFileURL(join(rootDir, 'electron-builder.config.ts')).href
  const { default: create } = (await import(url)) as { default: () => Configuration }
  return create()
}

/** The environment in which tools of the project's `node_modules/.bin` are found. */
export function toolEnv(rootDir: string): NodeJS.ProcessEnv {
  // On Windows the variable is called `Path`. Adding `PATH` would create a duplicate.
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const path = `${join(rootDir, 'node_modules', '.bin')}${delimiter}${process.env[pathName] ?? ''}`
  return { ...process.env, [pathName]: path }
}

/** Whether the app looks for updates, in a feed of its own or at the license service. */
export const hasUpdates = ({ LATCHKEY_UPDATE_URL, LATCHKEY_UPDATES }: RawSettings): boolean =>
  Boolean(LATCHKEY_UPDATE_URL || LATCHKEY_UPDATES)

/** No tool takes longer, unless it hangs. */
const LIMIT_MS = 5 * 60_000

/** Runs a tool of the project's `node_modules/.bin`. `output` has both streams. */
export function runTool(
  { rootDir }: Pick<Project, 'rootDir'>,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): { readonly ok: boolean; readonly output: string } {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    cwd: rootDir,
    env: { ...toolEnv(rootDir), ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    timeout: LIMIT_MS,
    // On Windows the tools are .cmd files.
    shell: process.platform === 'win32' && !isAbsolute(command),
  })
  return { ok: status === 0, output: `${error ? `${error.message}\n` : ''}${stderr ?? ''}${stdout ?? ''}` }
}

import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, posix, relative, resolve } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { SECRET_NAMES } from '@latchkey/electron/settings'
import { DEMO_MARK, parsePublicKeys } from '@latchkey/protocol'
import { type ArchivedFile, readArchive } from './archive.ts'
import { apiKeyProblem, isEnvironmentFile } from './check-archive.ts'
import { PUBLIC_KEYS_MISSING } from './check-settings.ts'
import { problemsIn } from './problems.ts'
import { CommandError } from './project.ts'
import { holds, holdsApiKey } from './spellings.ts'

/** The fuses that every app needs. Whether it needs others depends on how its pages are loaded. */
const FUSES: readonly (readonly [fuse: FuseV1Options, mustBeOn: boolean, reason: string])[] = [
  [FuseV1Options.RunAsNode, false, 'ELECTRON_RUN_AS_NODE makes the app run any script'],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false, 'NODE_OPTIONS loads code into the app'],
  [FuseV1Options.EnableNodeCliInspectArguments, false, '--inspect gives a debugger the shared secrets'],
  [FuseV1Options.OnlyLoadAppFromAsar, true, 'a folder resources/app replaces the app'],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true, 'a changed app.asar starts'],
]

/** Where the shared secrets of an app with `createLicensing` usually are. */
const SETTINGS_FILE = 'latchkey.json'

/**
 * Checks a package of an app with `createLicensing`, however it was built: fuses, source maps, `.env`
 * files, shared secrets outside of the main process, remote debugging, and a decision about public
 * keys.
 */
export async function checkAnyApp(folder: string, settingsPath = SETTINGS_FILE): Promise<void> {
  const dir = resolve(folder)
  const resourcesDir = await findResources(dir)
  const settings = readSettingsFile(resolve(settingsPath))
  const secrets = readSecrets(settings)
  const problems = await checkBinary(dir)
  const publicKeys = parsePublicKeys(
    String((process.env['LATCHKEY_PUBLIC_KEYS'] || settings.publicKeys) ?? ''),
  )
  if (secrets.length > 0 && publicKeys === undefined) {
    problems.push(PUBLIC_KEYS_MISSING.replace('LATCHKEY_PUBLIC_KEYS', 'publicKeys (LATCHKEY_PUBLIC_KEYS)'))
  }
  if (settings.trial === true && publicKeys?.size === 0) {
    problems.push('trial needs publicKeys: without them, no trial is offered.')
  }
  const archivePath = join(resourcesDir, 'app.asar')
  if (existsSync(archivePath)) problems.push(...checkFiles(readArchive(archivePath).files, secrets))
  else problems.push('The app is not in resources/app.asar. Switch `asar` on in your packager.')
  problems.push(...(await checkBeside(dir, archivePath, secrets)))
  if (secrets.length === 0) {
    process.stdout.write(
      `note: The shared secrets are unknown, so the package was not searched for them. Run this beside ${SETTINGS_FILE}, or with --settings FILE.\n`,
    )
  }
  for (const problem of problems) process.stdout.write(`REFUSED: ${problem}\n`)
  const isFine = problems.length === 0
  process.stdout.write(`${relative('.', dir)} ${isFine ? 'passes' : 'must not be released'}.\n`)
  process.exitCode = isFine ? 0 : 1
}

async function findResources(dir: string): Promise<string> {
  const apps = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.app'))
  const candidates = [
    join(dir, 'resources'),
    join(dir, 'Contents', 'Resources'),
    ...apps.map((name) => join(dir, name, 'Contents', 'Resources')),
  ]
  const found = candidates.find((path) => existsSync(path))
  if (found === undefined) {
    throw new CommandError(`${dir} is not an unpacked package: it has no folder resources.`)
  }
  return found
}

/** Shared secrets by name, for messages. */
type Secrets = readonly (readonly [name: string, value: string])[]

interface SettingsFile {
  readonly secrets?: unknown
  readonly publicKeys?: unknown
  readonly trial?: unknown
}

const readSettingsFile = (path: string): SettingsFile =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}

function readSecrets(settings: SettingsFile): Secrets {
  const inFile: unknown[] = Array.isArray(settings.secrets) ? settings.secrets : []
  return SECRET_NAMES.flatMap((name, index) => {
    const value = process.env[name] || inFile[index]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
}

/** The executable is the file in which fuses can be read. */
async function checkBinary(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  const names = entries.map(({ name }) => name).filter((name) => /^[^.]+$|\.(exe|app)$/.test(name))
  for (const name of names) {
    const wire = await getCurrentFuseWire(join(dir, name)).catch(() => undefined)
    if (wire === undefined) continue
    return FUSES.flatMap(([fuse, mustBeOn, reason]) => {
      const isOn = wire[fuse] === FuseState.ENABLE
      if (wire[fuse] === FuseState.REMOVED || isOn === mustBeOn) return []
      return [`The fuse ${FuseV1Options[fuse]} must be ${mustBeOn ? 'on' : 'off'}: ${reason}.`]
    })
  }
  return ['No executable of Electron was found, so its fuses were not checked.']
}

function checkFiles(files: readonly ArchivedFile[], secrets: Secrets): string[] {
  const manifest = files.find(({ path }) => path === 'package.json')?.content.toString() ?? '{}'
  const { main = 'index.js' } = JSON.parse(manifest) as { main?: string }
  const mainDir = posix.dirname(posix.normalize(main))
  /**
   * Whether a file belongs to the main process. Pages and preload scripts do not, in any folder.
   */
  const isOfMain = (path: string): boolean =>
    basename(path) === SETTINGS_FILE ||
    (posix.dirname(path).startsWith(mainDir === '.' ? '' : mainDir) &&
      /\.(c|m)?jsc?$/.test(path) &&
      !/preload|renderer|node_modules/.test(path))
  return files.flatMap(({ path, content, isIntact }) => {
    const text = content.toString('latin1')
    const isOwn = !path.includes('node_modules/')
    const found = problemsIn([
      [!isIntact, `${path} was changed after it was packed.`],
      [isEnvironmentFile(path), `${path} is in the package: everybody can read the settings in it.`],
      [isOwn && path.endsWith('.map'), `${path} is a source map: it gives the source away.`],
      [isOwn && /[#@] sourceMappingURL=data:/.test(text), `${path} contains a source map.`],
      [isOwn && holds(text, DEMO_MARK), `${path} holds settings of the demo project.`],
      [isOwn && holdsApiKey(text), apiKeyProblem(path)],
      [
        isOwn && /appendSwitch\(\s*["'`]remote-debugging/.test(text),
        `${path} switches remote debugging on: any local program could control the windows.`,
      ],
    ])
    const outside = isOfMain(path) ? [] : secrets.filter(([, secret]) => holds(text, secret))
    return [
      ...found,
      ...outside.map(([name]) => `${path} holds ${name}: a shared secret outside the main process.`),
    ]
  })
}

/** Files that the packager copied beside the archive. */
async function checkBeside(dir: string, archivePath: string, secrets: Secrets): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const problems: string[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const shown = relative(dir, path)
    if (!entry.isFile() || path === archivePath) continue
    if (isEnvironmentFile(path)) {
      problems.push(`${shown} is in the package: everybody can read the settings in it.`)
    }
    // The files of Electron are skipped: they are large, and have other extensions.
    if (!/\.(json|js|cjs|mjs|txt|ya?ml|html|ini|conf)$/.test(path)) continue
    if (dirname(path).endsWith('locales')) continue
    const text = (await readFile(path)).toString('latin1')
    for (const [name, secret] of secrets) {
      if (text.includes(secret)) problems.push(`${shown} holds ${name}: a shared secret outside the archive.`)
    }
  }
  return problems
}

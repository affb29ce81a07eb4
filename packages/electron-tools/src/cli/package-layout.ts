import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AppManifest } from './project.ts'

/** The file in the output folder with the output of a failed build. */
export const BUILD_ERROR_FILE = 'build-error.txt'

export const UPDATE_SETTINGS_FILE = 'app-update.yml'

/** Files of an Electron distribution that are not shipped. Older set-ups wrote the last one. */
export const DEVELOPMENT_FILES = ['default_app.asar', 'version', 'latchkey-files.json']

/** The paths of a packaged app, which depend on the platform. */
export interface PackageLayout {
  /** Contains everything that is shipped. */
  readonly dir: string
  readonly platform: 'linux' | 'win32' | 'darwin'
  /** The app bundle on macOS, otherwise the same as `dir`. */
  readonly appPath: string
  readonly resourcesDir: string
  readonly archivePath: string
  readonly binaryPath: string
}

/** `name` is the executable's name on Linux. */
type AppNames = Pick<AppManifest, 'name' | 'productName'>

export function binaryIn(dir: string, platform: string, { productName, name }: AppNames): string {
  if (platform === 'win32') return join(dir, `${productName}.exe`)
  if (platform === 'darwin') return join(dir, `${productName}.app`, 'Contents', 'MacOS', productName)
  return join(dir, name)
}

const UNPACKED = { linux: /^linux(-\w+)?-unpacked$/, win32: /^win(-\w+)?-unpacked$/, darwin: /^mac(-\w+)?$/ }

/** Finds the unpacked package: `dir` itself, or a folder in it. */
export async function findPackage(dir: string, names: AppNames): Promise<PackageLayout | undefined> {
  const inside = (await readdir(dir).catch(() => [])).sort().map((entry) => join(dir, entry))
  return [dir, ...inside].map((path) => layoutOf(path, names)).find((layout) => layout !== undefined)
}

function layoutOf(dir: string, names: AppNames): PackageLayout | undefined {
  const platforms = Object.keys(UNPACKED) as PackageLayout['platform'][]
  const platform = platforms.find((name) => UNPACKED[name].test(basename(dir)))
  if (platform === undefined) return undefined
  const appPath = platform === 'darwin' ? join(dir, `${names.productName}.app`) : dir
  const resourcesDir = join(appPath, ...(platform === 'darwin' ? ['Contents', 'Resources'] : ['resources']))
  const binaryPath = binaryIn(dir, platform, names)
  return { dir, platform, appPath, resourcesDir, archivePath: join(resourcesDir, 'app.asar'), binaryPath }
}

/** Total size in bytes of the files in a folder, without those that are not shipped. */
export async function sizeOf(dir: string): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile() && !DEVELOPMENT_FILES.includes(entry.name))
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

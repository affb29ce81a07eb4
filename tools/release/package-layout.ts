import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Where `npm run package` leaves the output of a build that failed, beside the packages. */
export const BUILD_ERROR_FILE = 'build-error.txt'

/** Where the parts of a packaged app stand, on each system. */
export interface PackageLayout {
  /** Holds everything that is shipped. */
  readonly dir: string
  readonly platform: 'linux' | 'win32' | 'darwin'
  /** The app itself: the folder, or the bundle in it. */
  readonly appPath: string
  readonly resourcesDir: string
  readonly archivePath: string
  readonly binaryPath: string
}

export interface AppNames {
  readonly productName: string
  /** Of package.json: the executable's name on Linux. */
  readonly name: string
}

export function binaryIn(dir: string, platform: string, { productName, name }: AppNames): string {
  if (platform === 'win32') return join(dir, `${productName}.exe`)
  if (platform === 'darwin') return join(dir, `${productName}.app`, 'Contents', 'MacOS', productName)
  return join(dir, name)
}

/** The unpacked package that `npm run package` left below `outputDir`; undefined when there is none. */
export async function findPackage(outputDir: string, names: AppNames): Promise<PackageLayout | undefined> {
  const entries = await readdir(outputDir).catch(() => [])
  for (const entry of entries.sort()) {
    const dir = join(outputDir, entry)
    if (/^linux(-\w+)?-unpacked$/.test(entry)) return layoutOf(dir, 'linux', names)
    if (/^win(-\w+)?-unpacked$/.test(entry)) return layoutOf(dir, 'win32', names)
    if (/^mac(-\w+)?$/.test(entry)) return layoutOf(dir, 'darwin', names)
  }
  return undefined
}

function layoutOf(dir: string, platform: PackageLayout['platform'], names: AppNames): PackageLayout {
  const appPath = platform === 'darwin' ? join(dir, `${names.productName}.app`) : dir
  const resourcesDir = join(appPath, ...(platform === 'darwin' ? ['Contents', 'Resources'] : ['resources']))
  const binaryPath = binaryIn(dir, platform, names)
  return { dir, platform, appPath, resourcesDir, archivePath: join(resourcesDir, 'app.asar'), binaryPath }
}

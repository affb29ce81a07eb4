import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The file in the output folder with the output of a failed build. */
export const BUILD_ERROR_FILE = 'build-error.txt'

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

export interface AppNames {
  readonly productName: string
  /** `name` in package.json: the executable's name on Linux. */
  readonly name: string
}

export function binaryIn(dir: string, platform: string, { productName, name }: AppNames): string {
  if (platform === 'win32') return join(dir, `${productName}.exe`)
  if (platform === 'darwin') return join(dir, `${productName}.app`, 'Contents', 'MacOS', productName)
  return join(dir, name)
}

/** Finds the unpacked package in `outputDir`. */
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

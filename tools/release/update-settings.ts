import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AfterPackContext } from 'electron-builder'
import { bakedSettings } from './baked-settings.ts'

/** The content of `app-update.yml`, for electron-updater. The app sets the feed URL itself. */
export interface PackagedUpdateSettings {
  readonly updaterCacheDirName: string
  /** On Windows: the required publisher of an update. Without it, signatures are not verified. */
  readonly publisherName?: readonly string[]
}

export const UPDATE_SETTINGS_FILE = 'app-update.yml'

/** electron-builder would write the file only for installer targets, after the folder is packed. */
export async function writeUpdateSettings({ appOutDir, packager }: AfterPackContext): Promise<void> {
  if (!bakedSettings().LATCHKEY_UPDATE_URL) return
  const publisherName = await publisherOf(packager)
  const settings: PackagedUpdateSettings = {
    updaterCacheDirName: packager.appInfo.updaterCacheDirName,
    ...(publisherName !== undefined && { publisherName }),
  }
  const path = join(packager.getResourcesDir(appOutDir), UPDATE_SETTINGS_FILE)
  // JSON is valid YAML.
  await writeFile(path, `${JSON.stringify(settings)}\n`)
}

interface Signing {
  readonly value: Promise<{
    readonly computedPublisherName: { readonly value: Promise<readonly string[] | null> }
  }>
}

/** Returns the publisher in the signing certificate; undefined if the app is not signed. */
async function publisherOf(packager: AfterPackContext['packager']): Promise<readonly string[] | undefined> {
  if (packager.platform.nodeName !== 'win32') return undefined
  const { signingManager } = packager as unknown as { readonly signingManager: Signing }
  return (await (await signingManager.value).computedPublisherName.value) ?? undefined
}

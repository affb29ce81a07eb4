import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AfterPackContext } from 'electron-builder'
import { bakedSettings } from './baked-settings.ts'

/** What a package tells electron-updater; in the resources, as `app-update.yml`. The feed itself is baked in. */
export interface PackagedUpdateSettings {
  readonly updaterCacheDirName: string
  /** On Windows: whose signature an update must carry. Without it none is asked for. */
  readonly publisherName?: readonly string[]
}

export const UPDATE_SETTINGS_FILE = 'app-update.yml'

/** Written by ourselves, because the folder that every installer is made from is packed before any of them. */
export async function writeUpdateSettings({ appOutDir, packager }: AfterPackContext): Promise<void> {
  if (!bakedSettings().LATCHKEY_UPDATE_URL) return
  const publisherName = await publisherOf(packager)
  const settings: PackagedUpdateSettings = {
    updaterCacheDirName: packager.appInfo.updaterCacheDirName,
    ...(publisherName !== undefined && { publisherName }),
  }
  const path = join(packager.getResourcesDir(appOutDir), UPDATE_SETTINGS_FILE)
  // JSON is YAML.
  await writeFile(path, `${JSON.stringify(settings)}\n`)
}

interface Signing {
  readonly value: Promise<{
    readonly computedPublisherName: { readonly value: Promise<readonly string[] | null> }
  }>
}

/** As the certificate says; undefined where nothing is signed with one. */
async function publisherOf(packager: AfterPackContext['packager']): Promise<readonly string[] | undefined> {
  if (packager.platform.nodeName !== 'win32') return undefined
  const { signingManager } = packager as unknown as { readonly signingManager: Signing }
  return (await (await signingManager.value).computedPublisherName.value) ?? undefined
}

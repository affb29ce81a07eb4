import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { flipFuses } from '@electron/fuses'
import type { AfterPackContext, Configuration } from 'electron-builder'
import { NOTICE_FILE } from './brand.ts'
import { fuseConfig } from './fuses.ts'
import { binaryIn, DEVELOPMENT_FILES, UPDATE_SETTINGS_FILE } from './package-layout.ts'
import { authorOf, hasUpdates, openProject, readIdentity } from './project.ts'

/** Contents of the archive: the built app and its package.json. */
export const STAGED_APP_DIR = 'dist/app'

/** The options that an app may set. Latchkey's own hooks cannot be replaced. */
export type BuilderChoices = Omit<Configuration, 'afterExtract' | 'afterPack' | 'beforeBuild'>

/**
 * The configuration of electron-builder for the app in the current folder. `choices` are merged into
 * the defaults, for each platform. `latchkey-app package` adds the Electron distribution.
 */
export function builderConfig(choices: BuilderChoices = {}): Configuration {
  const { manifest, app } = readIdentity(process.cwd())
  const { win, nsis, mac, linux, ...others } = choices
  const { env } = process
  return {
    appId: app.appId,
    productName: manifest.productName,
    copyright: `Copyright © ${new Date().getFullYear()} ${authorOf(manifest).name}`,
    directories: { app: STAGED_APP_DIR, buildResources: 'resources', output: 'dist' },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: for electron-builder
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    files: ['out/**', 'package.json', NOTICE_FILE, '!**/node_modules', '!**/*.map'],
    asar: true,
    // `package` writes the update feeds. Otherwise electron-builder would look for a place to publish.
    publish: null,
    protocols: { name: `${manifest.productName} activation link`, schemes: [app.linkScheme] },
    dmg: { writeUpdateInfo: false },
    ...others,
    win: { icon: 'resources/icon.ico', target: ['nsis'], ...azureSigning(env), ...win },
    nsis: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: for electron-builder
      artifactName: '${name}-${version}-setup.${ext}',
      ...nsis,
    },
    mac: {
      icon: 'resources/icon.icns',
      target: ['dmg', 'zip'],
      // SECURITY: Apple's notarisation requires it. The entitlements list the exceptions.
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: 'resources/entitlements.mac.plist',
      entitlementsInherit: 'resources/entitlements.mac.plist',
      // In a workflow, a missing secret is an empty string.
      notarize: Boolean(env['APPLE_API_KEY'] || env['APPLE_ID']),
      ...mac,
    },
    linux: {
      icon: 'resources/icons',
      executableName: manifest.name,
      synopsis: manifest.description,
      description: manifest.description,
      // A Debian package requires an address.
      maintainer: `${authorOf(manifest).name} <${authorOf(manifest).email ?? 'nobody@example.com'}>`,
      target: ['tar.gz', 'AppImage', 'deb'],
      syncDesktopName: true,
      ...linux,
    },
    // Everything is bundled, so nothing in node_modules has to be installed or rebuilt.
    beforeBuild: async () => false,
    // At this moment the distribution has been copied, but not renamed yet.
    afterExtract: ({ appOutDir, electronPlatformName }) =>
      removeDevelopmentFiles(appOutDir, electronPlatformName),
    // At this moment nothing has been signed yet.
    async afterPack(context) {
      const { appOutDir, packager, electronPlatformName } = context
      await writeUpdateSettings(context)
      const productName = packager.appInfo.productFilename
      const names = { name: manifest.name, productName }
      const binaryPath = binaryIn(appOutDir, electronPlatformName, names)
      await flipFuses(binaryPath, await fuseConfig(binaryPath))
    },
  }
}

async function removeDevelopmentFiles(distDir: string, platform: string): Promise<void> {
  const resources = platform === 'darwin' ? 'Electron.app/Contents/Resources' : 'resources'
  for (const name of DEVELOPMENT_FILES) {
    for (const dir of [distDir, join(distDir, resources)]) {
      await rm(join(dir, basename(name)), { recursive: true, force: true })
    }
  }
}

/**
 * The settings of Azure's signing service, if it is used. A certificate file is in CSC_LINK
 * instead.
 */
function azureSigning(env: NodeJS.ProcessEnv): Configuration['win'] {
  const endpoint = env['AZURE_SIGNING_ENDPOINT']
  if (!endpoint) return {}
  return {
    azureSignOptions: {
      endpoint,
      codeSigningAccountName: env['AZURE_SIGNING_ACCOUNT'] ?? '',
      certificateProfileName: env['AZURE_SIGNING_PROFILE'] ?? '',
      publisherName: env['AZURE_PUBLISHER_NAME'] ?? '',
    },
  }
}

/** The content of `app-update.yml`, for electron-updater. The app sets the feed URL itself. */
export interface PackagedUpdateSettings {
  readonly updaterCacheDirName: string
  /** On Windows: the required publisher of an update. Without it, signatures are not verified. */
  readonly publisherName?: readonly string[]
}

/**
 * Writes `app-update.yml`. electron-builder would write it only for installers, after packing the
 * folder.
 */
async function writeUpdateSettings({ appOutDir, packager }: AfterPackContext): Promise<void> {
  const { settings } = await openProject()
  if (!hasUpdates(settings)) return
  const publisherName = await publisherOf(packager)
  const content: PackagedUpdateSettings = {
    updaterCacheDirName: packager.appInfo.updaterCacheDirName,
    ...(publisherName !== undefined && { publisherName }),
  }
  const path = join(packager.getResourcesDir(appOutDir), UPDATE_SETTINGS_FILE)
  // JSON is valid YAML.
  await writeFile(path, `${JSON.stringify(content)}\n`)
}

interface Signing {
  readonly value: Promise<{
    readonly computedPublisherName: { readonly value: Promise<readonly string[] | null> }
  }>
}

/** The publisher in the signing certificate; undefined if the app is not signed. */
async function publisherOf(packager: AfterPackContext['packager']): Promise<readonly string[] | undefined> {
  if (packager.platform.nodeName !== 'win32') return undefined
  const { signingManager } = packager as unknown as { readonly signingManager: Signing }
  return (await (await signingManager.value).computedPublisherName.value) ?? undefined
}

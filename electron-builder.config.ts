import { join } from 'node:path'
import { flipFuses } from '@electron/fuses'
import type { AfterPackContext, Configuration } from 'electron-builder'
import app from './app.json' with { type: 'json' }
import manifest from './package.json' with { type: 'json' }
import { removeDevelopmentFiles } from './tools/release/distribution.ts'
import { fuseConfig } from './tools/release/fuses.ts'
import { binaryIn } from './tools/release/package-layout.ts'
import { writeUpdateSettings } from './tools/release/update-settings.ts'

/** Where `npm run package` puts what goes into the archive: the built app, and a package.json of what is needed. */
export const STAGED_APP_DIR = 'dist/app'

const { env } = process
const MAC_RESOURCES = ['Electron.app', 'Contents', 'Resources']

/**
 * How to install, sign and name the app on each system. `npm run package` adds the Electron to build from.
 * Made anew for each call: electron-builder changes what it is given.
 */
export const builderConfig = (): Configuration => ({
  appId: app.appId,
  productName: manifest.productName,
  copyright: `Copyright © ${new Date().getFullYear()} ${authorName()}`,
  directories: { app: STAGED_APP_DIR, buildResources: 'resources', output: 'dist' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: filled in by electron-builder
  artifactName: '${name}-${version}-${os}-${arch}.${ext}',

  // Everything is bundled, so the archive holds the build and its package.json, and no node_modules.
  files: ['out/**', 'package.json', '!**/node_modules', '!**/*.map'],
  asar: true,
  // And so nothing is to be installed, rebuilt or searched for in node_modules.
  beforeBuild: async () => false,
  // Nothing is uploaded from here, and what an update needs is written by tools/release. Left out, electron-builder
  // would look for a place to publish to in the repository's address.
  publish: null,

  // The distribution as it was copied: not yet under the app's name.
  afterExtract: ({ appOutDir, electronPlatformName }: AfterPackContext) =>
    removeDevelopmentFiles(
      join(appOutDir, ...(electronPlatformName === 'darwin' ? MAC_RESOURCES : ['resources'])),
      appOutDir,
    ),
  // After the files are there and before anything is signed.
  async afterPack(context: AfterPackContext) {
    const { appOutDir, packager, electronPlatformName } = context
    await writeUpdateSettings(context)
    const binaryPath = binaryIn(appOutDir, electronPlatformName, {
      productName: packager.appInfo.productFilename,
      name: manifest.name,
    })
    await flipFuses(binaryPath, await fuseConfig(binaryPath))
  },

  protocols: { name: `${manifest.productName} activation link`, schemes: [app.linkScheme] },

  win: {
    icon: 'resources/icon.ico',
    target: ['nsis'],
    ...windowsSigning(),
  },
  nsis: {
    // A page with the license, and the choice of a folder. Installs for this user: no administrator is needed.
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    license: 'LICENSE',
    include: 'resources/installer.nsh',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: filled in by electron-builder
    artifactName: '${name}-${version}-setup.${ext}',
  },

  mac: {
    icon: 'resources/icon.icns',
    category: 'public.app-category.productivity',
    target: ['dmg', 'zip'],
    // SECURITY: Apple notarises nothing without it; the entitlements say what the app may do nevertheless.
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'resources/entitlements.mac.plist',
    entitlementsInherit: 'resources/entitlements.mac.plist',
    // A workflow passes on secrets that are not set as empty texts.
    notarize: Boolean(env['APPLE_API_KEY'] || env['APPLE_ID']),
  },
  dmg: { writeUpdateInfo: false },

  linux: {
    icon: 'resources/icons',
    category: 'Utility',
    executableName: manifest.name,
    synopsis: manifest.description,
    description: manifest.description,
    maintainer: maintainer(),
    target: ['tar.gz', 'AppImage', 'deb'],
    syncDesktopName: true,
  },
})

export default builderConfig()

function authorName(): string {
  const { author } = manifest as { author: string | { name: string } }
  return typeof author === 'string' ? author.replace(/\s*<.*/, '') : author.name
}

/** A Debian package must name somebody with an address. */
function maintainer(): string {
  const { author } = manifest as { author: string | { name: string; email?: string } }
  if (typeof author !== 'string' && author.email !== undefined) return `${author.name} <${author.email}>`
  return `${authorName()} <nobody@example.com>`
}

/** Azure's signing service when it is named; a certificate file goes through CSC_LINK and CSC_KEY_PASSWORD. */
function windowsSigning(): Configuration['win'] {
  const { AZURE_SIGNING_ENDPOINT, AZURE_SIGNING_ACCOUNT, AZURE_SIGNING_PROFILE, AZURE_PUBLISHER_NAME } = env
  if (!AZURE_SIGNING_ENDPOINT) return {}
  return {
    azureSignOptions: {
      endpoint: AZURE_SIGNING_ENDPOINT,
      codeSigningAccountName: AZURE_SIGNING_ACCOUNT ?? '',
      certificateProfileName: AZURE_SIGNING_PROFILE ?? '',
      publisherName: AZURE_PUBLISHER_NAME ?? '',
    },
  }
}

import { sep } from 'node:path'
import { AppImageUpdater, type AppUpdater, DebUpdater, MacUpdater, NsisUpdater } from 'electron-updater'
import type { Updater } from './updates.ts'

export interface FeedUpdaterParts {
  readonly feedUrl: string
  /** Whether a request to the address is allowed. */
  readonly isAllowed: (url: string) => boolean
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly environment: { readonly APPIMAGE?: string | undefined; readonly APPDIR?: string | undefined }
  /** Path of the running executable. */
  readonly execPath: string
}

/**
 * Configures electron-updater: a generic feed, full downloads, no downgrades, no data that
 * identifies a user. Imported only when a feed is set.
 */
export function createFeedUpdater(parts: FeedUpdaterParts): Updater {
  const canInstall = parts.platform !== 'linux' || isThisAppImage(parts)
  const updater = updaterFor(parts.platform, canInstall)
  // The log would contain paths and addresses, and failed checks are ignored anyway.
  updater.logger = null
  updater.setFeedURL({ provider: 'generic', url: parts.feedUrl })
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  // SECURITY: an attacker who controls the feed must not install an old version with known bugs.
  updater.allowDowngrade = false
  // SECURITY: the hash covers the complete file. No partial downloads, no web installers.
  updater.disableDifferentialDownload = true
  updater.disableWebInstaller = true
  // The default value is a random ID of this user, for staged rollouts.
  updater.requestHeaders = { 'x-user-staging-id': '' }
  updater.forceDevUpdateConfig = !parts.isPackaged
  // SECURITY: a feed may contain any address, and any address may redirect.
  updater.netSession.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !parts.isAllowed(url) }),
  )

  return {
    canInstall,
    async check() {
      const result = await updater.checkForUpdates()
      if (result === null || !result.isUpdateAvailable) return undefined
      const { version, releaseNotes, releaseDate } = result.updateInfo
      const releasedAt = Date.parse(releaseDate) / 1000
      return {
        version,
        notes: typeof releaseNotes === 'string' ? releaseNotes : '',
        releasedAt: Number.isFinite(releasedAt) ? releasedAt : undefined,
      }
    },
    async download() {
      await updater.downloadUpdate()
    },
    setInstallsOnQuit(isAllowed) {
      updater.autoInstallOnAppQuit = isAllowed
    },
  }
}

function updaterFor(platform: NodeJS.Platform, canInstall: boolean): AppUpdater {
  if (platform === 'win32') return new NsisUpdater()
  if (platform === 'darwin') return new MacUpdater()
  // SECURITY: a Debian package is never installed from here: its scripts would run as root.
  return canInstall ? new AppImageUpdater() : new DebUpdater()
}

/**
 * Whether this app runs from the AppImage in the environment. An app started in a terminal that is
 * itself an AppImage inherits the terminal's variables, and the update would replace the terminal.
 */
function isThisAppImage({ environment, execPath }: FeedUpdaterParts): boolean {
  const { APPIMAGE, APPDIR } = environment
  return Boolean(APPIMAGE && APPDIR) && execPath.startsWith(`${APPDIR?.replace(/\/+$/, '')}${sep}`)
}

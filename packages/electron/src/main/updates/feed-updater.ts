import { sep } from 'node:path'
import { AppImageUpdater, type AppUpdater, DebUpdater, MacUpdater, NsisUpdater } from 'electron-updater'
import type { Updater } from './updates.ts'

export interface FeedUpdaterParts {
  readonly feedUrl: string
  /** Whether an address may be asked at all. */
  readonly isAllowed: (url: string) => boolean
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly environment: { readonly APPIMAGE?: string | undefined; readonly APPDIR?: string | undefined }
  /** Path of the running program. */
  readonly execPath: string
}

/**
 * electron-updater, as this app uses it: a generic feed, whole files, nothing older than what runs, and nothing
 * that tells one user from another. A module of its own, because it is loaded only when a feed is set.
 */
export function createFeedUpdater(parts: FeedUpdaterParts): Updater {
  const canInstall = parts.platform !== 'linux' || isThisAppImage(parts)
  const updater = updaterFor(parts.platform, canInstall)
  // Its log would name folders and addresses; a failure is no news for anybody.
  updater.logger = null
  updater.setFeedURL({ provider: 'generic', url: parts.feedUrl })
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  // SECURITY: a feed that is taken over must not bring back a version whose faults are known.
  updater.allowDowngrade = false
  // SECURITY: whole files, so that what is verified is what was sent; an installer that fetches more is not taken.
  updater.disableDifferentialDownload = true
  updater.disableWebInstaller = true
  // It would tell the feed a random number of this user's, for gradual releases.
  updater.requestHeaders = { 'x-user-staging-id': '' }
  updater.forceDevUpdateConfig = !parts.isPackaged
  // SECURITY: a feed may name any address, and any address may lead on to another.
  updater.netSession.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !parts.isAllowed(url) }),
  )

  return {
    canInstall,
    async check() {
      const result = await updater.checkForUpdates()
      if (result === null || !result.isUpdateAvailable) return undefined
      const { version, releaseNotes } = result.updateInfo
      return { version, notes: typeof releaseNotes === 'string' ? releaseNotes : '' }
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
  // SECURITY: a Debian package is only asked about. Installed from here, it would run as root on the feed's word.
  return canInstall ? new AppImageUpdater() : new DebUpdater()
}

/**
 * Whether this program runs out of the AppImage that the environment names. A terminal that is itself an AppImage
 * hands its own name on to whatever is started in it, and that file would be replaced.
 */
function isThisAppImage({ environment, execPath }: FeedUpdaterParts): boolean {
  const { APPIMAGE, APPDIR } = environment
  return Boolean(APPIMAGE && APPDIR) && execPath.startsWith(`${APPDIR?.replace(/\/+$/, '')}${sep}`)
}

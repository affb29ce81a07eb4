import { sep } from 'node:path'
import { AppImageUpdater, type AppUpdater, DebUpdater, MacUpdater, NsisUpdater } from 'electron-updater'
import { limitRequests, type RequestLimits } from './limited-requests.ts'
import type { Updater } from './updates.ts'

/** A feed of a release has about 1 KB, and its notes. Only the first 24,000 letters are shown. */
const FEED: RequestLimits = { maxBytes: 256 * 1024, limitMs: 60_000 }
/** Holds whatever the feed says. A slow connection needs hours for a usual installer. */
const INSTALLER: RequestLimits = { maxBytes: 2 * 1024 ** 3, limitMs: 6 * 3_600_000 }
/** A feed of a release has about 20 values. */
const MAX_VALUES = 1_000

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
  const within = limitRequests(updater)
  const { isUpdateSupported } = updater
  // The first thing that electron-updater does with a feed whose version differs.
  updater.isUpdateSupported = (info) => {
    refuseBloated(info)
    return isUpdateSupported(info)
  }
  let installerBytes = 0
  // SECURITY: a feed may contain any address, and any address may redirect.
  updater.netSession.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !parts.isAllowed(url) }),
  )

  return {
    canInstall,
    async check() {
      const result = await within(FEED, () => updater.checkForUpdates())
      if (result === null || !result.isUpdateAvailable) return undefined
      const { version, releaseNotes, releaseDate, files } = result.updateInfo
      // It downloads one of them. Untrusted: a size may be missing, or no number.
      const sizes: unknown[] = (files ?? []).map(({ size }) => size)
      const areSizes = sizes.length > 0 && sizes.every((size) => typeof size === 'number' && size >= 0)
      installerBytes = areSizes ? Math.max(...(sizes as number[])) : Number.POSITIVE_INFINITY
      const releasedAt = Date.parse(releaseDate) / 1000
      return {
        version,
        notes: typeof releaseNotes === 'string' ? releaseNotes : '',
        releasedAt: Number.isFinite(releasedAt) ? releasedAt : undefined,
      }
    },
    async download() {
      const maxBytes = Math.min(INSTALLER.maxBytes, installerBytes)
      await within({ ...INSTALLER, maxBytes }, () => updater.downloadUpdate())
    },
    setInstallsOnQuit(isAllowed) {
      updater.autoInstallOnAppQuit = isAllowed
    },
  }
}

/**
 * SECURITY: with aliases (`*name`), YAML of 1 KB can stand for more values than fit into the memory.
 * electron-updater compares them, and writes them into messages.
 */
function refuseBloated(feed: unknown): void {
  let count = 0
  const visit = (value: unknown): void => {
    count += 1
    if (count > MAX_VALUES) throw new Error('the feed has too many values')
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) visit(each)
  }
  visit(feed)
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

import { sep } from 'node:path'
import type { UpdateAccess } from '@latchkey/client'
import { CLIENT_DEVICE_HEADER, type PublicKeys, UPDATE_TOKEN_HEADER } from '@latchkey/protocol'
import { app } from 'electron'
import {
  AppImageUpdater,
  type AppUpdater,
  type BaseUpdater,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
} from 'electron-updater'
import { acceptFeed, type Feed, type InstalledApp, listIn, newestIn } from './accept-feed.ts'
import { limitRequests, type RequestLimits } from './limited-requests.ts'
import { isTokenRefused, problemOf, problemOfAccess } from './update-problem.ts'
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
  /** Only with the feed of a license service. */
  readonly signed?: SignedFeed | undefined
}

/** What a feed needs whose releases the vendor has signed. */
export interface SignedFeed {
  readonly app: InstalledApp
  /** The token for the feed and its files. `isRefused`: the service has refused the last one. */
  readonly access: (isRefused: boolean) => Promise<UpdateAccess>
  /** The keys that the app accepts, after these rotations of the feed. */
  readonly trust: (rotations: readonly unknown[]) => Promise<PublicKeys>
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
  updater.requestHeaders = NO_STAGING_ID
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

  /** Sets the token for the next requests. Without one, the service offers what anybody may have. */
  async function authorize(signed: SignedFeed, isRefused: boolean): Promise<void> {
    const { token, deviceId, problem } = await signed.access(isRefused)
    const failure = problemOfAccess(problem)
    if (failure !== undefined) throw failure
    updater.requestHeaders = {
      ...NO_STAGING_ID,
      ...(token &&
        deviceId && { [UPDATE_TOKEN_HEADER]: `Bearer ${token}`, [CLIENT_DEVICE_HEADER]: deviceId }),
    }
  }

  /** Runs the requests with a token, and once more with a new one if the service refuses the first. */
  async function authorized<Result>(work: () => Promise<Result>): Promise<Result> {
    const { signed } = parts
    if (signed === undefined) return work()
    await authorize(signed, false)
    try {
      return await work()
    } catch (error) {
      if (!isTokenRefused(error)) throw error
      await authorize(signed, true)
      return work()
    }
  }

  /** Unsigned feeds keep the errors of electron-updater, of which none is shown. */
  const named = (error: unknown, otherwise: 'unreachable' | 'incomplete'): unknown =>
    parts.signed === undefined ? error : problemOf(error, otherwise)

  async function findSigned(signed: SignedFeed, feed: Feed, isAvailable: boolean) {
    refuseBloated(feed)
    const keys = await signed.trust(listIn(feed.latchkey?.rotations))
    if (isAvailable) return { ...acceptFeed(feed, signed.app, keys), isWithheld: false }
    const newest = newestIn(feed, signed.app, keys)
    const isNewer = newest !== undefined && updater.currentVersion.compare(newest.version) < 0
    return isNewer ? { ...newest, isWithheld: true } : undefined
  }

  async function check() {
    const result = await authorized(() => within(FEED, () => updater.checkForUpdates()))
    if (result === null) return undefined
    const signed =
      parts.signed && (await findSigned(parts.signed, result.updateInfo as Feed, result.isUpdateAvailable))
    if (signed?.isWithheld) return { ...signed, notes: '', releasedAt: signed.coveredSince }
    if (!result.isUpdateAvailable) return undefined
    const { version, releaseNotes, releaseDate, files } = result.updateInfo
    // It downloads one of them. Untrusted: a size may be missing, or no number.
    const sizes: unknown[] = (files ?? []).map(({ size }) => size)
    const areSizes = sizes.length > 0 && sizes.every((size) => typeof size === 'number' && size >= 0)
    installerBytes = areSizes ? Math.max(...(sizes as number[])) : Number.POSITIVE_INFINITY
    const releasedAt = signed?.coveredSince ?? Date.parse(releaseDate) / 1000
    return {
      version,
      notes: typeof releaseNotes === 'string' ? releaseNotes : '',
      releasedAt: Number.isFinite(releasedAt) ? releasedAt : undefined,
      isSecurityFix: signed?.isSecurityFix,
    }
  }

  return {
    canInstall,
    check: () => check().catch((error) => Promise.reject(named(error, 'unreachable'))),
    async download(onProgress) {
      const maxBytes = Math.min(INSTALLER.maxBytes, installerBytes)
      const report = ({ percent }: { readonly percent: number }): void => onProgress(Math.floor(percent))
      updater.on('download-progress', report)
      try {
        await authorized(() => within({ ...INSTALLER, maxBytes }, () => updater.downloadUpdate()))
      } catch (error) {
        throw named(error, 'incomplete')
      } finally {
        updater.off('download-progress', report)
      }
    },
    restart() {
      if (updater instanceof MacUpdater) {
        updater.quitAndInstall()
        return
      }
      // Installed after the last window has closed, so that the app can ask about unsaved work.
      updater.autoInstallOnAppQuit = false
      app.once('quit', () => (updater as BaseUpdater).install(true, true))
      app.quit()
    },
    setInstallsOnQuit(isAllowed) {
      updater.autoInstallOnAppQuit = isAllowed
    },
  }
}

/** The default value is a random ID of this user, for staged rollouts. */
const NO_STAGING_ID = { 'x-user-staging-id': '' }

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

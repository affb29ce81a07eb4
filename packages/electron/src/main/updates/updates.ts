import { isDeepStrictEqual } from 'node:util'
import { type Clock, cleanText, type Schedule } from '@latchkey/client'
import type { UpdateFailure, UpdateView } from '@latchkey/client/bridge'
import { UpdateProblem } from './update-problem.ts'

/** A newer version from the feed. Untrusted text: sanitize it before it is shown. */
export interface FoundUpdate {
  readonly version: string
  readonly notes: string
  /** Unix seconds: the date that licenses must cover. Undefined: the feed has no date. */
  readonly releasedAt: number | undefined
  readonly isSecurityFix?: boolean | undefined
  /** The feed does not offer it to this license. */
  readonly isWithheld?: boolean | undefined
}

/** Reads the feed, downloads, verifies and installs. */
export interface Updater {
  /** Resolves to the feed's version if it is newer. Rejects when the feed cannot be read. */
  check(): Promise<FoundUpdate | undefined>
  /** False where a package manager or the user must install a newer version. */
  readonly canInstall: boolean
  /** Downloads the version of the last check. Rejects and deletes the file if its hash differs. */
  download(onProgress: (percent: number) => void): Promise<void>
  /** Quits, installs the downloaded version, and starts it. */
  restart(): void
  /** Whether the downloaded version is installed when the app quits. */
  setInstallsOnQuit(isAllowed: boolean): void
}

export interface UpdatesParts {
  /** Creates the updater at the first check. */
  readonly load: () => Promise<Updater>
  /** Whether the license, if one is required, allows newer versions now. */
  readonly mayUpdate: () => boolean
  /** Unix seconds after which no version is for the license. Undefined: there is no such end. */
  readonly updatesUntil: (isSecurityFix: boolean) => number | undefined
  /** What the feed depends on. Within an hour after it has changed, the feed is read again. */
  readonly asker?: (() => string) | undefined
  /** Called when `view()` has changed. */
  readonly notify: (view: UpdateView) => void
  readonly clock: Clock
  readonly schedule: Schedule
}

export interface Updates {
  /** Starts the periodic checks. Call once, when the window is shown. */
  start(): void
  view(): UpdateView
  /** Restarts into the version that is ready. Does nothing without one. */
  restart(): void
  /** Call after the license has changed: `mayUpdate` and `updatesUntil` may differ now. */
  licenseChanged(): void
}

/** Keeps the start of the app fast. */
export const FIRST_CHECK_DELAY_MS = 20_000
/** Timers stop while the computer sleeps, so the date is compared every hour. */
const TICK_MS = 3_600_000
const CHECK_EVERY_SECONDS = 86_400

const NONE: UpdateView = { kind: 'none' }

/** Checks for a newer version once a day. Failures are not reported: the next check tries again. */
export function createUpdates(parts: UpdatesParts): Updates {
  const { load, mayUpdate, updatesUntil, asker, notify, clock, schedule } = parts
  let updater: Updater | undefined
  let found: FoundUpdate | undefined
  let isDownloaded = false
  let percent: number | undefined
  let failure: UpdateFailure | undefined
  let shown: UpdateView = NONE
  let nextCheckAt = 0
  let askedAs: string | undefined

  /** The end of the updates, if the version was released after it. No date counts as now. */
  function endBefore({ releasedAt = clock.wallSeconds(), isSecurityFix = false }: FoundUpdate) {
    const until = updatesUntil(isSecurityFix)
    return until !== undefined && releasedAt > until ? until : undefined
  }

  function view(): UpdateView {
    if (updater === undefined || !mayUpdate()) return NONE
    if (failure !== undefined) return { kind: 'failed', failure }
    if (found === undefined) return NONE
    const { version, notes } = found
    const until = endBefore(found)
    if (until !== undefined) return { kind: 'not-covered', version, updatesUntil: until }
    if (found.isWithheld) return NONE
    if (percent !== undefined) return { kind: 'downloading', version, percent }
    if (updater.canInstall && !isDownloaded) return NONE
    return { kind: updater.canInstall ? 'ready' : 'offered', version, notes }
  }

  function licenseChanged(): void {
    const next = view()
    // During a download, electron-updater registers its quit handler if this is set.
    updater?.setInstallsOnQuit(next.kind === 'ready' || next.kind === 'downloading')
    // A version that was not for the license before may be for it now.
    if (shown.kind === 'not-covered' && next.kind === 'none') nextCheckAt = 0
    if (isDeepStrictEqual(next, shown)) return
    shown = next
    notify(shown)
  }

  /** An unreachable feed is retried after an hour, a failed download after a day. */
  async function check(): Promise<void> {
    updater ??= await load()
    askedAs = asker?.()
    const latest = await updater.check()
    nextCheckAt = clock.wallSeconds() + CHECK_EVERY_SECONDS
    if (latest === undefined) return
    const update = sanitizeUpdate(latest)
    const isKnown = found?.version === update.version
    if (!isKnown) isDownloaded = false
    found = update
    if (!updater.canInstall || isDownloaded || update.isWithheld || endBefore(update) !== undefined) return
    // Set before the download, because electron-updater registers its quit handler during it.
    updater.setInstallsOnQuit(true)
    // electron-updater deletes the previous download when a new one starts.
    await updater.download((next) => {
      percent = next
      licenseChanged()
    })
    isDownloaded = true
  }

  async function tick(): Promise<void> {
    const isDue = clock.wallSeconds() >= nextCheckAt || asker?.() !== askedAs
    if (isDue && mayUpdate()) {
      failure = undefined
      await check().catch((error) => {
        const isShown = error instanceof UpdateProblem && error.failure !== 'unreachable'
        failure = isShown ? (error.failure as UpdateFailure) : undefined
      })
      percent = undefined
      licenseChanged()
    }
    schedule.after(TICK_MS, tick)
  }

  return {
    start: () => void schedule.after(FIRST_CHECK_DELAY_MS, tick),
    view,
    restart() {
      if (view().kind === 'ready') updater?.restart()
    },
    licenseChanged,
  }
}

const MAX_LINES = 60
const MAX_LINE_LENGTH = 400
const MAX_VERSION_LENGTH = 40

/** SECURITY: limits a feed's text and removes control characters that could disguise it. */
export const sanitizeUpdate = ({ version, notes, ...others }: FoundUpdate): FoundUpdate => ({
  ...others,
  version: cleanText(version, MAX_VERSION_LENGTH),
  notes: notes
    .slice(0, MAX_LINES * MAX_LINE_LENGTH)
    .split(/\r?\n/, MAX_LINES)
    .map((line) => cleanText(line, MAX_LINE_LENGTH))
    .join('\n')
    .trim(),
})

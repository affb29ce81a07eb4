import type { Clock, Schedule } from '@latchkey/client'
import type { UpdateView } from '../../ipc/update-view.ts'

/** A newer version from the feed. Untrusted text: sanitize it before it is shown. */
export interface FoundUpdate {
  readonly version: string
  readonly notes: string
}

/** Reads the feed, downloads, verifies and installs. */
export interface Updater {
  /** Resolves to the feed's version if it is newer. Rejects when the feed cannot be read. */
  check(): Promise<FoundUpdate | undefined>
  /** False where a package manager or the user must install a newer version. */
  readonly canInstall: boolean
  /** Downloads the version of the last check. Rejects and deletes the file if its hash differs. */
  download(): Promise<void>
  /** Whether the downloaded version is installed when the app quits. */
  setInstallsOnQuit(isAllowed: boolean): void
}

export interface UpdatesParts {
  /** Creates the updater at the first check. */
  readonly load: () => Promise<Updater>
  /** Whether the license, if one is required, allows newer versions now. */
  readonly mayUpdate: () => boolean
  /** Called when `view()` has changed. */
  readonly notify: (view: UpdateView) => void
  readonly sanitize: (found: FoundUpdate) => FoundUpdate
  readonly clock: Clock
  readonly schedule: Schedule
}

export interface Updates {
  /** Starts the periodic checks. Call once, when the window is shown. */
  start(): void
  view(): UpdateView
  /** Call after the license has changed: `mayUpdate` may differ now. */
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
  const { load, mayUpdate, notify, sanitize, clock, schedule } = parts
  let updater: Updater | undefined
  let found: UpdateView = NONE
  let shown: UpdateView = NONE
  let nextCheckAt = 0

  const view = (): UpdateView => (mayUpdate() ? found : NONE)

  function licenseChanged(): void {
    updater?.setInstallsOnQuit(view().kind === 'ready')
    if (view() === shown) return
    shown = view()
    notify(shown)
  }

  /** An unreachable feed is retried after an hour, a failed download after a day. */
  async function check(): Promise<void> {
    updater ??= await load()
    const latest = await updater.check()
    nextCheckAt = clock.wallSeconds() + CHECK_EVERY_SECONDS
    if (latest === undefined) return
    const update = sanitize(latest)
    if (found.kind !== 'none' && found.version === update.version) return
    if (updater.canInstall) {
      // electron-updater deletes the previous download when a new one starts.
      found = NONE
      // Set before the download, because electron-updater registers its quit handler during it.
      updater.setInstallsOnQuit(true)
      await updater.download()
    }
    found = { kind: updater.canInstall ? 'ready' : 'offered', ...update }
  }

  async function tick(): Promise<void> {
    const isDue = clock.wallSeconds() >= nextCheckAt
    if (isDue && mayUpdate()) {
      await check().catch(() => {})
      licenseChanged()
    }
    schedule.after(TICK_MS, tick)
  }

  return {
    start: () => void schedule.after(FIRST_CHECK_DELAY_MS, tick),
    view,
    licenseChanged,
  }
}

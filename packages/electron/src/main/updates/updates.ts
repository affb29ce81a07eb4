import type { Clock, Schedule } from '@latchkey/client'
import type { UpdateView } from '../../ipc/update-view.ts'

/** A newer version, as its feed describes it. Nothing of it is safe to show yet. */
export interface FoundUpdate {
  readonly version: string
  readonly notes: string
}

/** What asks the feed, fetches, verifies and installs. Built when it is first needed. */
export interface Updater {
  /** The version in the feed when it is newer than this one. Rejects when the feed cannot be read. */
  check(): Promise<FoundUpdate | undefined>
  /** False where the system's own means, or a person, have to install a newer version. */
  readonly canInstall: boolean
  /** Fetches what the last check found. Rejects, and leaves nothing behind, unless it is what the feed describes. */
  download(): Promise<void>
  /** Whether closing the app installs what was downloaded. */
  setInstallsOnQuit(isAllowed: boolean): void
}

export interface UpdatesParts {
  readonly load: () => Promise<Updater>
  /** Whether whoever uses the app now may have newer versions. */
  readonly mayUpdate: () => boolean
  readonly tell: (view: UpdateView) => void
  readonly clean: (found: FoundUpdate) => FoundUpdate
  readonly clock: Clock
  readonly schedule: Schedule
}

export interface Updates {
  /** Begins to look. Call it once, when the window is up. */
  start(): void
  view(): UpdateView
  /** The license has changed, and with it perhaps the right to newer versions. */
  reconsider(): void
}

/** The start of the app belongs to its user: nobody waits for an update. */
export const FIRST_LOOK_MS = 20_000
/** Timers stand still while the computer sleeps, so the date is asked every now and then. */
const LOOK_EVERY_MS = 3_600_000
const CHECK_EVERY_SECONDS = 86_400

const NONE: UpdateView = { kind: 'none' }

/**
 * Looks for a newer version once a day and keeps quiet about everything that goes wrong: nobody opened the app to
 * hear about updates, and the next day brings another try.
 */
export function createUpdates(parts: UpdatesParts): Updates {
  const { load, mayUpdate, tell, clean, clock, schedule } = parts
  let updater: Updater | undefined
  let found: UpdateView = NONE
  let shown: UpdateView = NONE
  let nextCheckAt = 0

  const view = (): UpdateView => (mayUpdate() ? found : NONE)

  function reconsider(): void {
    updater?.setInstallsOnQuit(view().kind === 'ready')
    if (view() === shown) return
    shown = view()
    tell(shown)
  }

  /** A feed that is away is asked again soon. A download costs more: it gets one try a day. */
  async function check(): Promise<void> {
    updater ??= await load()
    const latest = await updater.check()
    nextCheckAt = clock.wallSeconds() + CHECK_EVERY_SECONDS
    if (latest === undefined) return
    const update = clean(latest)
    if (found.kind !== 'none' && found.version === update.version) return
    if (updater.canInstall) {
      // The library drops an earlier download when it begins another.
      found = NONE
      // Told ahead: that is when the library prepares for the end of the app.
      updater.setInstallsOnQuit(true)
      await updater.download()
    }
    found = { kind: updater.canInstall ? 'ready' : 'offered', ...update }
  }

  async function look(): Promise<void> {
    const isDue = clock.wallSeconds() >= nextCheckAt
    if (isDue && mayUpdate()) {
      await check().catch(() => {})
      reconsider()
    }
    schedule.after(LOOK_EVERY_MS, look)
  }

  return {
    start: () => void schedule.after(FIRST_LOOK_MS, look),
    view,
    reconsider,
  }
}

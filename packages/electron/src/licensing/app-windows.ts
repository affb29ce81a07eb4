import { setTimeout as delay } from 'node:timers/promises'
import { app, BaseWindow } from 'electron'
import { printError } from '../main/window/start-problem.ts'

/** How long the gate stays for a window that is not visible, or for an `open` that has not finished. */
const OPENING_LIMIT_MS = 5_000
/** Electron has no event for a new `BaseWindow`. */
const LOOK_EVERY_MS = 250
/** An app that opens a window whenever one is closed must not do so in an endless loop. */
const REFUSE_EVERY_MS = 1_000
/** A window that comes after this time without another is probably one that the user wanted. */
const QUIET_MS = 5_000

export interface AppWindowsParts {
  /** Whether it is a window of Latchkey. */
  readonly isOwn: (window: BaseWindow) => boolean
  /** Windows from before `start`, such as a splash screen. They may stay until the first `open`. */
  readonly earlier: readonly BaseWindow[]
  /**
   * The app, or its user, wanted a window that is not allowed now. `place`: the line that opened it,
   * in an app that is not packaged.
   */
  readonly onRefused: (place: string | undefined) => void
}

/** The app's own windows, of every kind: all but those of Latchkey. */
export function createAppWindows({ isOwn, earlier, onRefused }: AppWindowsParts) {
  const all = (): BaseWindow[] => BaseWindow.getAllWindows().filter((window) => !isOwn(window))
  const exist = (): boolean => all().length > 0
  const isAnyVisible = (): boolean => all().some((window) => window.isVisible())

  const known = new WeakSet<BaseWindow>()
  const watchers = new Set<() => void>()
  function changed(): void {
    for (const window of all()) {
      if (known.has(window)) continue
      known.add(window)
      for (const name of ['show', 'hide', 'closed'] as const) window.on(name as 'show', changed)
    }
    for (const watcher of watchers) watcher()
  }

  /** Calls the watcher now, and after a window was created, shown, hidden or closed. */
  function watch(watcher: () => void, signal: AbortSignal, lookEveryMs?: number): void {
    const timer = lookEveryMs === undefined ? undefined : setInterval(changed, lookEveryMs)
    watchers.add(watcher)
    signal.addEventListener('abort', () => {
      clearInterval(timer)
      watchers.delete(watcher)
    })
    changed()
  }
  const until = (condition: () => boolean, signal: AbortSignal, lookEveryMs?: number): Promise<void> =>
    new Promise((resolve) => watch(() => void (condition() && resolve()), signal, lookEveryMs))

  /** Opening, closing, or being closed. Each ends the one before. */
  let phase = new AbortController()
  function startPhase(): AbortSignal {
    phase.abort()
    phase = new AbortController()
    return phase.signal
  }

  let allowed = earlier
  let mayOpen = true
  let lastRefusal = Number.NEGATIVE_INFINITY
  /** The lines of the app that opened its windows. */
  const places = new WeakMap<BaseWindow, string>()

  /** Hides windows at once, and destroys them, but not in an endless loop. */
  function refuse(): void {
    const refused = all().filter((window) => !allowed.includes(window))
    for (const window of refused) if (!window.isDestroyed() && window.isVisible()) window.hide()
    const sinceMs = performance.now() - lastRefusal
    if (refused.length === 0 || sinceMs < REFUSE_EVERY_MS) return
    lastRefusal = performance.now()
    for (const window of refused) destroy(window)
    if (sinceMs < QUIET_MS) return
    onRefused(refused.map((window) => places.get(window)).find((place) => place !== undefined))
  }

  function destroy(window: BaseWindow): void {
    // A parent destroys its child windows.
    if (window.isDestroyed()) return
    window.destroy()
    // An app that hides its window when it is closed keeps the window, for its tray or a shortcut. A
    // method of a destroyed window throws, and Electron would show an error to the user.
    const show = (): void => {
      if (!mayOpen) onRefused(undefined)
    }
    const nothing = (): void => {}
    const no = (): boolean => false
    Object.assign(window, {
      ...{ show, showInactive: show, focus: show, restore: show },
      ...{ hide: nothing, minimize: nothing, close: nothing },
      ...{ isVisible: no, isFocused: no, isMinimized: no },
    })
  }

  app.on('browser-window-created', (_event, window) => {
    const place = app.isPackaged ? undefined : callerIn(new Error().stack)
    if (place !== undefined) places.set(window, place)
    // A window is registered as Latchkey's own only after it was created.
    queueMicrotask(changed)
  })

  return {
    exist,
    /** Calls back when the app opens a window, unless it is closed before. */
    onceExist: (callback: () => void): void => void until(exist, phase.signal).then(callback),
    /**
     * Allows the app's windows, and runs its `open`. Resolves when that has finished and a window is
     * visible, and does not wait long for the second of the two.
     */
    async open(open: () => unknown): Promise<void> {
      allowed = []
      mayOpen = true
      const signal = startPhase()
      // After the listeners of `onChange`, which are called in this turn.
      const opened = Promise.resolve().then(open)
      const visible = until(isAnyVisible, signal, LOOK_EVERY_MS)
      try {
        await Promise.race([
          opened.then(() => atMost(OPENING_LIMIT_MS, visible)),
          visible.then(() => atMost(OPENING_LIMIT_MS, opened)),
        ])
        opened.catch(printError)
      } finally {
        if (phase.signal === signal) startPhase()
      }
    },
    /** Runs the app's `close`, or closes its windows as the user would. Resolves when that is done. */
    async close(close: (() => unknown) | undefined, noneVisible: () => void): Promise<void> {
      const signal = startPhase()
      const done = Promise.resolve().then(close ?? (() => closeAll(signal)))
      void until(() => !isAnyVisible(), signal, LOOK_EVERY_MS).then(noneVisible)
      await done
    },
    /** Destroys the app's windows, and each one that it opens until the next `open`. */
    keepClosed(): void {
      mayOpen = false
      // A loss is no mistake of the app.
      if (allowed !== earlier) for (const window of all()) destroy(window)
      watch(refuse, startPhase(), LOOK_EVERY_MS)
    },
  }

  /** A page may prevent it, or save first. */
  async function closeAll(signal: AbortSignal): Promise<void> {
    const windows = all()
    for (const window of windows) if (!window.isDestroyed()) window.close()
    await until(() => windows.every((window) => window.isDestroyed()), signal)
  }
}

async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController()
  try {
    await Promise.race([work, delay(limitMs, undefined, { signal: limit.signal })])
  } finally {
    limit.abort()
  }
}

/** The line of the app that created the window, from the stack of the event. */
function callerIn(stack = ''): string | undefined {
  const lines = stack.split('\n')
  const inElectron = lines.findIndex((line) => line.includes('node:electron'))
  return lines
    .slice(inElectron + 1)
    .find((line) => !line.includes('node:'))
    ?.trim()
}

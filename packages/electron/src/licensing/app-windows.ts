import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { app, BrowserWindow } from 'electron'

/** How long the gate stays after the app's `open` has finished without a visible window. */
const VISIBLE_LIMIT_MS = 5_000

async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController()
  try {
    await Promise.race([work, delay(limitMs, undefined, { signal: limit.signal })])
  } finally {
    limit.abort()
  }
}

/** The app's own windows: all but those of Latchkey. */
export function createAppWindows(isOwn: (window: BrowserWindow) => boolean) {
  const all = (): BrowserWindow[] => BrowserWindow.getAllWindows().filter((window) => !isOwn(window))

  /** Resolves when one of the app's windows is visible. */
  function untilVisible(): { readonly done: Promise<void>; readonly cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    const watch = (window: BrowserWindow): void => {
      if (window.isDestroyed() || isOwn(window)) return
      if (window.isVisible()) resolve()
      else window.once('show', () => resolve())
    }
    // A window is registered as Latchkey's own only after it was created.
    const onCreated = (_event: unknown, window: BrowserWindow): void => queueMicrotask(() => watch(window))
    app.on('browser-window-created', onCreated)
    for (const window of all()) watch(window)
    return { done: promise, cancel: () => app.off('browser-window-created', onCreated) }
  }

  return {
    exist: (): boolean => all().length > 0,
    /** Runs the app's `open`, and resolves when a window is visible. */
    async open(open: () => unknown): Promise<void> {
      const visible = untilVisible()
      try {
        await open()
        await atMost(VISIBLE_LIMIT_MS, visible.done)
      } finally {
        visible.cancel()
      }
    },
    /** Runs the app's `close`, at most for the time limit, then destroys the windows that are left. */
    async close(close: (() => unknown) | undefined, limitMs: number): Promise<void> {
      try {
        await atMost(limitMs, close === undefined ? closeAll(all()) : Promise.resolve(close()))
      } finally {
        for (const window of all()) window.destroy()
      }
    },
  }
}

/** Closes the windows as the user would: a page may prevent it, or save first. */
async function closeAll(windows: readonly BrowserWindow[]): Promise<void> {
  const closed = windows.map((window) => once(window, 'closed'))
  for (const window of windows) window.close()
  await Promise.all(closed)
}

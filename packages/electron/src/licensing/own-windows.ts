import { type BaseWindow, BrowserWindow, nativeTheme } from 'electron'
import { addContextMenu } from '../main/window/context-menu.ts'
import { developerTools, type PagePreferences } from '../main/window/developer-tools.ts'
import { BACKGROUND, gateSize } from '../main/window/main-window.ts'
import { HARDENED_PREFERENCES, hardenContents } from '../main/window/security.ts'
import type { Brand } from './options.ts'
import { type OwnPage, type OwnPages, ownPageUrl } from './own-pages.ts'

const PANEL_SIZE = { width: 560, height: 520 }
/** A page that crashes again and again must not be loaded in an endless loop. */
const MIN_RELOAD_INTERVAL_MS = 3_000
/** What a window can show in the task bar. */
const WINDOW_ICON = /\.(png|ico|jpe?g)$/i

/** The windows of Latchkey's pages, at most one of each. */
export function createOwnWindows({
  brand,
  openPages,
}: {
  readonly brand: Brand
  readonly openPages: () => OwnPages
}) {
  const windows: Partial<Record<OwnPage, BrowserWindow>> = {}
  const isWanted: Partial<Record<OwnPage, boolean>> = {}
  const painted = new WeakSet<BrowserWindow>()

  function open(page: OwnPage): BrowserWindow {
    const pages = openPages()
    const { theme } = brand.page
    const isDark = theme === 'dark' || (theme === 'system' && nativeTheme.shouldUseDarkColors)
    const { iconPath } = brand
    const window = new BrowserWindow({
      title: brand.name,
      ...(page === 'gate' ? gateSize(720) : PANEL_SIZE),
      minWidth: 480,
      minHeight: 420,
      show: false,
      backgroundColor: isDark ? BACKGROUND.dark : BACKGROUND.light,
      ...(iconPath !== undefined && WINDOW_ICON.test(iconPath) && { icon: iconPath }),
      webPreferences: {
        session: pages.session,
        ...HARDENED_PREFERENCES,
        devTools: developerTools(),
      } satisfies PagePreferences,
    })
    windows[page] = window
    // The app's own menu does not apply here. macOS has one menu for all windows.
    window.removeMenu()
    hardenContents(window.webContents)
    addContextMenu(window.webContents, window)
    window.once('closed', () => {
      delete windows[page]
      pages.forget(page)
    })
    window.once('ready-to-show', () => {
      painted.add(window)
      if (isWanted[page]) window.show()
    })
    const load = (): void => {
      void pages.isReady.then(() => window.loadURL(ownPageUrl(page))).catch(() => {})
    }
    let lastReload = Number.NEGATIVE_INFINITY
    window.webContents.on('render-process-gone', () => {
      const now = performance.now()
      if (now - lastReload < MIN_RELOAD_INTERVAL_MS) return
      lastReload = now
      load()
    })
    // The user's input was not handled for seconds. The crash loads the page again.
    window.on('unresponsive', () => window.webContents.forcefullyCrashRenderer())
    load()
    return window
  }

  return {
    isOwn: (window: BaseWindow): boolean => Object.values<BaseWindow>(windows).includes(window),
    /** Creates the window, which stays hidden. */
    prepare(page: OwnPage): void {
      if (windows[page] === undefined) {
        isWanted[page] = false
        open(page)
      }
    },
    /** Shows the window when its page is painted, and brings it to the front. */
    show(page: OwnPage): void {
      isWanted[page] = true
      const window = windows[page] ?? open(page)
      if (window.webContents.isCrashed()) window.reload()
      if (!painted.has(window)) return
      if (window.isMinimized()) window.restore()
      window.show()
    },
    hide: (page: OwnPage): void => windows[page]?.hide(),
    close: (page: OwnPage): void => windows[page]?.destroy(),
  }
}

import type { SmallFile } from '@latchkey/client'
import { channelOf, type latchkeySchema, type PageName, type SendEvent } from '@latchkey/client/bridge'
import { BrowserWindow, nativeTheme, type Session, screen } from 'electron'
import { pageUrl } from '../pages/pages.ts'
import { addContextMenu } from './context-menu.ts'
import type { DeveloperTools, PagePreferences } from './developer-tools.ts'
import { HARDENED_PREFERENCES } from './security.ts'
import { createWindowBounds } from './window-bounds.ts'

export interface MainWindowParts {
  readonly session: Session
  readonly preloadPath: string
  readonly title: string
  /** Stores the window's bounds. */
  readonly boundsFile: SmallFile
  readonly allowDeveloperTools: DeveloperTools
}

export interface MainWindow {
  readonly browserWindow: BrowserWindow
  /** Fulfilled when the window is first shown. */
  readonly isShown: Promise<void>
  /** Navigates to a page, even if the current page hangs or prevents `beforeunload`. */
  show(page: PageName): void
  send: SendEvent<typeof latchkeySchema>
  /** Brings the window to the front. */
  focus(): void
}

/** If a navigation takes longer, the current page hangs. Its renderer is terminated. */
const NAVIGATION_LIMIT_MS = 3_000

// `--surface` in packages/react/src/design/tokens.css. Avoids a white flash before the first paint.
export const BACKGROUND = { light: '#f7f6f4', dark: '#17181a' }

const MAX_TITLE_BAR = 40

/**
 * The default size of a window with the gate, without its title bar. High enough for a refusal of a
 * key together with the offer of a trial, unless the screen is smaller.
 */
export function gateSize(width: number) {
  const { workAreaSize } = screen.getPrimaryDisplay()
  return { width, height: Math.min(720, workAreaSize.height - MAX_TITLE_BAR), useContentSize: true }
}

export function openMainWindow(parts: MainWindowParts): MainWindow {
  const bounds = createWindowBounds(parts.boundsFile)
  const browserWindow = new BrowserWindow({
    title: parts.title,
    // Restored bounds include the title bar.
    ...(bounds.restore(screen.getAllDisplays().map((display) => display.workArea)) ?? gateSize(960)),
    minWidth: 480,
    minHeight: 420,
    show: false,
    // On Windows and Linux the Alt key shows the menu bar.
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      session: parts.session,
      preload: parts.preloadPath,
      ...HARDENED_PREFERENCES,
      devTools: parts.allowDeveloperTools,
    } satisfies PagePreferences,
  })
  const { webContents } = browserWindow
  let wanted: PageName | undefined
  let hasPage = false
  let isNavigating = false
  let hangTimer: NodeJS.Timeout | undefined

  function load(page: PageName): void {
    isNavigating = true
    // Rejects when another navigation replaces this one.
    webContents.loadURL(pageUrl(page)).catch(() => {})
  }
  function endNavigation(): void {
    isNavigating = false
    clearTimeout(hangTimer)
  }

  addContextMenu(webContents, browserWindow)
  webContents.on('did-navigate', () => {
    hasPage = true
    endNavigation()
    // Prevents going back to the previous page.
    webContents.navigationHistory.clear()
  })
  webContents.on('will-prevent-unload', (event) => {
    // Ignores `beforeunload` when Latchkey navigates: the product has saved by then. It still works
    // when the user closes the window.
    if (isNavigating) event.preventDefault()
  })
  webContents.on('render-process-gone', () => {
    if (isNavigating && wanted !== undefined) load(wanted)
  })
  const isShown = new Promise<void>((resolve) => {
    browserWindow.once('ready-to-show', () => {
      browserWindow.show()
      resolve()
    })
  })
  browserWindow.on('close', () => bounds.save(browserWindow.getNormalBounds()))
  browserWindow.on('closed', endNavigation)

  return {
    browserWindow,
    isShown,
    show(page) {
      if (browserWindow.isDestroyed() || page === wanted) return
      clearTimeout(hangTimer)
      // Only a page that is left can hang. A slow first start must not be ended, nor a reload.
      if (hasPage) {
        hangTimer = setTimeout(() => webContents.forcefullyCrashRenderer(), NAVIGATION_LIMIT_MS)
      }
      wanted = page
      load(page)
    },
    send(group, name, value) {
      if (!browserWindow.isDestroyed()) webContents.send(channelOf(group, name), value)
    },
    focus() {
      if (browserWindow.isMinimized()) browserWindow.restore()
      browserWindow.focus()
    },
  }
}

import { BrowserWindow, nativeTheme, type Session, screen } from 'electron'
import type { latchkeySchema } from '../../ipc/latchkey-schema.ts'
import { channelOf, type PageName, type SendEvent } from '../../ipc/schema.ts'
import { pageUrl } from '../pages/pages.ts'
import { addContextMenu } from './context-menu.ts'
import type { DeveloperTools, PagePreferences } from './developer-tools.ts'
import { HARDENED_PREFERENCES } from './security.ts'
import { createWindowPlace } from './window-place.ts'

export interface MainWindowParts {
  readonly session: Session
  readonly preloadPath: string
  readonly title: string
  /** The file that stores the window's place. */
  readonly placePath: string
  readonly allowDeveloperTools: DeveloperTools
  /** The page is on the screen for the first time. */
  readonly onShown: () => void
}

export interface MainWindow {
  readonly browserWindow: BrowserWindow
  /** Navigates to a page. A page that hangs or objects is left all the same. */
  show(page: PageName): void
  send: SendEvent<typeof latchkeySchema>
  /** Brings the window to the front. */
  focus(): void
}

/** A page that has not been left after this time hangs, and its process is ended. */
const LEAVING_LIMIT_MS = 3_000

// `--surface` of packages/react/src/design/tokens.css: no white flashes before the first paint.
const BACKGROUND = { light: '#f7f6f4', dark: '#17181a' }

export function openMainWindow(parts: MainWindowParts): MainWindow {
  const place = createWindowPlace(parts.placePath)
  const browserWindow = new BrowserWindow({
    title: parts.title,
    width: 960,
    height: 640,
    ...place.restore(screen.getAllDisplays().map((display) => display.workArea)),
    minWidth: 480,
    minHeight: 420,
    show: false,
    // Where a window has its own menu bar, Alt shows it.
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
  let isNavigating = false
  let leavingTimer: NodeJS.Timeout | undefined

  function load(page: PageName): void {
    isNavigating = true
    clearTimeout(leavingTimer)
    leavingTimer = setTimeout(() => webContents.forcefullyCrashRenderer(), LEAVING_LIMIT_MS)
    // Rejects when a later navigation takes its place.
    webContents.loadURL(pageUrl(page)).catch(() => {})
  }
  function endNavigation(): void {
    isNavigating = false
    clearTimeout(leavingTimer)
  }

  addContextMenu(webContents, browserWindow)
  webContents.on('did-navigate', () => {
    endNavigation()
    // No way back to a page that was left.
    webContents.navigationHistory.clear()
  })
  webContents.on('will-prevent-unload', (event) => {
    // The product had its moment to save. Its `beforeunload` may stop the user from closing the window, and not this.
    if (isNavigating) event.preventDefault()
  })
  webContents.on('render-process-gone', () => {
    if (isNavigating && wanted !== undefined) load(wanted)
  })
  browserWindow.once('ready-to-show', () => {
    browserWindow.show()
    parts.onShown()
  })
  browserWindow.on('close', () => place.remember(browserWindow.getNormalBounds()))
  browserWindow.on('closed', endNavigation)

  return {
    browserWindow,
    show(page) {
      if (browserWindow.isDestroyed() || page === wanted) return
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

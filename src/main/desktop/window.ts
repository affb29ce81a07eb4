import { BrowserWindow, nativeTheme, type Session, screen } from 'electron'
import { type PageName, pageOf, pageUrl } from './pages.ts'
import { HARDENED_PREFERENCES } from './security.ts'
import { createWindowPlace } from './window-place.ts'

export interface MainWindowParts {
  readonly session: Session
  readonly preloadPath: string
  readonly title: string
  /** Where the window's place is kept. */
  readonly placePath: string
  readonly allowDeveloperTools: boolean
}

export interface MainWindow {
  readonly browserWindow: BrowserWindow
  /** Loads the page, unless it is the one that the window shows. */
  show(page: PageName): void
}

// The pages' `--surface` (src/renderer/design/tokens.css), so that no white flashes before the first paint.
const BACKGROUND = { light: '#f7f6f4', dark: '#17181a' }

export function openMainWindow(parts: MainWindowParts): MainWindow {
  const { session, preloadPath, title, allowDeveloperTools } = parts
  const place = createWindowPlace(parts.placePath)
  const browserWindow = new BrowserWindow({
    title,
    width: 960,
    height: 640,
    ...place.restore(screen.getAllDisplays().map((display) => display.workArea)),
    minWidth: 480,
    minHeight: 420,
    show: false,
    // Where a window has a menu bar of its own, Alt shows it.
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      session,
      preload: preloadPath,
      ...HARDENED_PREFERENCES,
      devTools: allowDeveloperTools,
    },
  })
  browserWindow.once('ready-to-show', () => browserWindow.show())
  browserWindow.on('close', () => place.remember(browserWindow.getNormalBounds()))

  let shown: PageName | undefined
  const show = (page: PageName): void => {
    if (browserWindow.isDestroyed() || shown === page) return
    shown = page
    // A load that a later one overtakes is rejected with ERR_ABORTED; the later one decides what is shown.
    browserWindow.loadURL(pageUrl(page)).catch(() => {
      if (
        shown === page &&
        !browserWindow.isDestroyed() &&
        pageOf(browserWindow.webContents.getURL()) !== page
      ) {
        shown = undefined
      }
    })
  }
  return { browserWindow, show }
}

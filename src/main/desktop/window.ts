import { BaseWindow, nativeTheme, type Session, screen, type WebContents, WebContentsView } from 'electron'
import type { IpcEvents } from '../../shared/ipc-contract.ts'
import { addContextMenu } from './context-menu.ts'
import type { DeveloperTools, PagePreferences } from './developer-tools.ts'
import { type PageName, pageUrl, WAITING_PRODUCT_URL } from './pages.ts'
import { HARDENED_PREFERENCES } from './security.ts'
import { createWindowPlace } from './window-place.ts'

export interface MainWindowParts {
  readonly session: Session
  readonly preloadPath: string
  readonly title: string
  /** Where the window's place is kept. */
  readonly placePath: string
  readonly allowDeveloperTools: DeveloperTools
  /** Whether the build has a page that waits for the product: see docs/decisions/0011-waiting-product.md. */
  readonly canPrepareProduct: boolean
}

export interface MainWindow {
  readonly baseWindow: BaseWindow
  /** Puts the page in front, once it is there; until then, the one before stays. */
  show(page: PageName): void
  /** Opens the product's process behind the gate, with all that a locked app may load, so that `show` is quick. */
  prepareProduct(): void
  /** The product has drawn itself. */
  productShown(): void
  send<E extends keyof IpcEvents>(event: E, value: IpcEvents[E]): void
}

/** A page in a view, and so in a process, of its own. */
interface Sheet {
  readonly page: PageName
  readonly view: WebContentsView
  /** `waiting`: it starts the product when it is told to, and says when that has drawn. `loaded`: it can be looked at. */
  state: 'loading' | 'waiting' | 'started' | 'loaded'
}

// The pages' `--surface` (src/renderer/design/tokens.css), so that no white flashes before the first paint.
const BACKGROUND = { light: '#f7f6f4', dark: '#17181a' }

export function openMainWindow(parts: MainWindowParts): MainWindow {
  const { session, preloadPath, title, allowDeveloperTools } = parts
  const place = createWindowPlace(parts.placePath)
  const backgroundColor = nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light
  const baseWindow = new BaseWindow({
    title,
    width: 960,
    height: 640,
    ...place.restore(screen.getAllDisplays().map((display) => display.workArea)),
    minWidth: 480,
    minHeight: 420,
    show: false,
    // Where a window has a menu bar of its own, Alt shows it.
    autoHideMenuBar: true,
    backgroundColor,
  })
  const { contentView } = baseWindow
  let front: Sheet | undefined
  let next: Sheet | undefined
  let wanted: PageName | undefined

  function open(page: PageName, isWaiting: boolean): Sheet {
    const view = new WebContentsView({
      webPreferences: {
        session,
        preload: preloadPath,
        ...HARDENED_PREFERENCES,
        devTools: allowDeveloperTools,
      } satisfies PagePreferences,
    })
    view.setBackgroundColor(backgroundColor)
    const sheet: Sheet = { page, view, state: 'loading' }
    // Electron gives a page of the window the focus when it loads, and somebody may be typing in front of this one.
    if (front === undefined) contentView.addChildView(view)
    const { webContents } = view
    addContextMenu(webContents, baseWindow)
    webContents.once('dom-ready', () => {
      if (sheet !== next) return
      contentView.addChildView(view, 0)
      sheet.state = isWaiting ? 'waiting' : 'loaded'
      advance()
    })
    // A load that fails leaves what was in front there; the next wish tries again.
    webContents.loadURL(isWaiting ? WAITING_PRODUCT_URL : pageUrl(page)).catch(() => {
      if (sheet === next) discardNext()
    })
    webContents.once('render-process-gone', () => {
      if (sheet !== next) return
      discardNext()
      if (wanted === page) show(page)
    })
    return sheet
  }

  function show(page: PageName): void {
    if (baseWindow.isDestroyed()) return
    wanted = page
    if (next !== undefined && (front?.page === page || next.page !== page)) discardNext()
    if (front?.page === page) return
    if (next === undefined) {
      next = open(page, false)
      layOut()
    } else {
      advance()
    }
  }

  /** Does what is due, whatever came first: the wish for a page or the page. */
  function advance(): void {
    if (next === undefined || next.page !== wanted) return
    if (next.state === 'loaded') raise(next)
    if (next?.state !== 'waiting') return
    next.state = 'started'
    next.view.webContents.send('product:start', null)
  }

  function raise(sheet: Sheet): void {
    const before = front
    front = sheet
    next = undefined
    layOut()
    contentView.addChildView(sheet.view)
    if (before === undefined) baseWindow.show()
    focusFront()
    if (before !== undefined) remove(before)
  }

  function remove({ view }: Sheet): void {
    contentView.removeChildView(view)
    view.webContents.close()
  }

  function discardNext(): void {
    if (next === undefined) return
    const discarded = next
    next = undefined
    remove(discarded)
    layOut()
  }

  /**
   * A view that is wholly covered counts as hidden, and would have to wake up before it draws: one line of pixels at the
   * bottom, of the same colour in both, keeps the next page awake.
   */
  function layOut(): void {
    const bounds = contentView.getBounds()
    next?.view.setBounds(bounds)
    front?.view.setBounds(next === undefined ? bounds : { ...bounds, height: bounds.height - 1 })
  }

  function pageIn(sheet: Sheet | undefined): WebContents | undefined {
    const page: WebContents | undefined = sheet?.view.webContents
    return page?.isDestroyed() === false ? page : undefined
  }
  const pages = (): WebContents[] => [front, next].flatMap((sheet) => pageIn(sheet) ?? [])
  const focusFront = (): void => pageIn(front)?.focus()

  contentView.on('bounds-changed', layOut)
  baseWindow.on('focus', focusFront)
  baseWindow.on('close', (event) => {
    place.remember(baseWindow.getNormalBounds())
    const page = pageIn(front)
    if (page === undefined || page.isCrashed()) return
    // A product with something unsaved may object, by `beforeunload`; a view is not asked by itself.
    event.preventDefault()
    page.once('destroyed', () => baseWindow.destroy())
    page.close({ waitForBeforeUnload: true })
  })
  // Views do not end with their window by themselves.
  baseWindow.on('closed', () => {
    for (const page of pages()) page.close()
  })

  return {
    baseWindow,
    show,
    prepareProduct() {
      if (!parts.canPrepareProduct || baseWindow.isDestroyed()) return
      if (front?.page !== 'gate' || next !== undefined) return
      next = open('product', true)
      layOut()
    },
    productShown() {
      if (next?.state === 'started' && wanted === 'product') raise(next)
    },
    send(event, value) {
      for (const page of pages()) page.send(event, value)
    },
  }
}

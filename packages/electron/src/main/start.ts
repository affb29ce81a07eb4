import { openProfile, type Profile } from '@latchkey/client'
import type { Group, GroupHandlers } from '@latchkey/client/bridge'
import { app, Menu, type ProtocolRequest, type ProtocolResponse, protocol, session } from 'electron'
import { deleteSecrets, type RawSettings } from '../setting-list.ts'
import type { Latchkey, ProductParts } from './compose.ts'
import { createPageFiles } from './pages/page-files.ts'
import { APP_SCHEME, pageOf } from './pages/pages.ts'
import { PRODUCT_MAY } from './pages/product-may.ts'
import { developerTools } from './window/developer-tools.ts'
import { type MainWindow, openMainWindow } from './window/main-window.ts'
import { hardenApp, hardenSession, PRIVILEGED_SCHEME } from './window/security.ts'
import { canWriteTo, exitWithError, exitWithProblem } from './window/start-problem.ts'

/** What an app passes to `startLatchkey`. */
export interface AppParts<Calls extends Group = Group, Handlers = GroupHandlers<Calls>> {
  /** The settings that the build has compiled into the app. */
  readonly bakedSettings: RawSettings
  /**
   * When the app was built: Unix seconds, written by the build. A perpetual license goes on after its
   * end, for versions that were built in time. Default: unknown; then it ends as any other.
   */
  readonly builtAt?: number
  /** Scheme of activation links, such as `latchkey` in `latchkey://activate?key=…`. */
  readonly linkScheme: string
  /** What the product page may do, from app.json: names of `PRODUCT_MAY`. Default: nothing. */
  readonly productMay?: readonly string[]
  /** The renderer's build output: folders `gate` and `product`, each with an `index.html`. */
  readonly rendererDir: string
  readonly preloadPath: string
  /** The schema of the product's IPC calls. */
  readonly productCalls: Calls
  /** Creates the handlers of these calls. Called once, after `ready`. */
  readonly createProductHandlers: (parts: ProductParts) => Handlers & NoSurplus<Handlers, Calls>
}

/** Makes a handler without a call in the schema a compile error. */
type NoSurplus<Handlers, Calls> = { readonly [Name in Exclude<keyof Handlers, keyof Calls>]: never }

/**
 * SECURITY: a second instance sends its command line in a message of at most 32 KiB. A longer one
 * crashes the running instance (Electron 33 on Linux), and unsaved work is lost. A web page can
 * open a link of any length.
 */
const MAX_COMMAND_LINE_BYTES = 16_384

/**
 * Starts the app. Call once, while the main script is evaluated: custom schemes must be registered
 * before `ready`. If the app is already running, this instance quits and the other one gets focus.
 */
export function startLatchkey<Calls extends Group, Handlers extends GroupHandlers<Calls>>({
  bakedSettings,
  builtAt,
  ...parts
}: AppParts<Calls, Handlers>): void {
  const userDataDir = process.env['LATCHKEY_USER_DATA_DIR']
  if (!app.isPackaged && userDataDir) app.setPath('userData', userDataDir)

  hardenApp()
  protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME])

  if (!canWriteTo(app.getPath('userData'))) {
    // The single instance lock needs this folder. Without it the app would quit without a message.
    void exitWithProblem({ kind: 'folder-not-writable', path: app.getPath('userData') })
    return
  }
  const isCommandLineSafe = Buffer.byteLength(process.argv.join(' ')) <= MAX_COMMAND_LINE_BYTES
  // A second instance would count another execution and write the same store.
  if (!isCommandLineSafe || !app.requestSingleInstanceLock()) {
    app.quit()
    return
  }

  const settingsSources = {
    baked: bakedSettings,
    environment: { ...process.env },
    isPackaged: app.isPackaged,
    builtAt,
    defaultUserAgent: `${app.name}/${app.getVersion()}`,
  }
  deleteSecrets(process.env)

  /** Links received before startup finished. */
  let earlyLinks: readonly string[] = process.argv
  let receive = (links: readonly string[]): void => {
    earlyLinks = [...earlyLinks, ...links]
  }
  // Windows and Linux start a second instance with the link; macOS emits `open-url`.
  app.on('second-instance', (_event, argv) => receive(argv))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    receive([url])
  })
  app.on('window-all-closed', () => app.quit())
  // Prevents Electron's default menu. `compose` sets the app's menu.
  Menu.setApplicationMenu(null)

  void app
    .whenReady()
    .then(async () => {
      const composed = Promise.withResolvers<Latchkey>()
      const profile = openProfile(app.getPath('userData'))
      const window = openWindow(parts, profile, composed.promise)
      // The page's process starts while the other modules are imported and the stored license is
      // read. Nothing can open the product without a license file.
      window.show(profile.license.read() === undefined ? 'gate' : 'product')
      // Until then, the processes of the page and of the GPU wait for answers of this thread.
      await new Promise(setImmediate)
      const { compose } = await import('./compose.ts')
      const latchkey = compose({ settingsSources, profile, window, ...parts })
      composed.resolve(latchkey)
      const { receiveLinks } = latchkey
      receiveLinks(earlyLinks)
      receive = (links) => {
        receiveLinks(links)
        window.focus()
      }
    })
    .catch(exitWithError)
}

/** A separate session for Latchkey's pages. The app may use the default session as it likes. */
const PAGES_PARTITION = 'persist:latchkey'

/** Chromium's `ERR_FAILED`. */
const NET_FAILED = -2

/** Opens the window, without a page, and serves the pages' files. */
function openWindow(
  { rendererDir, preloadPath, productMay = [] }: Pick<AppParts, 'rendererDir' | 'preloadPath' | 'productMay'>,
  profile: Profile,
  composed: Promise<Latchkey>,
): MainWindow {
  const pagesSession = session.fromPartition(PAGES_PARTITION)
  const mayUse = (permission: string, url: string): boolean =>
    pageOf(url) === 'product' && PRODUCT_MAY.includes(permission) && productMay.includes(permission)
  const isHardened = hardenSession(pagesSession, undefined, mayUse)
  const onDamaged = (path: string) => void exitWithProblem({ kind: 'file-damaged', path })
  const files = composed.then(({ isLicensed }) =>
    createPageFiles({ rendererDir, isLicensed, productMay, onDamaged }),
  )
  async function answer(request: ProtocolRequest): Promise<ProtocolResponse> {
    await isHardened
    // A page must not call the main process before there are handlers.
    const [{ isPageChosen }, respond] = await Promise.all([composed, files])
    // The product may have been requested before its license was read.
    if (pageOf(request.url) === 'product') await isPageChosen
    return respond(request)
  }
  // Deprecated in favour of `handle`, which evaluates Node's fetch at the first request. That would
  // delay every launch (docs/decisions/0030-launch.md).
  pagesSession.protocol.registerBufferProtocol(APP_SCHEME, (request, callback) => {
    answer(request).then(callback, () => callback({ error: NET_FAILED }))
  })
  return openMainWindow({
    session: pagesSession,
    preloadPath,
    title: app.name,
    boundsFile: profile.window,
    allowDeveloperTools: developerTools(),
  })
}

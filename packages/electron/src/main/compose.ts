import type { Profile } from '@latchkey/client'
import {
  type Group,
  type Handlers,
  latchkeySchema,
  type PageName,
  PRODUCT_CALLS,
} from '@latchkey/client/bridge'
import { app, type BrowserWindow } from 'electron'
import type { ScriptParts } from '../scripts/index.ts'
import { readSettings, type SettingsSources } from '../settings.ts'
import { composeLicense } from './compose-license.ts'
import { composeLock } from './compose-lock.ts'
import { registerHandlers } from './ipc/register-handlers.ts'
import type { AppParts } from './start.ts'
import { composeUpdates } from './updates/compose-updates.ts'
import { developerTools } from './window/developer-tools.ts'
import type { MainWindow } from './window/main-window.ts'
import { setMenu } from './window/menu.ts'

export interface Latchkey {
  /** Takes the command line of this or a second start, or a URL from the operating system. */
  receiveLinks(addresses: readonly string[]): void
  /** Whether the files of the product may be served. */
  readonly isLicensed: () => boolean
  /** Fulfilled when the gate's state has chosen a page for the first time. */
  readonly isPageChosen: Promise<void>
}

export interface ComposeParts
  extends Pick<AppParts, 'linkScheme' | 'productCalls' | 'createProductHandlers'> {
  readonly settingsSources: SettingsSources
  readonly profile: Profile
  readonly window: MainWindow
}

/** Passed to the app's `createProductHandlers`. */
export interface ProductParts {
  readonly window: BrowserWindow
  /** For `createProtectedScripts` of `@latchkey/electron/scripts`. */
  readonly scriptParts: ScriptParts
}

/** Composition root: creates all parts but the window, and starts. Call once, after `ready`. */
export function compose({
  settingsSources,
  profile,
  window,
  linkScheme,
  productCalls,
  createProductHandlers,
}: ComposeParts): Latchkey {
  const settings = readSettings(settingsSources)
  for (const problem of settings.problems) process.stderr.write(`Latchkey: ${problem}\n`)

  const core = composeLicense({
    settings,
    productName: app.name,
    profile,
    isShown: window.isShown,
    send: window.send,
  })
  const { gate, exchange, links, scriptParts } = core
  const updates = composeUpdates({
    settings,
    gate,
    profile,
    notify: (view) => window.send('updates', 'onChange', view),
  })
  const firstPage = Promise.withResolvers<void>()
  const show = (page: PageName): void => {
    window.show(page)
    firstPage.resolve()
  }
  let readyToClose = (): void => {}
  const lock = composeLock(core, {
    openProduct: async () => show('product'),
    closeProduct: () =>
      new Promise((resolve) => {
        readyToClose = resolve
        window.send('product', 'onClosing', null)
      }),
    showGate: () => show('gate'),
    // Both pages are in one window, so each replaces the other.
    closeGate() {},
    keepProductClosed() {},
  })

  const handlers: Handlers<typeof latchkeySchema> = {
    ...core.handlers,
    product: {
      readyToClose: () => readyToClose(),
    },
    updates: {
      view: () => updates?.view() ?? { kind: 'none' },
      restart: () => updates?.restart(),
    },
  }
  for (const [name, group] of Object.entries(latchkeySchema)) {
    registerHandlers(name, group as Group, handlers[name as keyof typeof handlers], lock.status)
  }
  const productHandlers = createProductHandlers({ window: window.browserWindow, scriptParts })
  registerHandlers(PRODUCT_CALLS, productCalls, productHandlers, lock.status)

  /**
   * Runs after the first paint. Prepares the first key check, so that only the check is left. The
   * gate requests the device ID itself, later: deriving it would delay the gate's scripts.
   */
  function prepare(): void {
    exchange.warmUp()
    updates?.start()
    setMenu({ allowDeveloperTools: developerTools() })
  }

  void core.isPainted.then(prepare)
  lock.start(() => updates?.licenseChanged())

  const receiveLinks = (addresses: readonly string[]): void => links.receive(addresses, linkScheme)
  return { receiveLinks, isLicensed: gate.isLicensed, isPageChosen: firstPage.promise }
}

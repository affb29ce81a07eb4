import type { LicenseView } from '@latchkey/client'
import { type Group, type Handlers, latchkeySchema, PRODUCT_CALLS } from '@latchkey/client/bridge'
import { app, type BrowserWindow } from 'electron'
import type { ScriptParts } from '../scripts/index.ts'
import { isSecureAddress, readSettings, type SettingsSources } from '../settings.ts'
import { composeLicense, watchSleep } from './compose-license.ts'
import { registerHandlers } from './ipc/register-handlers.ts'
import type { AppParts } from './start.ts'
import { systemClock, systemSchedule } from './system-clock.ts'
import { createUpdates } from './updates/updates.ts'
import { developerTools } from './window/developer-tools.ts'
import type { MainWindow } from './window/main-window.ts'
import { setMenu } from './window/menu.ts'
import { createPageSwitch } from './window/page-switch.ts'

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
  window,
  linkScheme,
  productCalls,
  createProductHandlers,
}: ComposeParts): Latchkey {
  const { isPackaged } = app
  const settings = readSettings(settingsSources)
  for (const problem of settings.problems) process.stderr.write(`Latchkey: ${problem}\n`)

  const { gate, exchange, links, scriptParts, isPainted, ...license } = composeLicense({
    settings,
    productName: app.name,
    dataDir: app.getPath('userData'),
    isShown: window.isShown,
    send: window.send,
  })
  const { updates: updateSettings } = settings
  const updates =
    updateSettings &&
    createUpdates({
      // Imported late, and only with a feed: electron-updater is half as large as everything else.
      load: async () => {
        const { createFeedUpdater } = await import('./updates/feed-updater.ts')
        return createFeedUpdater({
          feedUrl: updateSettings.feedUrl,
          isAllowed: (url) => isSecureAddress(url, !isPackaged),
          isPackaged,
          platform: process.platform,
          environment: process.env,
          execPath: process.execPath,
        })
      },
      mayUpdate: () => !updateSettings.needLicense || gate.isLicensed(),
      updatesUntil: gate.updatesUntil,
      notify: (view) => window.send('updates', 'onChange', view),
      clock: systemClock,
      schedule: systemSchedule,
    })
  const firstPage = Promise.withResolvers<void>()
  const pages = createPageSwitch({
    show: (page) => {
      window.show(page)
      firstPage.resolve()
    },
    notifyClosing: () => window.send('product', 'onClosing', null),
    after: systemSchedule.after,
  })

  const handlers: Handlers<typeof latchkeySchema> = {
    ...license.handlers,
    product: {
      readyToClose: pages.readyToClose,
    },
    updates: {
      view: () => updates?.view() ?? { kind: 'none' },
    },
  }
  const { isLicensed, hasFeature } = gate
  const status = { isLicensed, hasFeature, isClosing: pages.isClosing }
  for (const [name, group] of Object.entries(latchkeySchema)) {
    registerHandlers(name, group as Group, handlers[name as keyof typeof handlers], status)
  }
  const productHandlers = createProductHandlers({ window: window.browserWindow, scriptParts })
  registerHandlers(PRODUCT_CALLS, productCalls, productHandlers, status)

  /** The only place that decides which page is shown. */
  function followGate(view: LicenseView): void {
    // With a stored license the product is usually the first page. The gate would only flash.
    if (gate.isLicensed()) pages.goTo('product')
    else if (!gate.mayOpenAtOnce()) pages.goTo('gate')
    window.send('license', 'onChange', view)
    updates?.licenseChanged()
  }

  /**
   * Runs after the first paint. Prepares the first key check, so that only the check is left. The
   * gate requests the device ID itself, later: deriving it would delay the gate's scripts.
   */
  function prepare(): void {
    exchange.warmUp()
    updates?.start()
    setMenu({ allowDeveloperTools: developerTools() })
  }

  void isPainted.then(prepare)
  gate.subscribe(followGate)
  // Opens the product with a stored license, and checks its key.
  gate.start()
  followGate(gate.view())

  watchSleep((seconds) => gate.resumed(seconds))

  const receiveLinks = (addresses: readonly string[]): void => links.receive(addresses, linkScheme)
  return { receiveLinks, isLicensed: gate.isLicensed, isPageChosen: firstPage.promise }
}

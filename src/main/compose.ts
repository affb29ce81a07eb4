import { randomInt } from 'node:crypto'
import { app, clipboard, powerMonitor } from 'electron'
import type { AppInfo, IpcEvents } from '../shared/ipc-contract.ts'
import type { LicenseView } from '../shared/license-view.ts'
import { createActivationLinks } from './desktop/activation-link.ts'
import { cleanUpdate } from './desktop/clean-update.ts'
import { developerTools } from './desktop/developer-tools.ts'
import { createHelp } from './desktop/help.ts'
import { createKeyringSealer } from './desktop/keyring-sealer.ts'
import { createLicenseFile } from './desktop/license-file.ts'
import { setMenu } from './desktop/menu.ts'
import { createNetwork } from './desktop/network.ts'
import { createPageSwitch } from './desktop/page-switch.ts'
import { startScriptPage } from './desktop/script-page.ts'
import { systemClock, systemSchedule } from './desktop/system-clock.ts'
import { createUpdates } from './desktop/updates.ts'
import type { MainWindow } from './desktop/window.ts'
import { createAskMachine } from './device/ask-machine.ts'
import { createDevice, supportReport, toDeviceView } from './device/device.ts'
import { createDeviceFiles } from './device/device-files.ts'
import type { Doorkeeper } from './first-window.ts'
import { createProductHandlers } from './ipc/product-handlers.ts'
import { registerHandlers } from './ipc/register-handlers.ts'
import { createProductAccess } from './ipc/while-licensed.ts'
import { createGate } from './license/gate.ts'
import { createKeyExchange } from './license/key-exchange.ts'
import { createScriptDelivery } from './license/script-delivery.ts'
import { createDeviceSealer } from './license/sealer.ts'
import { createLicenseStore } from './license/store.ts'
import { createProtectedScripts } from './scripts/protected-scripts.ts'
import { startScriptWorker } from './scripts/script-worker.ts'
import { isSecureAddress, type Settings } from './settings.ts'

/** A page of somebody's own may never ask about updates, and they are looked for all the same. */
const PREPARED_WITHIN_MS = 5_000

export interface Latchkey extends Doorkeeper {
  /** Takes what the app was started with, or what the system handed over. */
  receiveLinks(addresses: readonly string[]): void
}

export interface Surroundings {
  readonly settings: Settings
  /** With the gate in it. */
  readonly window: MainWindow
}

/** Builds the object graph behind the window, once. The only place that names concrete parts. The app must be ready. */
export function compose({ settings, window }: Surroundings): Latchkey {
  const { isPackaged } = app
  for (const problem of settings.problems) process.stderr.write(`Latchkey: ${problem}\n`)

  const userDataDir = app.getPath('userData')
  const device = createDevice({
    appName: settings.licensing?.appName ?? app.name,
    askMachine: createAskMachine({ platform: process.platform, load: () => import('systeminformation') }),
    files: createDeviceFiles(userDataDir),
  })
  const network = createNetwork()
  const exchange = createKeyExchange({
    fetch: network,
    clock: systemClock,
    schedule: systemSchedule,
    random: randomInt,
    settings: settings.licensing,
  })
  const gate = createGate({
    exchange,
    device,
    store: createLicenseStore({
      file: createLicenseFile(),
      keyring: createKeyringSealer(),
      device: createDeviceSealer(() => device.sealingKey('license')),
    }),
    clock: systemClock,
    schedule: systemSchedule,
    graceSeconds: settings.graceSeconds,
  })
  const scripts = createProtectedScripts({
    delivery: createScriptDelivery({
      network,
      schedule: systemSchedule,
      random: randomInt,
      settings: settings.licensing,
      licensedKey: gate.licensedKey,
      device,
    }),
    isLicensed: gate.isLicensed,
    subscribe: gate.subscribe,
    startIn: { none: startScriptPage, node: startScriptWorker },
  })
  const help = createHelp({
    supportUrl: settings.supportUrl,
    renewUrl: settings.renewUrl,
    syncUrl: settings.licensing?.syncUrl,
  })
  const links = createActivationLinks(() => push('license:link-arrived', null))
  const info: AppInfo = {
    productName: app.name,
    version: app.getVersion(),
    platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
    helpTopics: help.topics,
    hasScript: settings.scriptId !== undefined,
  }
  const { updates: updateSettings } = settings
  const updates =
    updateSettings &&
    createUpdates({
      // Only now, and only for an app with a feed: the library is as large as half of the rest.
      load: async () => {
        const { createFeedUpdater } = await import('./desktop/feed-updater.ts')
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
      tell: (view) => push('update:changed', view),
      clean: cleanUpdate,
      clock: systemClock,
      schedule: systemSchedule,
    })
  const pages = createPageSwitch({
    show: (page) => window.show(page),
    tellClosing: () => push('product:closing', null),
    after: systemSchedule.after,
  })

  registerHandlers({
    ...createProductHandlers({
      access: createProductAccess({ isLicensed: gate.isLicensed, isClosing: pages.isClosing }),
      window: window.baseWindow,
      scripts,
      scriptId: settings.scriptId,
    }),
    'product:shown': () => window.productShown(),
    'product:ready-to-close': () => pages.readyToClose(),
    'license:view': () => gate.view(),
    'license:activate': (text) => gate.activate(text),
    'license:warm-up': () => {
      exchange.warmUp()
      window.prepareProduct()
    },
    'license:cancel': () => gate.cancel(),
    'license:check-again': () => gate.checkAgain(),
    'license:accept-device': () => gate.acceptDevice(),
    'license:forget': () => gate.forget(),
    'license:would-keep-by': () => gate.wouldKeepBy(),
    'license:set-remembered': (isRemembered) =>
      gate.setRememberPolicy(isRemembered ? 'remember' : 'ask-every-time'),
    'license:copy-key-ending': () => clipboard.writeText(gate.keyEnding() ?? ''),
    'license:take-link': () => links.take(),
    'device:view': async () => toDeviceView(await device.identify()),
    'device:copy-id': async () => clipboard.writeText((await device.identify()).id),
    'device:copy-report': async () =>
      clipboard.writeText(supportReport(await device.identify(), { ...info, keyEnding: gate.keyEnding() })),
    'update:view'() {
      prepareOnce()
      return updates?.view() ?? { kind: 'none' }
    },
    'app:info': () => info,
    'app:open-help': (topic) => help.open(topic),
  })

  function push<E extends keyof IpcEvents>(event: E, value: IpcEvents[E]): void {
    window.send(event, value)
  }

  function handleChange(view: LicenseView): void {
    // A check while the product is open leaves it open; one at the gate stays there.
    if (gate.isLicensed()) pages.goTo('product')
    else if (view.kind !== 'checking') pages.goTo('gate')
    push('license:changed', view)
    updates?.reconsider()
  }

  let isPrepared = false
  /**
   * Starts what a key check will need, so that a key press costs one round trip. Every page asks about updates once it
   * is on the screen; until then, each millisecond of this thread is the page's.
   */
  function prepareOnce(): void {
    if (isPrepared) return
    isPrepared = true
    // The page's answers first.
    setImmediate(() => {
      exchange.warmUp()
      void device.identify()
      if (gate.view().kind === 'checking') window.prepareProduct()
      updates?.start()
    })
  }

  gate.subscribe(handleChange)
  // A key from last time is checked at once: nobody will be typing.
  gate.start()
  systemSchedule.after(PREPARED_WITHIN_MS, prepareOnce)

  setMenu({ allowDeveloperTools: developerTools() })
  watchSleep((seconds) => gate.resumed(seconds))

  return {
    isLicensed: gate.isLicensed,
    isPlainlyLocked() {
      const view = gate.view()
      return view.kind === 'locked' && !view.isKeptKeyUnreadable
    },
    receiveLinks: (addresses) => links.receive(addresses),
  }
}

/** Tells how long the computer slept. The wall clock, because the monotonic one may stand still meanwhile. */
function watchSleep(onResume: (sleptSeconds: number) => void): void {
  let sleptSince = systemClock.wallSeconds()
  powerMonitor.on('suspend', () => {
    sleptSince = systemClock.wallSeconds()
  })
  powerMonitor.on('resume', () => onResume(Math.max(0, systemClock.wallSeconds() - sleptSince)))
}

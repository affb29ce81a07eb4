import { randomInt } from 'node:crypto'
import {
  createDevice,
  createDeviceSealer,
  createGate,
  createKeyExchange,
  createLicenseStore,
  createMachineReader,
  createOfflineLicensing,
  type Profile,
  supportReport,
  toDeviceView,
} from '@latchkey/client'
import type { AppInfo, Handlers, latchkeySchema, SendEvent } from '@latchkey/client/bridge'
import { app, clipboard, ipcMain, powerMonitor } from 'electron'
import type { ScriptParts } from '../scripts/index.ts'
import type { Settings } from '../settings.ts'
import { createNetwork } from './network/network.ts'
import { createKeyringSealer } from './storage/keyring-sealer.ts'
import { openLicenseFile } from './storage/license-file.ts'
import { systemClock, systemSchedule } from './system-clock.ts'
import { createActivationLinks } from './window/activation-link.ts'
import { createFileRequests } from './window/file-requests.ts'
import { createHelp } from './window/help.ts'

export interface LicenseParts {
  readonly settings: Settings
  /** The name that the pages show. */
  readonly productName: string
  readonly profile: Profile
  /** The first window is visible. */
  readonly isShown: Promise<void>
  /** Sends an event to the pages that are open. */
  readonly send: SendEvent<typeof latchkeySchema>
}

/** Only in development: users of a packaged app can do nothing about it. */
const NO_TRIAL = `Latchkey: The project offers trials, but not to this computer: its device ID is weak.
To allow it: latchkey project update --trial-weak-devices yes
`

/** The license of this app: everything that does not depend on its windows. */
export interface LicenseCore extends Pick<LicenseParts, 'send'> {
  readonly gate: ReturnType<typeof createGate>
  readonly exchange: ReturnType<typeof createKeyExchange>
  readonly links: ReturnType<typeof createActivationLinks>
  readonly handlers: Pick<Handlers<typeof latchkeySchema>, 'license' | 'device' | 'app'>
  readonly scriptParts: ScriptParts
  /** The first window has been painted, or should have been. What can wait until then runs then. */
  readonly isPainted: Promise<void>
}

/** Creates the parts that decide about the license. Nothing starts before `gate.start()`. */
export function composeLicense({ settings, productName, profile, isShown, send }: LicenseParts): LicenseCore {
  const device = createDevice({
    appName: settings.licensing?.appName ?? app.name,
    startReading: createMachineReader({ platform: process.platform }),
    files: profile.device,
  })
  const network = createNetwork()
  const exchange = createKeyExchange({
    fetch: network,
    clock: systemClock,
    schedule: systemSchedule,
    random: randomInt,
    settings: settings.licensing,
  })
  const isPainted = Promise.race([isShown.then(() => after(FIRST_FRAME_MS)), after(SHOWN_LIMIT_MS)])
  const offline = createOfflineLicensing(settings.licensing, randomInt)
  const gate = createGate({
    ...settings,
    exchange,
    device,
    store: createLicenseStore({
      file: openLicenseFile(profile, isPainted, ipcMain),
      keyring: createKeyringSealer(),
      device: createDeviceSealer(() => device.sealingKey('license')),
      settings: settings.licensing,
      identify: device.identify,
      offline,
    }),
    clock: systemClock,
    schedule: systemSchedule,
    random: randomInt,
    isProductShown: isPainted,
    offline,
  })
  const requests = createFileRequests(gate.requestFile)
  const help = createHelp({ ...settings, syncUrl: settings.licensing?.syncUrl })
  const links = createActivationLinks(() => send('license', 'onLinkArrived', null))
  const info: AppInfo = {
    productName,
    version: app.getVersion(),
    platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
    helpTopics: help.topics,
    takesFiles: gate.takesFiles,
    takesOtherKeys: settings.takesOtherKeys,
    ...(!app.isPackaged && { isDevelopment: true }),
  }
  if (!app.isPackaged) {
    const stop = gate.subscribe((view) => {
      if (view.kind !== 'locked' || view.noTrial === undefined) return
      process.stderr.write(NO_TRIAL)
      stop()
    })
  }
  const handlers: LicenseCore['handlers'] = {
    license: {
      // SECURITY: one by one, because not everything of the gate is for a window.
      view: gate.view,
      activate: gate.activate,
      requestFile: requests.request,
      copyRequest: requests.copy,
      saveRequest: requests.save,
      openFile: gate.openFile,
      warmUp() {
        exchange.warmUp()
        gate.askForOffer()
      },
      cancel: gate.cancel,
      checkAgain: gate.checkAgain,
      moveHere: gate.moveHere,
      askOwner: gate.askOwner,
      startTrial: gate.startTrial,
      devices: gate.devices,
      releaseDevice: gate.releaseDevice,
      nameDevice: gate.nameDevice,
      acceptDevice: gate.acceptDevice,
      forget: gate.forget,
      wouldBeStoredBy: gate.wouldBeStoredBy,
      setRemembered: (isRemembered) => gate.setRememberPolicy(isRemembered ? 'remember' : 'ask-every-time'),
      copyKeyEnding: () => clipboard.writeText(gate.keyEnding() ?? ''),
      takeLink: links.take,
    },
    device: {
      view: async () => toDeviceView(await device.identify()),
      copyId: async () => clipboard.writeText((await device.identify()).id),
      copyReport: async () =>
        clipboard.writeText(supportReport(await device.identify(), { ...info, keyEnding: gate.keyEnding() })),
    },
    app: {
      info: () => info,
      openHelp: help.open,
    },
  }
  const scriptParts: ScriptParts = {
    isLicensed: gate.isLicensed,
    subscribe: gate.subscribe,
    licensedKey: gate.licensedKey,
    device,
    network,
    settings: settings.licensing,
  }
  return { gate, exchange, links, handlers, scriptParts, isPainted, send }
}

/** How long the first frame takes after `show`, with some reserve. No event reports it. */
const FIRST_FRAME_MS = 250
/**
 * SECURITY: a page that is never painted must not prevent the check of a stored license. Longer
 * than the start of a usual product.
 */
const SHOWN_LIMIT_MS = 3_000

const after = (delayMs: number): Promise<void> =>
  new Promise((resolve) => systemSchedule.after(delayMs, resolve))

/** Call it after `ready`. Uses the wall clock: the monotonic clock may stop while the computer sleeps. */
export function watchSleep(onResume: (sleptSeconds: number) => void): void {
  let sleptSince = systemClock.wallSeconds()
  powerMonitor.on('suspend', () => {
    sleptSince = systemClock.wallSeconds()
  })
  powerMonitor.on('resume', () => onResume(Math.max(0, systemClock.wallSeconds() - sleptSince)))
}

import type { DeviceView, KeptBy, LicenseView } from '@latchkey/client'
import { Type } from 'typebox'
import { type Bridge, call, event, type } from './schema.ts'
import type { UpdateView } from './update-view.ts'

/** What a button may open outside the window. The main process decides the address. */
export const HELP_TOPICS = [
  'support',
  'renew',
  'network-settings',
  'clock-settings',
  'network-login',
] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

export interface AppInfo {
  readonly productName: string
  readonly version: string
  readonly platform: 'darwin' | 'linux' | 'win32'
  /** The topics that this system and this app's settings have an address for. Offer no other. */
  readonly helpTopics: readonly HelpTopic[]
}

/** Calls that any page may make, locked or not. */
const OPEN = { from: 'any', needsLicense: false } as const

/** Every call and event between Latchkey's pages and the main process. */
export const latchkeySchema = {
  license: {
    view: call({ ...OPEN, result: type<LicenseView>() }),
    /** The text as the user entered it. The main process finds the key in it. */
    activate: call({ ...OPEN, parameters: [Type.String({ maxLength: 10_000 })] }),
    /** The user is typing: opens a connection for the check that may follow. Costs no execution. */
    warmUp: call(OPEN),
    /** Stops waiting. A check that may have reached the service may still be counted. */
    cancel: call(OPEN),
    checkAgain: call(OPEN),
    /** After `device-unsure`: this computer counts as a new device from now on, and the key is checked. */
    acceptDevice: call(OPEN),
    forget: call(OPEN),
    /** Where a key that is accepted now would be stored. Shown before the first key is entered. */
    wouldKeepBy: call({ ...OPEN, result: type<KeptBy>() }),
    /** Whether the key is stored on this device, or asked for at every start. `false` deletes it at once. */
    setRemembered: call({ ...OPEN, parameters: [Type.Boolean()] }),
    /** Copies the last four letters of the key, for a talk with support. */
    copyKeyEnding: call(OPEN),
    /** The key of an activation link, once, or null. Fill the field with it; never submit it. */
    takeLink: call({ ...OPEN, result: type<string | null>() }),
    onChange: event({ to: 'any', value: type<LicenseView>() }),
    /** An activation link was opened: call `takeLink`. */
    onLinkArrived: event({ to: 'any' }),
  },
  device: {
    view: call({ ...OPEN, result: type<DeviceView>() }),
    /** Copies the device ID. */
    copyId: call(OPEN),
    /** Copies a support report without any raw value of the machine. */
    copyReport: call(OPEN),
  },
  product: {
    /**
     * The license is lost: save the user's work. The gate returns as soon as every listener has finished, and after
     * ten seconds at the latest.
     */
    onClosing: event({ to: 'product' }),
    /** Made by the bridge itself when every listener of `onClosing` has finished. */
    readyToClose: call({ from: 'product', needsLicense: false }),
  },
  updates: {
    view: call({ ...OPEN, result: type<UpdateView>() }),
    onChange: event({ to: 'any', value: type<UpdateView>() }),
  },
  app: {
    info: call({ ...OPEN, result: type<AppInfo>() }),
    openHelp: call({ ...OPEN, parameters: [Type.Enum([...HELP_TOPICS])] }),
  },
}

/** `window.latchkey`, as the preload script exposes it to each of Latchkey's pages. */
export type LatchkeyBridge = Bridge<typeof latchkeySchema>

import { Type } from 'typebox'
import type { DeviceView } from '../device/device-view.ts'
import type {
  DevicesView,
  LicenseView,
  OfflineFileView,
  OfflineRequestView,
  StoredBy,
} from '../license/license-view.ts'
import { type Bridge, call, event, type } from './schema.ts'
import type { UpdateView } from './update-view.ts'

/** Help that opens outside the window. The main process chooses the address. */
export const HELP_TOPICS = [
  'support',
  'renew',
  'shop',
  'network-settings',
  'clock-settings',
  'network-login',
] as const
/** A topic of help whose address the main process opens. */
export type HelpTopic = (typeof HELP_TOPICS)[number]

/** The app, for display. */
export interface AppInfo {
  readonly productName: string
  readonly version: string
  readonly platform: 'darwin' | 'linux' | 'win32'
  /** Topics that have an address on this platform. Show no button for others. */
  readonly helpTopics: readonly HelpTopic[]
  /** The app can verify license files for computers without a network. */
  readonly takesFiles: boolean
  /** The key field takes keys of another form than 32 letters. */
  readonly takesOtherKeys: boolean
  /** The app is not packaged. The gate then also shows what only a developer should read. */
  readonly isDevelopment?: true
}

/** Any page may call, with or without a license. */
const OPEN = { from: 'any', needsLicense: false } as const

/** Every call and event between Latchkey's pages and the main process. */
export const latchkeySchema = {
  license: {
    view: call({ ...OPEN, result: type<LicenseView>() }),
    /** Takes the text as entered. The main process extracts the key. */
    activate: call({ ...OPEN, parameters: [Type.String({ maxLength: 10_000 })] }),
    /** Makes the request for a license file: for the key in the text, or for the current key. */
    requestFile: call({
      ...OPEN,
      parameters: [Type.String({ maxLength: 10_000 })],
      result: type<OfflineRequestView>(),
    }),
    /** Copies the last request, or saves it where the user says. */
    copyRequest: call(OPEN),
    saveRequest: call(OPEN),
    /** Opens the product with the text of a license file. The second text is as in `requestFile`. */
    openFile: call({
      ...OPEN,
      parameters: [Type.String({ maxLength: 65_536 }), Type.String({ maxLength: 10_000 })],
      result: type<OfflineFileView>(),
    }),
    /** Requests the service's time and nodes while the user types. Not counted as an execution. */
    warmUp: call(OPEN),
    /** Stops waiting. A check that has reached the service is counted as an execution anyway. */
    cancel: call(OPEN),
    checkAgain: call(OPEN),
    /** After a refusal that offers it: uses the key on this computer instead of another one. */
    moveHere: call(OPEN),
    /**
     * After a refusal that offers it: asks the owner of the license to free a computer. The text is
     * the name of this one, for the owner. `cancel` stops waiting.
     */
    askOwner: call({ ...OPEN, parameters: [Type.String({ maxLength: 200 })] }),
    /** Starts the trial that the view offers. Its answer may have been lost: then it goes on. */
    startTrial: call(OPEN),
    /** The computers of the license in use, or of the key that was refused. */
    devices: call({ ...OPEN, result: type<DevicesView>() }),
    /**
     * Releases a computer of the last list, by its `id`. This one: its license is erased and the
     * product closes. Another one of a refused key: the key is checked again.
     */
    releaseDevice: call({
      ...OPEN,
      parameters: [Type.String({ maxLength: 200 })],
      result: type<DevicesView>(),
    }),
    /** Names this computer, for the list on the others. Empty: removes its name. */
    nameDevice: call({
      ...OPEN,
      parameters: [Type.String({ maxLength: 200 })],
      result: type<DevicesView>(),
    }),
    /** After `device-unsure`: registers this computer as a new device, then checks the key. */
    acceptDevice: call(OPEN),
    forget: call(OPEN),
    /** Where a key would be stored if it were accepted now. */
    wouldBeStoredBy: call({ ...OPEN, result: type<StoredBy>() }),
    /** `true` stores the key on this device; `false` deletes it. */
    setRemembered: call({ ...OPEN, parameters: [Type.Boolean()] }),
    /** Copies the last four letters of the key, for support requests. */
    copyKeyEnding: call(OPEN),
    /** Returns the key of an activation link once, then null. Fill the field; do not submit it. */
    takeLink: call({ ...OPEN, result: type<string | null>() }),
    onChange: event({ to: 'any', value: type<LicenseView>() }),
    /** An activation link was opened. Call `takeLink` to get its key. */
    onLinkArrived: event({ to: 'any' }),
  },
  device: {
    view: call({ ...OPEN, result: type<DeviceView>() }),
    /** Copies the device ID. */
    copyId: call(OPEN),
    /** Copies a support report. It contains no raw device facts. */
    copyReport: call(OPEN),
  },
  product: {
    /**
     * The license is no longer valid: save the user's work. The gate opens when every listener has
     * finished, after ten seconds at the latest.
     */
    onClosing: event({ to: 'product' }),
    /** The preload script calls this when every listener of `onClosing` has finished. */
    readyToClose: call({ from: 'product', needsLicense: false }),
  },
  updates: {
    view: call({ ...OPEN, result: type<UpdateView>() }),
    /** Quits, installs the version that is ready, and starts it. */
    restart: call(OPEN),
    onChange: event({ to: 'any', value: type<UpdateView>() }),
  },
  app: {
    info: call({ ...OPEN, result: type<AppInfo>() }),
    openHelp: call({ ...OPEN, parameters: [Type.Enum([...HELP_TOPICS])] }),
  },
}

/** The type of `window.latchkey`. */
export type LatchkeyBridge = Bridge<typeof latchkeySchema>

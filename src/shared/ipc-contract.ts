import { Type } from 'typebox'
import type { DeviceView } from './device-view.ts'
import type { KeptBy, LicenseView } from './license-view.ts'
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
  /** The topics that lead somewhere on this system, with this copy's settings. Offer no other. */
  readonly helpTopics: readonly HelpTopic[]
  /** Whether this copy has a protected script for the sample product. */
  readonly hasScript: boolean
}

/**
 * The whole surface between the windows and the main process.
 * A call's parameters are data, so that the main process can check them; its result is a type, because the
 * main process is trusted by the window and not the other way round.
 */
export const IPC_PARAMETERS = {
  'license:view': Type.Tuple([]),
  /** The text as the user entered it; the main process finds the key in it. */
  'license:activate': Type.Tuple([Type.String({ maxLength: 10_000 })]),
  /** Somebody is typing: a connection for the check that may follow is opened, unless one is. Costs no execution. */
  'license:warm-up': Type.Tuple([]),
  'license:cancel': Type.Tuple([]),
  'license:check-again': Type.Tuple([]),
  /** After `device-unsure`: this computer counts as a new device from now on, and the key is checked. */
  'license:accept-device': Type.Tuple([]),
  'license:forget': Type.Tuple([]),
  /** Where a key that is accepted now would rest, for the choice before there is one. */
  'license:would-keep-by': Type.Tuple([]),
  /** Whether the key is kept on this device from now on, or asked for at every start. */
  'license:set-remembered': Type.Tuple([Type.Boolean()]),
  /** Puts the last four letters of the key on the clipboard, for a talk with support. */
  'license:copy-key-ending': Type.Tuple([]),
  /** The key of an activation link that waits for a window. It fills the field and never submits. */
  'license:take-link': Type.Tuple([]),
  'device:view': Type.Tuple([]),
  /** Puts the device ID on the clipboard. */
  'device:copy-id': Type.Tuple([]),
  /** Puts a support report without any raw value on the clipboard. */
  'device:copy-report': Type.Tuple([]),
  'app:info': Type.Tuple([]),
  /** Asks where to, then writes the text there. A sample of what a product asks of the main process. */
  'product:save-text': Type.Tuple([Type.String({ maxLength: 1_000_000 })]),
  /** Has the sample's protected script look at a text. */
  'product:look-at-text': Type.Tuple([Type.String({ maxLength: 1_000_000 })]),
  /** The product has drawn itself: it may take the gate's place. */
  'product:shown': Type.Tuple([]),
  /** What was unsaved is safe: the gate may return. */
  'product:ready-to-close': Type.Tuple([]),
  'update:view': Type.Tuple([]),
  'app:open-help': Type.Tuple([Type.Enum([...HELP_TOPICS])]),
} as const

/**
 * The calls that work without a license, for the gate and for showing the product. Every other call is the
 * product's: only its page may make it, and its handler must be wrapped in `whileLicensed` or `untilClosed`
 * (src/main/ipc/while-licensed.ts).
 */
export const CALLS_WITHOUT_LICENSE = [
  'license:view',
  'license:activate',
  'license:warm-up',
  'license:cancel',
  'license:check-again',
  'license:accept-device',
  'license:forget',
  'license:would-keep-by',
  'license:set-remembered',
  'license:copy-key-ending',
  'license:take-link',
  'device:view',
  'device:copy-id',
  'device:copy-report',
  'app:info',
  'app:open-help',
  'update:view',
  'product:shown',
  'product:ready-to-close',
] as const satisfies readonly (keyof typeof IPC_PARAMETERS)[]
export type CallWithoutLicense = (typeof CALLS_WITHOUT_LICENSE)[number]

/** What the sample's protected script says about a text. */
export const TextLook = Type.Object({
  readingSeconds: Type.Integer({ minimum: 0 }),
  sentences: Type.Integer({ minimum: 0 }),
  longestWord: Type.String({ maxLength: 1_000_000 }),
})
export type TextLook = Type.Static<typeof TextLook>

export type TextLookResult =
  | { readonly kind: 'looked'; readonly look: TextLook }
  /** The message is for people. */
  | { readonly kind: 'failed'; readonly message: string }

interface Results {
  'license:view': LicenseView
  'license:activate': undefined
  'license:warm-up': undefined
  'license:cancel': undefined
  'license:check-again': undefined
  'license:accept-device': undefined
  'license:forget': undefined
  'license:would-keep-by': KeptBy
  'license:set-remembered': undefined
  'license:copy-key-ending': undefined
  'license:take-link': string | null
  'device:view': DeviceView
  'device:copy-id': undefined
  'device:copy-report': undefined
  'app:info': AppInfo
  /** Whether the user chose a place. */
  'product:save-text': boolean
  'product:look-at-text': TextLookResult
  'product:shown': undefined
  'product:ready-to-close': undefined
  'update:view': UpdateView
  'app:open-help': undefined
}

/** Pushed from the main process to every window. */
export interface IpcEvents {
  'license:changed': LicenseView
  /** An activation link was opened: take it. */
  'license:link-arrived': null
  /** To the page that waits for the product: the license is there. */
  'product:start': null
  /** The license is lost: the product has a moment to save, then the gate returns. */
  'product:closing': null
  'update:changed': UpdateView
}

export type IpcChannel = keyof typeof IPC_PARAMETERS
export type IpcParameters<C extends IpcChannel> = Type.Static<(typeof IPC_PARAMETERS)[C]>
/** Indexing by every channel makes a channel without a result a compile error. */
export type IpcResult<C extends IpcChannel> = Results[C]

/** What the preload puts on `window.latchkey`: one method per intention. */
export interface LatchkeyBridge {
  readonly license: {
    view(): Promise<LicenseView>
    activate(text: string): Promise<void>
    /** Call it while the user types. */
    warmUp(): Promise<void>
    /** Stops waiting. A check that may have reached the service may still be counted. */
    cancel(): Promise<void>
    checkAgain(): Promise<void>
    /** After `device-unsure` alone: takes this computer for a new device, and checks the key. */
    acceptDevice(): Promise<void>
    forget(): Promise<void>
    /** Where a key that is accepted now would rest. Tell it before the first one is entered. */
    wouldKeepBy(): Promise<KeptBy>
    /** Resolves when it is done. Not to be remembered any more is to be forgotten on this device at once. */
    setRemembered(isRemembered: boolean): Promise<void>
    copyKeyEnding(): Promise<void>
    /** Calls back on every change; returns the function that ends it. */
    onChange(listener: (view: LicenseView) => void): () => void
    /** The key of an activation link, once, or null. Fill the field with it; never submit it. */
    takeLink(): Promise<string | null>
    onLinkArrived(listener: () => void): () => void
  }
  readonly device: {
    view(): Promise<DeviceView>
    copyId(): Promise<void>
    copyReport(): Promise<void>
  }
  /** Refused while locked, and from every page but the product's. */
  readonly product: {
    saveText(text: string): Promise<boolean>
    /** A sample of a product's part that is a protected script: its first call fetches it, which is an execution. */
    lookAtText(text: string): Promise<TextLookResult>
    /**
     * Calls back when the license is lost, so that the product can save the user's work. The gate returns as
     * soon as every listener has finished, and after ten seconds at the latest.
     */
    onClosing(listener: () => void | Promise<void>): () => void
    /** For the page that waits for the product (electron.vite.config.ts). */
    onStart(listener: () => void): () => void
    shown(): Promise<void>
  }
  /** A newer version of the app: looked for, fetched and installed by itself. */
  readonly updates: {
    view(): Promise<UpdateView>
    onChange(listener: (view: UpdateView) => void): () => void
  }
  readonly app: {
    info(): Promise<AppInfo>
    openHelp(topic: HelpTopic): Promise<void>
  }
}

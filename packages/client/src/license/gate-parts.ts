import type { DeviceId, DeviceStrength, LicenseKey, RandomBelow } from '@latchkey/protocol'
import type { Clock, Schedule } from './clock.ts'
import type { KeyExchange } from './key-exchange.ts'
import type {
  DevicesView,
  LicenseView,
  OfflineFileView,
  OfflineRequestView,
  StoredBy,
} from './license-view.ts'
import type { OfflineLicensing } from './offline-license.ts'
import type { LicenseStore, RememberPolicy } from './store.ts'
import type { UpdateAccess } from './update-access.ts'

/** Decides whether the product is open. `subscribe` reports the results of the other methods. */
export interface Gate {
  view(): LicenseView
  /** SECURITY: the only condition for opening the product. */
  isLicensed(): boolean
  /**
   * Whether the license in use has this feature, or the last one that was in use: the product saves
   * with it. SECURITY: it opens nothing without `isLicensed`.
   */
  hasFeature(name: string): boolean
  /** The end of the updates of the license in use, or of the stored one: see `Entitlements`. */
  updatesUntil(): number | undefined
  /** The token for the feed of updates, of the current or refused key. Never rejects. */
  updateAccess(isRefused: boolean): Promise<UpdateAccess>
  /** Calls `listener` after every change. Returns the function that unsubscribes it. */
  subscribe(listener: (view: LicenseView) => void): () => void
  /** Loads the stored license and, if there is a key, checks it once. */
  start(): void
  /** The stored license is being loaded, and may open the product without waiting for the check. */
  mayOpenAtOnce(): boolean
  /** Checks the key in `text`. Does nothing while a check is in progress. */
  activate(text: string): void
  /** Whether the app can verify license files, so that it may offer them. */
  readonly takesFiles: boolean
  /** Makes the request for a license file. `text`: the key; empty: the current one. */
  requestFile(text: string): Promise<OfflineRequestView>
  /** Opens the product with a license file that fits the key in `text`, as above. */
  openFile(file: string, text: string): Promise<OfflineFileView>
  /** Stops waiting for a check. A check that was sent may still arrive and be counted. */
  cancel(): void
  /** Checks the current key. Does nothing while a check is in progress or without a key. */
  checkAgain(): void
  /** Links the refused key to this computer instead of another one, if the service offers that. */
  moveHere(): void
  /**
   * Asks the owner of the refused key to free a computer, if the service offers that. `name`: what
   * the owner reads as the name of this computer. `cancel` stops waiting.
   */
  askOwner(name: string): void
  /** Call it when the service may be reachable. Asks it again for an offer that it did not answer. */
  askForOffer(): void
  /** Starts the trial that the view offers. During a trial, the same device gets the same key. */
  startTrial(): void
  /** The computers of the license in use, or of the refused key. */
  devices(): Promise<DevicesView>
  /**
   * Releases a computer of the last list. Another one of the refused key: checks the key again.
   * This one: erases its license and locks the product.
   */
  releaseDevice(id: string): Promise<DevicesView>
  /** Names this computer. Empty: removes its name. */
  nameDevice(name: string): Promise<DevicesView>
  /** Only after `device-unsure`: registers this computer as a new device and checks the key. */
  acceptDevice(): Promise<void>
  /** Deletes the key on this device. At the service the key stays linked to this device. */
  forget(): void
  /** Call it after the computer woke up. */
  resumed(sleptSeconds: number): void
  /** The key of the license in use. SECURITY: never send it to a window. */
  licensedKey(): LicenseKey | undefined
  /** The last four letters of the current key, for support. */
  keyEnding(): string | undefined
  /** What would encrypt a key that is stored now. */
  wouldBeStoredBy(): StoredBy
  rememberPolicy(): RememberPolicy
  /** Resolves when the policy is written. */
  setRememberPolicy(policy: RememberPolicy): Promise<void>
  /** Resolves when all pending writes are finished. */
  settled(): Promise<void>
}

export interface Identified {
  readonly id: DeviceId
  /** The stored device ID could not be confirmed. SECURITY: a key is never checked with this ID. */
  readonly provisional: boolean
  readonly strength: DeviceStrength
}

export interface GateDevice {
  identify(): Promise<Identified>
  /** Reads the facts of the computer again. */
  identifyAgain(): Promise<Identified>
  /** Stores the provisional ID as the ID of this computer. */
  adopt(): Promise<void>
}

export interface GateParts {
  readonly exchange: KeyExchange
  readonly device: GateDevice
  readonly store: LicenseStore
  readonly clock: Clock
  readonly schedule: Schedule
  /** The length of the grace period after the last verified answer. 0 disables it. */
  readonly graceSeconds: number
  /** A stored license opens the product only after a check. */
  readonly isCheckFirst: boolean
  /**
   * An app that stays open checks its license once in this time, at a moment of its own. Each of
   * these checks counts as an execution. 0: never.
   */
  readonly checkEverySeconds: number
  readonly random: RandomBelow
  /** Keys of another form are checked by their alias. Otherwise such a text is no key. */
  readonly takesOtherKeys?: boolean
  /** The gate offers a trial, if the service does. */
  readonly hasTrials: boolean
  /**
   * When this version of the app was built: Unix seconds. Default: unknown. A perpetual license then
   * ends as any other.
   */
  readonly builtAt?: number | undefined
  /**
   * The first page is visible, or should be. A check behind an open product waits for it, and so does
   * the request for an offer, because sending delays the first paint.
   */
  readonly isProductShown: Promise<unknown>
  /** Undefined in an app without public keys. */
  readonly offline?: OfflineLicensing | undefined
}

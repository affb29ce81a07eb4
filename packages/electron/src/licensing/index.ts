// The public API. It uses no type of another module, because its declarations are published for ESM
// and for CommonJS as one file.
import { app, BaseWindow } from 'electron'
import { type LicenseStatus, NO_LICENSE, refusalOf } from '../main/license-status.ts'
import { parseActivationLink } from '../main/window/activation-link.ts'
import { exitWithError, printError } from '../main/window/start-problem.ts'
import type { Composed } from './compose-licensing.ts'
import { readOptions } from './options.ts'

/**
 * The settings of `createLicensing`. While the app is not packaged, the environment variable in
 * parentheses overrides a setting. A packaged app ignores the environment.
 */
export interface LicensingOptions {
  /** The https: address of the license service, without `/sync` (`LATCHKEY_SYNC_URL`). */
  readonly syncUrl?: string
  /** The name of your app at the license service (`LATCHKEY_APP_NAME`). */
  readonly appName?: string
  /** The name of your platform in the header `{executor}-fingerprint` (`LATCHKEY_EXECUTOR`). */
  readonly executor?: string
  /** The three shared secrets of your project (`LATCHKEY_SECRET_1` to `_3`). */
  readonly secrets?: readonly string[]
  /**
   * The public keys of your project, as the service prints them. The app then accepts only answers
   * that the service has signed. Default: `none` (`LATCHKEY_PUBLIC_KEYS`).
   */
  readonly publicKeys?: string
  /** A User-Agent that your project allows. Default: name/version (`LATCHKEY_USER_AGENT`). */
  readonly userAgent?: string
  /** The target of "Contact support": https: or mailto: (`LATCHKEY_SUPPORT_URL`). */
  readonly supportUrl?: string
  /** The target of "Renew license": https: or mailto: (`LATCHKEY_RENEW_URL`). */
  readonly renewUrl?: string
  /** The target of "Buy a license": https: or mailto: (`LATCHKEY_SHOP_URL`). */
  readonly shopUrl?: string
  /**
   * People without a key can start a trial, if your project offers one. Needs `publicKeys`.
   * Default: false (`LATCHKEY_TRIAL`, `yes` or `no`).
   */
  readonly trial?: boolean
  /**
   * Hours that a verified license opens the app while the service cannot be reached, from 0 to 744.
   * Default: 72 (`LATCHKEY_GRACE_HOURS`).
   */
  readonly graceHours?: number
  /** Each start waits for its check. Default: false (`LATCHKEY_CHECK_FIRST`, `yes` or `no`). */
  readonly checkFirst?: boolean
  /**
   * An app that stays open checks its license once in so many hours, at a moment of its own. Each of
   * these checks counts as an execution. 0: never. Default: 24, or 0 with `graceHours: 0`
   * (`LATCHKEY_CHECK_EVERY`).
   */
  readonly checkEvery?: number
  /**
   * The key field also takes imported keys of another form than 32 letters. Default: false
   * (`LATCHKEY_OTHER_KEYS`, `yes` or `no`).
   */
  readonly otherKeys?: boolean
  /**
   * `latchkey`: `updates()` gets newer versions from the license service. Needs `publicKeys` and
   * `releaseKeys` (`LATCHKEY_UPDATES`).
   */
  readonly updates?: 'latchkey'
  /** The public keys of your releases, as `latchkey releases keys` prints them (`LATCHKEY_RELEASE_KEYS`). */
  readonly releaseKeys?: string
  /** The channel of your releases. Default: `latest` (`LATCHKEY_UPDATE_CHANNEL`). */
  readonly updateChannel?: string
  /**
   * When this version of the app was built, in Unix seconds: a constant that your build writes. A
   * perpetual license goes on after its end, for versions that were built in time. Without this
   * setting, it ends as any other.
   */
  readonly builtAt?: number

  /** The app's name in Latchkey's windows. Default: `app.name`. */
  readonly name?: string
  /** The path of a PNG, SVG, JPEG, WebP or ICO file, which the gate shows above its heading. */
  readonly icon?: string
  /** A CSS colour. Its tones are derived with a fixed lightness, so texts stay readable. */
  readonly accent?: string
  /** Default: `system`. */
  readonly theme?: 'system' | 'light' | 'dark'
  /** Default: the system's language if it is one of these, otherwise English. */
  readonly language?: 'en' | 'de'
  /**
   * Messages that replace Latchkey's, by language, group and name, as in the messages of
   * `@latchkey/react`. `{1}` is the first value of a message, `{2}` the second.
   * Example: `{ en: { gate: { heading: 'Unlock {1}', lead: 'Your key is in our e-mail.' } } }`
   */
  readonly messages?: MessageTexts
}

/** Messages by language, group and name. */
export interface MessageTexts {
  readonly [language: string]: { readonly [group: string]: { readonly [name: string]: string } }
}

/** The license that is in use. Times are Unix seconds of the license service's clock. */
export interface License<Feature extends string = string> {
  readonly note: string
  readonly expiresAt: number | 'never'
  /** How often the key was checked. */
  readonly executions: number
  readonly checkedAt: number
  /**
   * `online`: verified in this run. `stored`: verified in an earlier run, and the check of this start
   * is in progress. `grace`: the service could not be reached, and an earlier answer is still valid.
   * `file`: a license file for computers without a network.
   */
  readonly source: 'online' | 'stored' | 'grace' | 'file'
  /** What the key opens, sorted. Empty in an app without public keys. */
  readonly features: readonly Feature[]
  /** Unix seconds. Offer no version of your app that was released later. Missing: every one. */
  readonly updatesUntil?: number
  /** The license goes on after `expiresAt`: it is perpetual, and for this version. */
  readonly isPerpetual?: true
  /** A trial, which ends at `expiresAt`. */
  readonly isTrial?: true
  /** Only with `grace`. */
  readonly graceEndsAt?: number
  /** The end of the license file. Only with `file`. */
  readonly offlineUntil?: number
}

/** The app's own code that runs when the license is there, and when it is lost. */
export interface StartOptions {
  /**
   * Opens the app's first window. Called at every unlock: the first, and each after a loss. The gate
   * closes when this has finished and a window is visible, at the latest five seconds after a window
   * is visible. A loss does not wait for it: it may be called again before it has finished.
   */
  readonly open: () => unknown
  /**
   * The license is lost: saves the user's work and closes the app's windows. After it has finished,
   * and after ten seconds at the latest, windows that are still open are destroyed and the gate
   * opens. Until the next `open`, each window that the app opens is destroyed. Default: closes every
   * window, as the user would.
   */
  readonly close?: () => unknown
}

/** A newer version of the app. Its texts come from the feed: show them as plain text. */
export type LicensingUpdate =
  | { readonly kind: 'none' }
  /** `offered`: this copy cannot install it. `ready`: it is installed when the app quits. */
  | { readonly kind: 'offered' | 'ready'; readonly version: string; readonly notes: string }
  | { readonly kind: 'downloading'; readonly version: string; readonly percent: number }
  /** Released after the updates of the license ended, which was at `updatesUntil` (Unix seconds). */
  | { readonly kind: 'not-covered'; readonly version: string; readonly updatesUntil: number }
  /** `failure`: such as `not-signed`, `wrong-file`, `incomplete`, `no-space` or `wrong-clock`. */
  | { readonly kind: 'failed'; readonly failure: string }

/** Newer versions from the license service, which a license covers and the vendor has signed. */
export interface LicensingUpdates {
  view(): LicensingUpdate
  /** Quits, installs the version that is ready, and starts it. Does nothing without one. */
  restart(): void
}

/** Licensing of the app. Created by `createLicensing`. `Feature`: the names of its features. */
export interface Licensing<Feature extends string = string> {
  /**
   * Opens the app if a stored license allows it, otherwise the gate. Call it once, at the place where
   * the app would open its first window. Before `ready`, it waits.
   * @throws Error if it is called a second time, or if `open` or `close` is not a function
   */
  start(options: StartOptions): void
  /** Whether the app may be open now. */
  isLicensed(): boolean
  /** Whether the license that is in use has this feature. */
  hasFeature(name: Feature): boolean
  /** The license that is in use; undefined while the app is locked. */
  license(): License<Feature> | undefined
  /**
   * Calls `listener` after every change of the license. An error of it is printed. Returns the
   * function that removes it.
   * @throws Error if it is not a function
   */
  onChange(listener: (license: License<Feature> | undefined) => void): () => void
  /**
   * Wraps a handler, such as one for `ipcMain.handle`: without a license the call rejects, and with
   * `feature` also without that feature. `untilClosed` allows it also while the app saves after its
   * license was lost.
   * @throws Error if the handler is not a function
   */
  whileLicensed<Parameters extends unknown[], Result>(
    handler: (...parameters: Parameters) => Result | Promise<Result>,
    options?: { readonly untilClosed?: boolean; readonly feature?: Feature },
  ): (...parameters: Parameters) => Promise<Result>
  /**
   * Looks for newer versions 20 seconds after the first call and then once a day, and downloads them.
   * The license panel and the gate show them as well. `listener` is called after every change. Call it
   * after `start`.
   * @throws Error before `start`, or without the setting `updates`
   */
  updates(listener?: (update: LicensingUpdate) => void): LicensingUpdates
  /**
   * Opens the license panel in a small window: check again, change key, remove key, this device.
   * While the app is locked, brings the gate to the front instead.
   */
  openPanel(): void
  /**
   * Takes an activation link, `SCHEME://activate?key=KEY`, which fills the field for the key. The
   * user submits it. Returns false for any other address, which is then the app's to handle.
   */
  receiveLink(address: string): boolean
}

/** The oldest version of Electron that Latchkey supports. */
const OLDEST_ELECTRON = 33

/** Global, because a bundler may copy this module into more than one file. */
const CREATED = Symbol.for('latchkey.licensing')

/** Checks a parameter at once: otherwise the mistake would cause an error in a later event. */
function requireFunction(name: string, value: unknown): void {
  if (typeof value !== 'function') throw new Error(`licensing.${name} must be a function.`)
}

/**
 * Puts a license check in front of an app. Call it once, in the main process, while the main script
 * is evaluated. It opens no window: call `start` for that.
 * @throws Error that names the setting, if the app is not packaged and a setting is missing or wrong;
 *   a packaged app shows the failure `not-configured` instead
 * @throws Error outside of Electron's main process, after `ready`, if called twice, or if Electron is
 *   older than 33
 */
export function createLicensing<Feature extends string = string>(
  options: LicensingOptions,
): Licensing<Feature> {
  const version = process.versions['electron']
  if (version === undefined || process.type !== 'browser') {
    throw new Error('createLicensing: call it in the main process of Electron.')
  }
  if (Number.parseInt(version, 10) < OLDEST_ELECTRON) {
    throw new Error(
      `createLicensing: this is Electron ${version}, and ${OLDEST_ELECTRON} or newer is needed.`,
    )
  }
  if (app.isReady()) {
    throw new Error(
      'createLicensing: Electron is ready already. Call it while the main script is evaluated, outside of functions and before any await.',
    )
  }
  const marked = globalThis as { [CREATED]?: true }
  if (marked[CREATED]) throw new Error('createLicensing: it was called before. Call it once.')
  const { settings, brand } = readOptions(options)
  marked[CREATED] = true
  // HTTP/3 repeats a request whose connection breaks, also a key check, which would count twice.
  // Sessions have no setting against it. Servers with HTTP/3 also have HTTP/2.
  app.commandLine.appendSwitch('disable-quic')

  let composed: Composed | undefined
  let hasStarted = false
  /** Links received before the start. */
  const earlyLinks: string[] = []
  const listeners = new Set<(license: License<Feature> | undefined) => void>()
  const updateListeners = new Set<(update: LicensingUpdate) => void>()
  const status = (): LicenseStatus => composed?.status ?? NO_LICENSE
  // SECURITY: the names are those of the service. The type only finds typing errors of the app.
  const license = () => composed?.license() as License<Feature> | undefined

  return {
    isLicensed: () => status().isLicensed(),
    hasFeature: (name) => status().isLicensed() && status().hasFeature(name),
    license,
    start(parts) {
      requireFunction('start: open', parts?.open)
      if (parts.close !== undefined) requireFunction('start: close', parts.close)
      if (hasStarted) throw new Error('licensing.start: it was called before. Call it once.')
      hasStarted = true
      const earlier = app.isReady() ? BaseWindow.getAllWindows() : []
      void app
        .whenReady()
        .then(async () => {
          // Until then, the process of the GPU waits for an answer of this thread.
          await new Promise(setImmediate)
          // Imported late, so that this module is small: the app's own start comes first.
          const { composeLicensing } = await import('./compose-licensing.ts')
          const notify = (): void => {
            // A bug of the app must not stop the others, nor the lock.
            for (const listener of listeners) void (async () => listener(license()))().catch(printError)
          }
          const notifyUpdate = (update: LicensingUpdate): void => {
            for (const listener of updateListeners) void (async () => listener(update))().catch(printError)
          }
          composed = composeLicensing({ settings, brand, earlier, notify, notifyUpdate, ...parts })
          if (updateListeners.size > 0) composed.startUpdates()
          for (const link of earlyLinks) composed.receiveLink(link)
          composed.start()
        })
        .catch(exitWithError)
    },
    onChange(listener) {
      requireFunction('onChange: the listener', listener)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    whileLicensed<Parameters extends unknown[], Result>(
      handler: (...parameters: Parameters) => Result | Promise<Result>,
      { untilClosed = false, feature }: { untilClosed?: boolean; feature?: Feature } = {},
    ) {
      requireFunction('whileLicensed: the handler', handler)
      return async (...parameters: Parameters) => {
        const refusal = refusalOf({ needsLicense: untilClosed ? 'until-closed' : true, feature }, status())
        if (refusal !== undefined) throw new Error(refusal)
        return await handler(...parameters)
      }
    },
    updates(listener = () => {}) {
      requireFunction('updates: the listener', listener)
      if (settings.updates === undefined) throw new Error('licensing.updates: set updates: "latchkey".')
      if (!hasStarted) throw new Error('licensing.updates: call start before.')
      updateListeners.add(listener)
      composed?.startUpdates()
      return {
        view: () => composed?.updates() ?? { kind: 'none' },
        restart: () => composed?.restart(),
      }
    },
    openPanel: () => composed?.openPanel(),
    receiveLink(address) {
      if (typeof address !== 'string') return false
      // The app registers its own scheme, and passes only its own links.
      const scheme = URL.parse(address)?.protocol.slice(0, -1) ?? ''
      if (parseActivationLink(address, scheme) === undefined) return false
      if (composed === undefined) earlyLinks.push(address)
      else composed.receiveLink(address)
      return true
    },
  }
}

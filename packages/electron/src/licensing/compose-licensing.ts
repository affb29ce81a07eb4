import { join } from 'node:path'
import { openProfile } from '@latchkey/client'
import type { Handlers, latchkeySchema, UpdateView } from '@latchkey/client/bridge'
import { app, type BaseWindow } from 'electron'
import { composeLicense } from '../main/compose-license.ts'
import { composeLock } from '../main/compose-lock.ts'
import { composeUpdates } from '../main/updates/compose-updates.ts'
import type { Settings } from '../settings.ts'
import { createAppWindows } from './app-windows.ts'
import type { License, StartOptions } from './index.ts'
import type { Brand } from './options.ts'
import { createOwnPages, type OwnPages } from './own-pages.ts'
import { createOwnWindows } from './own-windows.ts'

export interface ComposeLicensingParts extends StartOptions {
  readonly settings: Settings
  readonly brand: Brand
  /** Windows that the app had opened when it called `start`. */
  readonly earlier: readonly BaseWindow[]
  /** The license has changed. */
  readonly notify: () => void
  readonly notifyUpdate: (update: UpdateView) => void
}

const OPENED_WHILE_LOCKED =
  'Latchkey: the app opened or showed a window while it is locked, so Latchkey closed it and shows the gate instead. Ask licensing.isLicensed() before. See "Tray, menu, shortcuts, second instance" in the guide.'

export type Composed = ReturnType<typeof composeLicensing>

/** Composition root of `createLicensing`. Call it after `ready`. */
export function composeLicensing({
  settings,
  brand,
  earlier,
  notify,
  notifyUpdate,
  ...hooks
}: ComposeLicensingParts) {
  // A folder of its own: an app may have a `license.json` as well.
  const profile = openProfile(join(app.getPath('userData'), 'latchkey'))
  let pages: OwnPages | undefined
  const shown = Promise.withResolvers<void>()
  /** A link was received, and no page has shown it yet. */
  let hasNewLink = false
  /** Created with the first window: with a stored license, an app usually needs none. */
  const openPages = (): OwnPages => {
    pages ??= createOwnPages({ brand, handlers, status: lock.status })
    return pages
  }
  const core = composeLicense({
    settings,
    productName: brand.name,
    profile,
    isShown: shown.promise,
    send: (...event) => pages?.send(...event),
  })
  const { gate, exchange, links } = core
  const updates = composeUpdates({
    settings,
    gate,
    profile,
    notify(view) {
      pages?.send('updates', 'onChange', view)
      notifyUpdate(view)
    },
  })
  let hasStartedUpdates = false
  const handlers: Handlers<typeof latchkeySchema> = {
    ...core.handlers,
    // The app switches its windows itself.
    product: { readyToClose: () => {} },
    updates: { view: () => updates?.view() ?? { kind: 'none' }, restart: () => updates?.restart() },
  }
  const own = createOwnWindows({ brand, openPages })
  const windows = createAppWindows({
    isOwn: own.isOwn,
    earlier,
    onRefused(place) {
      if (lock.isAtGate()) own.show('gate')
      if (!app.isPackaged) process.stderr.write(`${OPENED_WHILE_LOCKED} ${place ?? ''}\n`)
    },
  })
  const lock = composeLock(core, {
    openProduct: () => windows.open(hooks.open),
    closeGate() {
      // If the gate closed without another window, such as in the tray, the app might quit.
      if (windows.exist()) own.close('gate')
      else {
        own.hide('gate')
        windows.onceExist(() => own.close('gate'))
      }
      shown.resolve()
      if (hasNewLink) showPage()
    },
    async closeProduct(noneVisible) {
      own.close('panel')
      // It stays hidden. Without any window, the app might quit.
      own.prepare('gate')
      return windows.close(hooks.close, noneVisible)
    },
    keepProductClosed: windows.keepClosed,
    showGate() {
      own.show('gate')
      // The gate is the first window then, and may ask for the offer of a trial.
      shown.resolve()
      // Only the check is left when the user has entered a key.
      exchange.warmUp()
    },
  })

  /** Shows the panel or the gate, unless it is not known yet which. */
  function showPage(): void {
    if (!gate.isLicensed() && !lock.isAtGate()) return
    hasNewLink = false
    own.show(gate.isLicensed() ? 'panel' : 'gate')
  }

  function license(): License | undefined {
    const view = gate.view()
    if (view.kind !== 'licensed') return undefined
    const { note, expiresAt, executions, checkedAt, source, graceEndsAt, offlineUntil } = view
    const { features = [], updatesUntil, isPerpetual, isTrial } = view
    return {
      note,
      expiresAt,
      executions,
      checkedAt,
      source,
      features,
      ...(updatesUntil !== undefined && { updatesUntil }),
      ...(isPerpetual && { isPerpetual }),
      ...(isTrial && { isTrial }),
      ...(graceEndsAt !== undefined && { graceEndsAt }),
      ...(offlineUntil !== undefined && { offlineUntil }),
    }
  }

  return {
    license,
    status: lock.status,
    openPanel: showPage,
    updates: () => updates?.view(),
    restart: () => updates?.restart(),
    /** Only the first call does something. */
    startUpdates(): void {
      if (!hasStartedUpdates) updates?.start()
      hasStartedUpdates = true
    },
    receiveLink(address: string): void {
      links.receive([address], URL.parse(address)?.protocol.slice(0, -1) ?? '')
      hasNewLink = true
      showPage()
    },
    start(): void {
      lock.start(() => {
        updates?.licenseChanged()
        notify()
      })
      // The user starts the app again while it is locked.
      const bringGateToFront = (): void => {
        if (lock.isAtGate()) own.show('gate')
      }
      app.on('activate', bringGateToFront)
      app.on('second-instance', bringGateToFront)
    },
  }
}

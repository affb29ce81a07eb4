import type { DeviceView } from '../../../client/src/device/device-view.ts'
import type { KeptBy, LicensedView, LicenseView } from '../../../client/src/license/license-view.ts'
import type { AppInfo, LatchkeyBridge, TextLookResult } from '../../../electron/src/ipc/ipc-contract.ts'
import type { UpdateView } from '../../../electron/src/ipc/update-view.ts'

/** 2026-11-21 12:00 UTC. */
export const SERVICE_TIME = 1_795_262_400

export const LICENSED: LicensedView = {
  kind: 'licensed',
  note: 'Ada Lovelace, studio license',
  expiresAt: SERVICE_TIME + 20 * 86_400 + 3600,
  executions: 1234,
  checkedAt: SERVICE_TIME,
  source: 'online',
  serviceTime: SERVICE_TIME,
  isChecking: false,
  keptBy: 'keyring',
}

export const STRONG_DEVICE: DeviceView = {
  id: '6f1d0c5b9a7e43f2'.repeat(4),
  version: 1,
  strength: 'strong',
  reasons: [],
  facts: [
    {
      name: 'OS installation ID',
      source: 'uuid().os',
      counted: true,
      reason: { code: 'set-at-installation' },
      changed: false,
    },
    {
      name: 'System UUID',
      source: 'uuid().hardware',
      counted: true,
      reason: { code: 'set-by-computer-maker' },
      changed: false,
    },
    {
      name: 'Board serial number',
      source: 'baseboard().serial',
      counted: false,
      reason: { code: 'placeholder' },
      changed: false,
    },
  ],
}

export const APP_INFO: AppInfo = {
  productName: 'Latchkey',
  version: '0.1.0',
  platform: 'linux',
  helpTopics: ['support', 'renew', 'network-settings', 'clock-settings', 'network-login'],
  hasScript: true,
}

export interface FakeBridgeState {
  readonly view?: LicenseView
  readonly device?: DeviceView
  readonly info?: Partial<AppInfo>
  readonly link?: string
  readonly update?: UpdateView
  readonly wouldKeepBy?: KeptBy
  readonly look?: TextLookResult
}

export interface FakeBridge {
  readonly bridge: LatchkeyBridge
  /** Every call that asks for something to be done, with its parameters, in order. */
  readonly calls: readonly (readonly [string, ...unknown[]])[]
  /** Pushes a view to the window, as the main process does. */
  readonly push: (view: LicenseView) => void
  readonly openLink: (key: string) => void
  readonly pushUpdate: (view: UpdateView) => void
}

/** The main process as a window sees it, without one: it answers what it is told and notes what it is asked. */
export function createFakeBridge(state: FakeBridgeState = {}): FakeBridge {
  const { view = { kind: 'locked' }, device, info, link, update = { kind: 'none' } } = state
  const calls: [string, ...unknown[]][] = []
  const viewListeners = new Set<(view: LicenseView) => void>()
  const linkListeners = new Set<() => void>()
  const updateListeners = new Set<(view: UpdateView) => void>()
  let current = view
  let waitingLink = link ?? null
  let keptBy = state.wouldKeepBy ?? 'keyring'

  const note =
    <P extends unknown[]>(name: string) =>
    async (...parameters: P): Promise<void> => {
      calls.push([name, ...parameters])
    }
  const subscribeTo =
    <L>(listeners: Set<L>) =>
    (listener: L) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }

  const bridge: LatchkeyBridge = {
    license: {
      view: async () => current,
      activate: note('activate'),
      // Nothing that a user asks for, so not among the calls.
      warmUp: async () => {},
      cancel: note('cancel'),
      checkAgain: note('checkAgain'),
      acceptDevice: note('acceptDevice'),
      forget: note('forget'),
      wouldKeepBy: async () => keptBy,
      async setRemembered(isRemembered) {
        calls.push(['setRemembered', isRemembered])
        keptBy = isRemembered ? (state.wouldKeepBy ?? 'keyring') : 'nothing'
      },
      copyKeyEnding: note('copyKeyEnding'),
      onChange: subscribeTo(viewListeners),
      takeLink: async () => {
        const taken = waitingLink
        waitingLink = null
        return taken
      },
      onLinkArrived: subscribeTo(linkListeners),
    },
    device: {
      view: async () => device ?? STRONG_DEVICE,
      copyId: note('copyId'),
      copyReport: note('copyReport'),
    },
    product: {
      async saveText(text) {
        calls.push(['saveText', text])
        return true
      },
      async lookAtText(text) {
        calls.push(['lookAtText', text])
        return state.look ?? { kind: 'failed', message: '' }
      },
      onClosing: () => () => {},
      onStart: () => () => {},
      shown: async () => {},
    },
    updates: {
      view: async () => update,
      onChange: subscribeTo(updateListeners),
    },
    app: {
      info: async () => ({ ...APP_INFO, ...info }),
      openHelp: note('openHelp'),
    },
  }
  return {
    bridge,
    calls,
    push(next) {
      current = next
      for (const listener of viewListeners) listener(next)
    },
    openLink(key) {
      waitingLink = key
      for (const listener of linkListeners) listener()
    },
    pushUpdate(next) {
      for (const listener of updateListeners) listener(next)
    },
  }
}

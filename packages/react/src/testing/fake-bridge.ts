import type { AppInfo, LatchkeyBridge } from '../../../client/src/bridge/latchkey-schema.ts'
import type { UpdateView } from '../../../client/src/bridge/update-view.ts'
import type { DeviceView } from '../../../client/src/device/device-view.ts'
import type {
  DevicesView,
  LicensedView,
  LicenseView,
  OfflineFileView,
  OfflineRequestView,
  StoredBy,
} from '../../../client/src/license/license-view.ts'

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
  storedBy: 'keyring',
}

export const STRONG_DEVICE: DeviceView = {
  id: '6f1d0c5b9a7e43f2'.repeat(4),
  version: 1,
  strength: 'strong',
  reasons: [],
  facts: [
    {
      name: 'OS installation ID',
      counted: true,
      reason: { code: 'set-at-installation' },
      changed: false,
    },
    {
      name: 'System UUID',
      counted: true,
      reason: { code: 'set-by-computer-maker' },
      changed: false,
    },
    {
      name: 'Board serial number',
      counted: false,
      reason: { code: 'placeholder' },
      changed: false,
    },
  ],
}

/** The request has the length of a real one. */
export const REQUEST = `-----BEGIN LATCHKEY ACTIVATION REQUEST-----
${'bGF0Y2hrZXktYWN0aXZhdGlvbi1yZXF1ZXN0CjEKcGxhbnRzCmtKZEx3UHFBelht\n'.repeat(5)}Yg==
-----END LATCHKEY ACTIVATION REQUEST-----
`

const APP_INFO: AppInfo = {
  productName: 'Latchkey',
  version: '0.1.0',
  platform: 'linux',
  helpTopics: ['support', 'renew', 'shop', 'network-settings', 'clock-settings', 'network-login'],
  takesFiles: false,
  takesOtherKeys: false,
}

/** Three computers, of which two have names. */
export const DEVICES: Extract<DevicesView, { kind: 'devices' }> = {
  kind: 'devices',
  devices: [
    { id: 'd1', name: 'Studio', linkedAt: 1_760_000_000, usedAt: 1_795_219_200, isThis: true },
    { id: 'd2', name: 'Ada’s laptop', linkedAt: 1_770_000_000, usedAt: 1_795_046_400, isThis: false },
    { id: 'd3', name: '', linkedAt: 1_780_000_000, usedAt: 1_790_035_200, isThis: false },
  ],
  most: 3,
  move: { left: 2 },
}

export interface FakeBridgeState {
  readonly view?: LicenseView
  readonly device?: DeviceView
  readonly info?: Partial<AppInfo>
  readonly link?: string
  readonly update?: UpdateView
  readonly wouldBeStoredBy?: StoredBy
  readonly request?: OfflineRequestView
  readonly file?: OfflineFileView
  readonly devices?: DevicesView
  /** The answer to a release. */
  readonly released?: DevicesView
}

export interface FakeBridge {
  readonly bridge: LatchkeyBridge
  /** Every call that performs an action, with its parameters, in order. */
  readonly calls: readonly (readonly [string, ...unknown[]])[]
  /** Pushes a view to the window, as the main process does. */
  readonly push: (view: LicenseView) => void
  readonly openLink: (key: string) => void
  readonly pushUpdate: (view: UpdateView) => void
}

/**
 * A bridge without a main process. Its methods are created on access: a name that begins with `on`
 * subscribes to an event; a call without an entry in `answers` is recorded and resolves to
 * undefined.
 *
 * The windows' tour and tests also run this file as a script, so it may import only types.
 */
export function createFakeBridge(state: FakeBridgeState = {}): FakeBridge {
  const calls: [string, ...unknown[]][] = []
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  let current: LicenseView = state.view ?? { kind: 'locked' }
  let waitingLink = state.link ?? null
  let storedBy: StoredBy = state.wouldBeStoredBy ?? 'keyring'

  const answers: Readonly<Record<string, () => unknown>> = {
    'license.view': () => current,
    // This call is not an action of the user, so it is not recorded.
    'license.warmUp': () => undefined,
    'license.wouldBeStoredBy': () => storedBy,
    'license.takeLink': () => {
      const taken = waitingLink
      waitingLink = null
      return taken
    },
    'device.view': () => state.device ?? STRONG_DEVICE,
    'updates.view': () => state.update ?? { kind: 'none' },
    'app.info': () => ({ ...APP_INFO, ...state.info }),
  }
  /** Results of calls that are also recorded. */
  const results: Readonly<Record<string, unknown>> = {
    'license.requestFile': state.request ?? { kind: 'request', text: REQUEST },
    'license.devices': state.devices ?? DEVICES,
    'license.nameDevice': state.devices ?? DEVICES,
    'license.releaseDevice': state.released ?? state.devices ?? DEVICES,
    'license.openFile': state.file ?? { kind: 'accepted' },
  }
  const subscribe = (channel: string) => (listener: (value: unknown) => void) => {
    const own = listeners.get(channel) ?? new Set()
    listeners.set(channel, own.add(listener))
    return () => void own.delete(listener)
  }
  const call =
    (channel: string, name: string) =>
    async (...parameters: unknown[]): Promise<unknown> => {
      const answer = answers[channel]
      if (answer !== undefined) return answer()
      calls.push([name, ...parameters])
      if (name === 'setRemembered')
        storedBy = parameters[0] ? (state.wouldBeStoredBy ?? 'keyring') : 'nothing'
      return results[channel]
    }
  /** An object that creates each property on its first access. */
  const lazyObject = (create: (name: string) => unknown): object =>
    new Proxy({} as Record<string, unknown>, {
      get(target, name) {
        if (typeof name !== 'string') return undefined
        target[name] ??= create(name)
        return target[name]
      },
    })
  const bridge = lazyObject((group) =>
    lazyObject((name) => {
      const channel = `${group}.${name}`
      return name.startsWith('on') ? subscribe(channel) : call(channel, name)
    }),
  ) as LatchkeyBridge
  const emit = (channel: string, value: unknown): void => {
    for (const listener of listeners.get(channel) ?? []) listener(value)
  }

  return {
    bridge,
    calls,
    push(view) {
      current = view
      emit('license.onChange', view)
    },
    openLink(key) {
      waitingLink = key
      emit('license.onLinkArrived', null)
    },
    pushUpdate: (view) => emit('updates.onChange', view),
  }
}

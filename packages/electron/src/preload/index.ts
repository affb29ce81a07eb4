import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { IpcChannel, IpcEvents, IpcParameters, IpcResult, LatchkeyBridge } from '../ipc/ipc-contract.ts'

const invoke = <C extends IpcChannel>(channel: C, ...parameters: IpcParameters<C>): Promise<IpcResult<C>> =>
  ipcRenderer.invoke(channel, ...parameters)

function subscribe<E extends keyof IpcEvents>(
  event: E,
  listener: (value: IpcEvents[E]) => unknown,
): () => void {
  // SECURITY: the page's listener never sees the event object, which carries `ipcRenderer` itself.
  const forward = (_event: IpcRendererEvent, value: IpcEvents[E]): unknown => listener(value)
  ipcRenderer.on(event, forward)
  return () => ipcRenderer.off(event, forward)
}

/** Exposes `window.latchkey` to the page. Called by the app's preload script. */
export function exposeLatchkeyBridge(): void {
  const closingListeners = new Set<() => void | Promise<void>>()
  // Answered also where nobody listens: a product without unsaved work makes nobody wait.
  subscribe('product:closing', async () => {
    await Promise.allSettled([...closingListeners].map(async (listener) => listener()))
    await invoke('product:ready-to-close')
  })

  const bridge: LatchkeyBridge = {
    license: {
      view: () => invoke('license:view'),
      activate: (text) => invoke('license:activate', text),
      warmUp: () => invoke('license:warm-up'),
      cancel: () => invoke('license:cancel'),
      checkAgain: () => invoke('license:check-again'),
      acceptDevice: () => invoke('license:accept-device'),
      forget: () => invoke('license:forget'),
      wouldKeepBy: () => invoke('license:would-keep-by'),
      setRemembered: (isRemembered) => invoke('license:set-remembered', isRemembered),
      copyKeyEnding: () => invoke('license:copy-key-ending'),
      onChange: (listener) => subscribe('license:changed', listener),
      takeLink: () => invoke('license:take-link'),
      onLinkArrived: (listener) => subscribe('license:link-arrived', () => listener()),
    },
    device: {
      view: () => invoke('device:view'),
      copyId: () => invoke('device:copy-id'),
      copyReport: () => invoke('device:copy-report'),
    },
    product: {
      saveText: (text) => invoke('product:save-text', text),
      lookAtText: (text) => invoke('product:look-at-text', text),
      onClosing(listener) {
        closingListeners.add(listener)
        return () => closingListeners.delete(listener)
      },
      onStart: (listener) => subscribe('product:start', () => listener()),
      shown: () => invoke('product:shown'),
    },
    updates: {
      view: () => invoke('update:view'),
      onChange: (listener) => subscribe('update:changed', listener),
    },
    app: {
      info: () => invoke('app:info'),
      openHelp: (topic) => invoke('app:open-help', topic),
    },
  }

  contextBridge.exposeInMainWorld('latchkey', bridge)

  // The gate that the build drew names its script here instead of loading it: on its way, it would hold up the first paint.
  addEventListener('DOMContentLoaded', () => {
    const address = document.querySelector<HTMLElement>('[data-after-paint]')?.dataset['afterPaint']
    if (address === undefined) return
    const run = (): void => {
      // The page runs a module once, however often it is asked.
      document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: address }))
    }
    new PerformanceObserver(run).observe({ type: 'paint', buffered: true })
    // A window that is not painted has no such moment.
    setTimeout(run, 1000)
  })
}

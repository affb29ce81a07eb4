import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type {
  IpcChannel,
  IpcEvents,
  IpcParameters,
  IpcResult,
  LatchkeyBridge,
} from '../shared/ipc-contract.ts'

const invoke = <C extends IpcChannel>(channel: C, ...parameters: IpcParameters<C>): Promise<IpcResult<C>> =>
  ipcRenderer.invoke(channel, ...parameters)

function subscribe<E extends keyof IpcEvents>(event: E, listener: (value: IpcEvents[E]) => void): () => void {
  // SECURITY: the page's listener never sees the event object, which carries `ipcRenderer` itself.
  const forward = (_event: IpcRendererEvent, value: IpcEvents[E]): void => listener(value)
  ipcRenderer.on(event, forward)
  return () => ipcRenderer.off(event, forward)
}

const bridge: LatchkeyBridge = {
  license: {
    view: () => invoke('license:view'),
    activate: (text) => invoke('license:activate', text),
    cancel: () => invoke('license:cancel'),
    checkAgain: () => invoke('license:check-again'),
    forget: () => invoke('license:forget'),
    onChange: (listener) => subscribe('license:changed', listener),
    takeLink: () => invoke('license:take-link'),
    onLinkArrived: (listener) => subscribe('license:link-arrived', () => listener()),
  },
  device: {
    view: () => invoke('device:view'),
    copyId: () => invoke('device:copy-id'),
    copyReport: () => invoke('device:copy-report'),
  },
  app: {
    info: () => invoke('app:info'),
    openHelp: (topic) => invoke('app:open-help', topic),
  },
}

contextBridge.exposeInMainWorld('latchkey', bridge)

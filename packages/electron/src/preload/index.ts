import {
  type Bridge,
  channelOf,
  type Group,
  type GroupBridge,
  type LatchkeyBridge,
  latchkeySchema,
  PRODUCT_CALLS,
  type Schema,
} from '@latchkey/client/bridge'
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { createFeatures, type LicenseBridge } from '../ipc/license-bridge.ts'

/**
 * Exposes `window.latchkey` to both pages. To the product page only: the product's calls as
 * `window.product`, and the features of the license as `window.license`. Call once, in the preload
 * script.
 * @param features the names of the app's features. The compiler refuses a call with any other
 */
export function exposeBridges<const Feature extends string>(
  productCalls: Group<NoInfer<Feature>>,
  features: readonly Feature[] = [],
): void {
  const page = location.host
  const latchkey = bridgeOf(latchkeySchema, page) as LatchkeyBridge
  contextBridge.exposeInMainWorld('latchkey', page === 'product' ? withClosing(latchkey) : latchkey)
  if (page === 'product') {
    contextBridge.exposeInMainWorld('product', groupBridgeOf(PRODUCT_CALLS, productCalls, page))
    const license: LicenseBridge = { features: createFeatures(latchkey.license, features) }
    contextBridge.exposeInMainWorld('license', license)
  }
}

const bridgeOf = (schema: Schema, page: string): Bridge<Schema> =>
  Object.fromEntries(Object.entries(schema).map(([name, group]) => [name, groupBridgeOf(name, group, page)]))

/** Contains only the methods of this page. The main process checks every call again. */
function groupBridgeOf(group: string, lines: Group, page: string): GroupBridge<Group> {
  const methods = Object.entries(lines)
    .filter(([, line]) => [page, 'any'].includes(line.kind === 'call' ? line.from : line.to))
    .map(([name, { kind }]) => {
      const channel = channelOf(group, name)
      return [name, kind === 'call' ? callOf(channel) : subscriptionTo(channel)]
    })
  return Object.fromEntries(methods)
}

const callOf =
  (channel: string) =>
  (...parameters: unknown[]): Promise<unknown> =>
    ipcRenderer.invoke(channel, ...parameters)

const subscriptionTo =
  (channel: string) =>
  (listener: (value: unknown) => unknown): (() => void) => {
    // SECURITY: the event object is not passed on: its `sender` is `ipcRenderer`.
    const forward = (_event: IpcRendererEvent, value: unknown): unknown => listener(value)
    ipcRenderer.on(channel, forward)
    return () => ipcRenderer.off(channel, forward)
  }

/** Notifies the main process when all listeners of `onClosing` have finished. */
function withClosing(bridge: LatchkeyBridge): LatchkeyBridge {
  const listeners = new Set<(value: null) => unknown>()
  bridge.product.onClosing(async () => {
    await Promise.allSettled([...listeners].map(async (listener) => listener(null)))
    await bridge.product.readyToClose()
  })
  return {
    ...bridge,
    product: {
      ...bridge.product,
      onClosing(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}

import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import { Check } from 'typebox/value'
import {
  type CallWithoutLicense,
  IPC_PARAMETERS,
  type IpcChannel,
  type IpcParameters,
  type IpcResult,
} from '../../shared/ipc-contract.ts'
import { pageOf } from '../desktop/pages.ts'
import { isCallOfProduct, type NeedsLicense, requireLicense } from './while-licensed.ts'

/** A channel without a result takes any handler that returns nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler's return type, only computed
type Returned<Result> = Result extends undefined ? void : Result

export type IpcHandlers = {
  readonly [C in IpcChannel]: ((
    ...parameters: IpcParameters<C>
  ) => Returned<IpcResult<C>> | Promise<Returned<IpcResult<C>>>) &
    (C extends CallWithoutLicense ? unknown : NeedsLicense)
}

/**
 * Registers one handler for every channel of the contract; the only place that touches `ipcMain`.
 * A call from anywhere but one of our pages' main frames (for a call of the product: the product page's),
 * or with parameters that the contract does not describe, is refused before the handler sees it.
 * Throws when a handler of the product would answer without a license.
 */
export function registerHandlers(handlers: IpcHandlers): void {
  requireLicense(handlers)
  for (const channel of Object.keys(IPC_PARAMETERS) as IpcChannel[]) register(channel, handlers[channel])
}

function register<C extends IpcChannel>(channel: C, handler: IpcHandlers[C]): void {
  ipcMain.handle(channel, (event, ...parameters: unknown[]) => {
    if (!mayCall(channel, event)) throw new Error(`${channel}: refused, because of its sender`)
    if (!areParameters(channel, parameters)) throw new Error(`${channel}: refused, because of its parameters`)
    return handler(...parameters)
  })
}

// SECURITY: `senderFrame` is null when the frame is gone or has moved on: then nobody is there to trust.
function mayCall(channel: IpcChannel, { senderFrame }: IpcMainInvokeEvent): boolean {
  if (senderFrame === null || senderFrame.parent !== null) return false
  const page = pageOf(senderFrame.url)
  return channel.startsWith('product:') || isCallOfProduct(channel) ? page === 'product' : page !== undefined
}

function areParameters<C extends IpcChannel>(channel: C, values: unknown[]): values is IpcParameters<C> {
  return Check(IPC_PARAMETERS[channel], values)
}

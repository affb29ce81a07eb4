import { type Call, channelOf, type Group, type GroupHandlers } from '@latchkey/client/bridge'
import { isFeature } from '@latchkey/protocol'
import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import { Check } from 'typebox/value'
import { type LicenseStatus, refusalOf } from '../license-status.ts'
import { pageOf } from '../pages/pages.ts'

/**
 * Registers a handler for every call of a group. No other module handles IPC calls.
 * SECURITY: before a handler runs, this refuses calls that do not come from the main frame of an
 * allowed page, calls that need a license or a feature while there is none, and parameters that do
 * not match the schema.
 */
export function registerHandlers<const G extends Group>(
  groupName: string,
  group: G,
  handlers: GroupHandlers<G>,
  status: LicenseStatus,
): void {
  for (const [name, line] of Object.entries(group)) {
    if (line.kind !== 'call') continue
    const channel = channelOf(groupName, name)
    const handler = (handlers as Record<string, (...parameters: unknown[]) => unknown>)[name]
    if (handler === undefined) throw new Error(`${channel}: no handler for this call of the schema`)
    if (line.feature !== undefined && !isFeature(line.feature)) {
      throw new Error(`${channel}: no key can have the feature "${line.feature}"`)
    }
    ipcMain.handle(channel, (event, ...parameters: unknown[]) => {
      if (!mayCall(line, event)) throw new Error(`${channel}: refused, because of its sender`)
      refuseUnlessAllowed(channel, line, parameters, status)
      return handler(...parameters)
    })
  }
}

/** Throws for a call that needs a license or a feature while there is none, and for wrong parameters. */
export function refuseUnlessAllowed(
  channel: string,
  line: Call,
  parameters: readonly unknown[],
  status: LicenseStatus,
): void {
  const refusal = refusalOf(line, status)
  if (refusal !== undefined) throw new Error(`${channel}: ${refusal}`)
  if (!Check(line.parameters, parameters)) {
    throw new Error(`${channel}: refused, because of its parameters`)
  }
}

// SECURITY: `senderFrame` is null after the frame was destroyed or has navigated. Such a sender
// cannot be verified, so it is refused.
function mayCall({ from }: Pick<Call, 'from'>, { senderFrame }: IpcMainInvokeEvent): boolean {
  if (senderFrame === null || senderFrame.parent !== null) return false
  const page = pageOf(senderFrame.url)
  return page !== undefined && (from === 'any' || from === page)
}

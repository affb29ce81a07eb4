import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import { Check } from 'typebox/value'
import { type Call, channelOf, type Group, type GroupHandlers } from '../../ipc/schema.ts'
import { pageOf } from '../pages/pages.ts'

export interface LicenseStatus {
  readonly isLicensed: () => boolean
  /** The license is lost and the product still has its moment to save. */
  readonly isClosing: () => boolean
}

/**
 * Registers one handler for every call of a group: the only place that uses `ipcMain`.
 * SECURITY: refuses, before the handler runs, a call from anything but the main frame of a page that the schema allows,
 * a call that needs a license while there is none, and parameters that the schema does not describe.
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
    if (handler === undefined) throw new Error(`${channel}: the schema has this call, and it has no handler`)
    ipcMain.handle(channel, (event, ...parameters: unknown[]) => {
      if (!mayCall(line, event)) throw new Error(`${channel}: refused, because of its sender`)
      if (!isAllowed(line, status)) throw new Error(`${channel}: refused, because the app is locked`)
      if (!Check(line.parameters, parameters)) {
        throw new Error(`${channel}: refused, because of its parameters`)
      }
      return handler(...parameters)
    })
  }
}

// SECURITY: `senderFrame` is null when the frame is gone or has navigated: its page is unknown, so it is refused.
function mayCall({ from }: Pick<Call, 'from'>, { senderFrame }: IpcMainInvokeEvent): boolean {
  if (senderFrame === null || senderFrame.parent !== null) return false
  const page = pageOf(senderFrame.url)
  return page !== undefined && (from === 'any' || from === page)
}

function isAllowed({ needsLicense }: Pick<Call, 'needsLicense'>, status: LicenseStatus): boolean {
  if (needsLicense === false) return true
  return status.isLicensed() || (needsLicense === 'until-closed' && status.isClosing())
}

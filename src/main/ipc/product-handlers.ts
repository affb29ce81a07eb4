import { writeFile } from 'node:fs/promises'
import { type BaseWindow, dialog } from 'electron'
import { Check } from 'typebox/value'
import { TextLook, type TextLookResult } from '../../shared/ipc-contract.ts'
import type { ProtectedScript, ProtectedScripts } from '../scripts/protected-scripts.ts'
import type { IpcHandlers } from './register-handlers.ts'
import type { ProductAccess } from './while-licensed.ts'

export interface ProductHandlerParts {
  readonly access: ProductAccess
  readonly window: BaseWindow
  readonly scripts: ProtectedScripts
  /** Of the sample's protected script; undefined: there is none. */
  readonly scriptId: string | undefined
}

/** What the sample product asks of the main process. Replace it together with `src/renderer/product/`. */
export function createProductHandlers({
  access,
  window,
  scripts,
  scriptId,
}: ProductHandlerParts): Pick<IpcHandlers, 'product:save-text' | 'product:look-at-text'> {
  // Kept, because every fetch is an execution of the user's key.
  let opened: Promise<ProtectedScript> | undefined

  const openScript = async (id: string): Promise<ProtectedScript> => {
    const outcome = await scripts.open(id)
    if (outcome.kind !== 'opened') throw new Error(outcome.message)
    return outcome.script
  }

  async function look(text: string): Promise<TextLookResult> {
    if (scriptId === undefined) return { kind: 'failed', message: '' }
    opened ??= openScript(scriptId)
    const used = opened
    try {
      const answer = await (await used).call('look', text)
      // SECURITY: what a script says is data from outside, like everything that the service sends.
      return Check(TextLook, answer) ? { kind: 'looked', look: answer } : { kind: 'failed', message: '' }
    } catch (error) {
      // It may have been closed, or have stopped: the next call begins anew.
      if (opened === used) opened = undefined
      void used.then((script) => script.close()).catch(() => {})
      return { kind: 'failed', message: error instanceof Error ? error.message : '' }
    }
  }

  return {
    // A save that is under way when the license is lost still ends well.
    'product:save-text': access.untilClosed(async (text) => {
      const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: 'page.txt' })
      if (canceled) return false
      await writeFile(filePath, text)
      return true
    }),
    'product:look-at-text': access.whileLicensed(look),
  }
}

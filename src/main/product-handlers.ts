import { writeFile } from 'node:fs/promises'
import { TextLook, type TextLookResult } from '@latchkey/electron/ipc'
import type { IpcHandlers, ProductHandlerParts } from '@latchkey/electron/main'
import type { ProtectedScript } from '@latchkey/electron/scripts'
import { dialog } from 'electron'
import { Check } from 'typebox/value'

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

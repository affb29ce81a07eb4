import { writeFile } from 'node:fs/promises'
import { type BrowserWindow, dialog } from 'electron'
import type { IpcHandlers } from './register-handlers.ts'
import type { ProductAccess } from './while-licensed.ts'

export interface ProductHandlerParts {
  readonly access: ProductAccess
  readonly window: () => BrowserWindow | undefined
}

/** What the sample product asks of the main process. Replace it together with `src/renderer/product/`. */
export function createProductHandlers({
  access,
  window,
}: ProductHandlerParts): Pick<IpcHandlers, 'product:save-text'> {
  return {
    // A save that is under way when the license is lost still ends well.
    'product:save-text': access.untilClosed(async (text) => {
      const parent = window()
      if (parent === undefined) return false
      const { canceled, filePath } = await dialog.showSaveDialog(parent, { defaultPath: 'page.txt' })
      if (canceled) return false
      await writeFile(filePath, text)
      return true
    }),
  }
}

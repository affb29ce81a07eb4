import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProductParts } from '@latchkey/electron/main'
import { app, dialog } from 'electron'

/** Handlers for `src/ipc/product-calls.ts`. Replace them together with `src/renderer/product/`. */
export function createProductHandlers({ window }: ProductParts) {
  return {
    async saveText(text: string): Promise<boolean> {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        defaultPath: join(app.getPath('documents'), 'page.txt'),
      })
      if (canceled) return false
      await writeFile(filePath, text)
      return true
    },
  }
}

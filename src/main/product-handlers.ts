import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProductParts } from '@latchkey/electron/main'
import { app, dialog } from 'electron'

/** Handlers for `src/ipc/product-calls.ts`. Replace them together with `src/renderer/product/`. */
export function createProductHandlers({ window }: ProductParts) {
  async function save(name: string, content: string): Promise<boolean> {
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      defaultPath: join(app.getPath('documents'), name),
    })
    if (canceled) return false
    await writeFile(filePath, content)
    return true
  }
  return {
    saveText: (text: string) => save('page.txt', text),
    exportPage: (text: string) =>
      save('page.html', `<!doctype html><meta charset="utf-8" /><pre>${escapeHtml(text)}</pre>\n`),
  }
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

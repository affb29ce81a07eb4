import { writeFile } from 'node:fs/promises'
import type { OfflineRequestView } from '@latchkey/client'
import { app, clipboard, dialog } from 'electron'

export interface FileRequests {
  request(text: string): Promise<OfflineRequestView>
  copy(): void
  save(): Promise<void>
}

/** Copies and saves the last request for a license file. SECURITY: never a text of a page. */
export function createFileRequests(requestFile: (text: string) => Promise<OfflineRequestView>): FileRequests {
  let last = ''
  let isSaving = false
  return {
    async request(text) {
      const view = await requestFile(text)
      if (view.kind === 'request') last = view.text
      return view
    },
    copy: () => clipboard.writeText(last),
    async save() {
      // SECURITY: a page cannot open one dialog after another.
      if (last === '' || isSaving) return
      isSaving = true
      try {
        const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: 'request.txt' })
        if (!canceled && filePath !== '') await writeFile(filePath, last)
      } catch (error) {
        dialog.showErrorBox(app.name, error instanceof Error ? error.message : String(error))
      } finally {
        isSaving = false
      }
    },
  }
}

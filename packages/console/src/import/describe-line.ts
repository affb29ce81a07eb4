import type { ReportLine } from '@latchkey/import-file'
import { useTexts } from '../messages/messages.ts'
import { IMPORT } from './texts.ts'

/** The result of a line as a text: `describe(line)`. */
export function useLineText(): (line: ReportLine) => string {
  const { codes, changes, preview } = useTexts(IMPORT)
  const texts: Readonly<Record<string, string>> = codes
  const names: Readonly<Record<string, string>> = changes
  return ({ code, changed, isBanned }) => {
    if (code === '') return isBanned ? preview.importedBanned : preview.imported
    if (code !== 'KEY_EXISTS' || changed.length === 0) return texts[code] ?? code
    return preview.completed(changed.map((change) => names[change] ?? change).join(', '))
  }
}

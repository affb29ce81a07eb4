import { importing as de } from './de/import.ts'
import { importing as en, type ImportTexts } from './en/import.ts'
import type { Texts } from './messages.ts'

/** The texts of the import of keys. */
export const IMPORT: Texts<ImportTexts> = { en, de }

import { paste as de } from './de/paste.ts'
import { paste as en, type PasteTexts } from './en/paste.ts'
import type { Texts } from './messages.ts'

/** The texts of the dialog that reads pasted keys. */
export const PASTE: Texts<PasteTexts> = { en, de }

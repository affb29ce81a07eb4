import { dialogs as de } from './de/dialogs.ts'
import { type DialogsTexts, dialogs as en } from './en/dialogs.ts'
import type { Texts } from './messages.ts'

/** The texts of the dialogs of the keys table, which are loaded with them. */
export const DIALOGS: Texts<DialogsTexts> = { en, de }

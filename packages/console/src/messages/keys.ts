import { keys as de } from './de/keys.ts'
import { keys as en, type KeysTexts } from './en/keys.ts'
import type { Texts } from './messages.ts'

/** The texts of the keys table. */
export const KEYS: Texts<KeysTexts> = { en, de }

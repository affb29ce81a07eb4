import { key as de } from './de/key.ts'
import { key as en, type KeyTexts } from './en/key.ts'
import type { Texts } from './messages.ts'

/** The texts of the page of one key. */
export const KEY: Texts<KeyTexts> = { en, de }

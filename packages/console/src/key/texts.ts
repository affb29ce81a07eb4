import { de } from './texts-de.ts'
import { en } from './texts-en.ts'

/** The texts of the page of one key. */
export const KEY = { en, de }

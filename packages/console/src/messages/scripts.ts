import { scripts as de } from './de/scripts.ts'
import { scripts as en, type ScriptsTexts } from './en/scripts.ts'
import type { Texts } from './messages.ts'

/** The texts of the scripts of a project. */
export const SCRIPTS: Texts<ScriptsTexts> = { en, de }

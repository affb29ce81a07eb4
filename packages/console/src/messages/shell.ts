import { shell as de } from './de/shell.ts'
import { shell as en, type ShellTexts } from './en/shell.ts'
import type { Texts } from './messages.ts'

/** The texts of the frame, of sign-in, people and account, and of the components. */
export const SHELL: Texts<ShellTexts> = { en, de }

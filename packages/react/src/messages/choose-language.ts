import { de } from './de.ts'
import { en } from './en.ts'
import { createFormats, type Formats } from './formats.ts'
import type { Messages } from './messages.ts'

export const LANGUAGES: readonly Messages[] = [en, de]

export interface Language {
  readonly messages: Messages
  readonly formats: Formats
}

const baseOf = (locale: string): string => locale.split('-')[0] ?? locale

/**
 * The messages for the system's language, else English.
 * Dates follow the system's region (`en-GB`) when it is a region of that language, so that no window mixes two.
 */
export function chooseLanguage(locale: string): Language {
  const messages = LANGUAGES.find(({ language }) => language === baseOf(locale))
  return messages === undefined
    ? { messages: en, formats: createFormats(en.language) }
    : { messages, formats: createFormats(locale) }
}

import { de } from './de.ts'
import { en } from './en.ts'
import { createFormats, type Formats } from './formats.ts'
import type { Messages } from './messages.ts'

const LANGUAGES: readonly Messages[] = [en, de]

export interface Language {
  readonly messages: Messages
  readonly formats: Formats
}

const baseOf = (locale: string): string => locale.split('-')[0] ?? locale

/**
 * The messages in the system's language, or in English. Dates use the system's region (such as
 * `en-GB`) only with messages of its language, so that a window does not mix two languages.
 */
export function chooseLanguage(locale: string): Language {
  const messages = LANGUAGES.find(({ language }) => language === baseOf(locale))
  return messages === undefined
    ? { messages: en, formats: createFormats(en.language) }
    : { messages, formats: createFormats(locale) }
}

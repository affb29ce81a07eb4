import { de } from './de.ts'
import { en } from './en.ts'
import { createFormats, type Formats } from './formats.ts'
import type { Words } from './words.ts'

export const LANGUAGES: readonly Words[] = [en, de]

export interface Language {
  readonly words: Words
  readonly formats: Formats
}

const baseOf = (locale: string): string => locale.split('-')[0] ?? locale

/**
 * The words for the system's language, else English.
 * Dates follow the system's region (`en-GB`) when it is a region of that language, so that no window mixes two.
 */
export function chooseLanguage(locale: string): Language {
  const words = LANGUAGES.find(({ language }) => language === baseOf(locale))
  return words === undefined
    ? { words: en, formats: createFormats(en.language) }
    : { words, formats: createFormats(locale) }
}

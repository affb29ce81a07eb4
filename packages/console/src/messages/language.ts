import { createContext } from 'react'
import { type Formats, formatsOf } from './formats.ts'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

export interface LanguageParts {
  readonly language: Language
  readonly formats: Formats
  readonly setLanguage: (language: Language) => void
}

/** Set by `Preferences`. */
export const LanguageContext = createContext<LanguageParts>({
  language: 'en',
  formats: formatsOf('en'),
  setLanguage: () => {},
})

/** German for a browser that prefers it, English for all others. */
export const languageOf = (locale: string): Language =>
  locale.toLowerCase().split('-')[0] === 'de' ? 'de' : 'en'

/** The locale of dates and numbers: the browser's, if it has this language, such as `en-GB`. */
export const localeOf = (language: Language, locale: string): string =>
  languageOf(locale) === language && locale.toLowerCase().startsWith(language) ? locale : language

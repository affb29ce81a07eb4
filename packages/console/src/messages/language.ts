import { createContext } from 'react'
import { type Formats, formatsOf } from './formats.ts'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export interface PreferenceParts {
  readonly language: Language
  readonly formats: Formats
  readonly setLanguage: (language: Language) => void
  readonly theme: Theme
  readonly setTheme: (theme: Theme) => void
}

/** `Preferences` provides the value. */
export const PreferencesContext = createContext<PreferenceParts>({
  language: 'en',
  formats: formatsOf('en'),
  setLanguage: () => {},
  theme: 'system',
  setTheme: () => {},
})

/** German for a browser that prefers it, English for all others. */
export const languageOf = (locale: string): Language =>
  locale.toLowerCase().split('-')[0] === 'de' ? 'de' : 'en'

/** The locale of dates and numbers: the browser's, if it has this language, such as `en-GB`. */
export const localeOf = (language: Language, locale: string): string =>
  languageOf(locale) === language && locale.toLowerCase().startsWith(language) ? locale : language

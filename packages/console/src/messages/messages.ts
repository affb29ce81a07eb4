import { useContext } from 'react'
import { PreferencesContext } from './language.ts'

/** The texts of an area of the page in every language. The areas are loaded with their pages. */
export interface Texts<T> {
  readonly en: T
  readonly de: T
}

/** Language, formats and theme of the page. */
export const usePreferences = () => useContext(PreferencesContext)

/** The texts in the language of the page: `const t = useTexts(SHELL)`. */
export const useTexts = <T>(texts: Texts<T>): T => texts[usePreferences().language]

/** Formats of numbers and times in the language of the page. */
export const useFormats = () => usePreferences().formats

/** The texts and the formats: `const { t, f } = useWords(KEY)`. */
export const useWords = <T>(texts: Texts<T>) => ({ t: useTexts(texts), f: useFormats() })

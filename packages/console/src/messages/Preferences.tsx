import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { formatsOf } from './formats.ts'
import { LANGUAGES, type Language, LanguageContext, languageOf, localeOf } from './language.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

interface ThemeParts {
  readonly theme: Theme
  readonly setTheme: (theme: Theme) => void
}

const ThemeContext = createContext<ThemeParts>({ theme: 'system', setTheme: () => {} })

export const useTheme = (): ThemeParts => useContext(ThemeContext)

export const useLanguage = () => useContext(LanguageContext)

const LANGUAGE = 'latchkey-language'
const THEME = 'latchkey-theme'

/** Language and theme of the page: the person's choice in this browser, otherwise the browser's. */
export function Preferences({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useStored<Language>(LANGUAGE, LANGUAGES, languageOf(navigator.language))
  const [theme, setTheme] = useStored<Theme>(THEME, THEMES, 'system')

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])

  const languageParts = useMemo(
    () => ({ language, setLanguage, formats: formatsOf(localeOf(language, navigator.language)) }),
    [language, setLanguage],
  )
  const themeParts = useMemo(() => ({ theme, setTheme }), [theme, setTheme])
  return (
    <LanguageContext value={languageParts}>
      <ThemeContext value={themeParts}>{children}</ThemeContext>
    </LanguageContext>
  )
}

/** A choice that is stored in the browser. */
function useStored<T extends string>(name: string, choices: readonly T[], fallback: T) {
  const [value, setValue] = useState(
    () => choices.find((one) => one === localStorage.getItem(name)) ?? fallback,
  )
  const store = useMemo(
    () => (chosen: T) => {
      localStorage.setItem(name, chosen)
      setValue(chosen)
    },
    [name],
  )
  return [value, store] as const
}

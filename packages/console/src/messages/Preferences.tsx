import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { formatsOf } from './formats.ts'
import { LANGUAGES, languageOf, localeOf, PreferencesContext, THEMES } from './language.ts'

const LANGUAGE = 'latchkey-language'
const THEME = 'latchkey-theme'

/** Language and theme of the page: the person's choice in this browser, otherwise the browser's. */
export function Preferences({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useStored(LANGUAGE, LANGUAGES, languageOf(navigator.language))
  const [theme, setTheme] = useStored(THEME, THEMES, 'system')

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])

  const parts = useMemo(() => {
    const formats = formatsOf(localeOf(language, navigator.language))
    return { language, setLanguage, formats, theme, setTheme }
  }, [language, setLanguage, theme, setTheme])
  return <PreferencesContext value={parts}>{children}</PreferencesContext>
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

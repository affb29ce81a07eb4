import { useContext, useMemo } from 'react'
import { LanguageContext, localeOf } from '../messages/language.ts'
import { useTexts } from '../messages/messages.ts'
import { createOverviewFormats, type OverviewFormats } from './plots.ts'
import { OVERVIEW } from './texts.ts'

const byLocale = new Map<string, OverviewFormats>()

/** Texts and formats of the overview, in the language of the page. */
export function useOverviewTexts() {
  const { language } = useContext(LanguageContext)
  const t = useTexts(OVERVIEW)
  const f = useMemo(() => {
    const locale = localeOf(language, navigator.language)
    const formats = byLocale.get(locale) ?? createOverviewFormats(locale)
    byLocale.set(locale, formats)
    return formats
  }, [language])
  return { t, f }
}

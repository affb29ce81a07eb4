import type { MyPageData } from '@latchkey/management'
import { createFormats, type Formats } from '@latchkey/react/design'
import { createContext, useContext } from 'react'
import type { Failure } from './api.ts'
import { de } from './texts/de.ts'
import { en, type Texts } from './texts/en.ts'

export type Language = MyPageData['language']
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const satisfies Record<Language, string>

const CHOICE = 'latchkey-language'

/** The language that was chosen, otherwise the first of the browser that exists, otherwise the project's. */
export function findLanguage(ofProject: Language): Language {
  const wanted = [chosen(), ...navigator.languages]
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase())
  return known.find((tag): tag is Language => tag in LANGUAGES) ?? ofProject
}

/** Reads the choice, or stores it. A browser without cookies has no storage, and throws. */
function chosen(language?: Language): string {
  try {
    if (language !== undefined) localStorage.setItem(CHOICE, language)
    return localStorage.getItem(CHOICE) ?? ''
  } catch {
    return ''
  }
}

export const storeLanguage = (language: Language): string => chosen(language)

export interface Words {
  readonly language: Language
  readonly t: Texts
  readonly f: Formats
  readonly data: MyPageData
  /** Whom to write to: the address for questions, or "the seller". */
  readonly support: string
}

export function wordsOf(language: Language, data: MyPageData): Words {
  const region = navigator.language.startsWith(language) ? navigator.language : language
  const t = language === 'de' ? de : en
  return {
    language,
    t,
    f: createFormats(region),
    data,
    support: data.support === '' ? t.seller : data.support,
  }
}

export const WordsContext = createContext<Words | undefined>(undefined)

/** The texts, the formats, and what the page knows of its project: `const { t, f, data } = useWords()`. */
export function useWords(): Words {
  const words = useContext(WordsContext)
  if (words === undefined) throw new Error('There is no language')
  return words
}

/** A sentence that says why something was not done, and what to do next. */
export function describeFailure(failure: Failure, { t, support }: Words): string {
  if (failure.kind === 'cancelled') return t.problems.cancelled
  if (failure.kind === 'lost') return t.problems.lost
  if (failure.status === 429) return t.problems.tooMany(Math.ceil(failure.waitSeconds / 60))
  if (failure.status >= 500) return t.problems.notNow
  const codes: Readonly<Record<string, string>> = t.codes(support)
  return codes[failure.code] ?? t.problems.other(support)
}

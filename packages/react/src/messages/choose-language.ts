import { de } from './de.ts'
import { en, type Messages } from './en.ts'
import { createFormats, type Formats } from './formats.ts'

const LANGUAGES: readonly Messages[] = [en, de]

export interface Language {
  readonly messages: Messages
  readonly formats: Formats
}

/** Some of the texts, by language. The compiler checks names and parameters. */
export type MessageChanges = { readonly [Tag in Messages['language']]?: Changes<Messages> }

type Changes<T> = T extends string | readonly string[] | ((...parameters: never[]) => string)
  ? T
  : { readonly [Name in keyof T]?: Changes<T[Name]> }

const baseOf = (locale: string): string => locale.split('-')[0] ?? locale

/**
 * The messages in the system's language, or in English. Dates use the system's region (such as
 * `en-GB`) only with messages of its language, so that a window does not mix two languages.
 */
export function chooseLanguage(locale: string, changes: MessageChanges = {}): Language {
  const known = LANGUAGES.find(({ language }) => language === baseOf(locale))
  const messages = known ?? en
  return {
    messages: withChanges<Messages>(messages, changes[messages.language]),
    formats: createFormats(known === undefined ? en.language : locale),
  }
}

function withChanges<T extends object>(texts: T, changes: Changes<T> | undefined): T {
  const changed = Object.entries(changes ?? {}).map(([name, change]) => {
    const text: unknown = texts[name as keyof T]
    const isGroup = typeof text === 'object' && text !== null && !Array.isArray(text)
    return [name, isGroup ? withChanges(text, change) : change]
  })
  return { ...texts, ...Object.fromEntries(changed) }
}

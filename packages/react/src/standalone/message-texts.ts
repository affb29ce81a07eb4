import type { MessageChanges } from '../messages/choose-language.ts'
import { de } from '../messages/de.ts'
import { en } from '../messages/en.ts'

/** Messages as data, by language, group and name. `{1}` is the first value of a message. */
export interface MessageTexts {
  readonly [language: string]: { readonly [group: string]: { readonly [name: string]: string } }
}

type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Ignores names that no message has. */
export function toMessageChanges(changes: MessageTexts): MessageChanges {
  const ofLanguage = (messages: Texts, texts: MessageTexts[string] = {}): object =>
    Object.fromEntries(
      Object.entries(texts).map(([group, names]) => [
        group,
        Object.fromEntries(
          Object.entries(names)
            .filter(([name]) => ['string', 'function'].includes(typeof messages[group]?.[name]))
            .map(([name, text]) => [
              name,
              typeof messages[group]?.[name] === 'string'
                ? text
                : (...values: unknown[]) =>
                    text.replace(/\{(\d)\}/g, (_, position) => String(values[Number(position) - 1] ?? '')),
            ]),
        ),
      ]),
    )
  return {
    en: ofLanguage(en as unknown as Texts, changes['en']),
    de: ofLanguage(de as unknown as Texts, changes['de']),
  }
}

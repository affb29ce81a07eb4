import type { KeyMailKind, MailLanguage } from '@latchkey/management'

export interface TextName {
  readonly kind: KeyMailKind
  readonly language: MailLanguage
}

/** The text of a mail, as it is typed: each line of `text` is a paragraph. */
export interface MailText {
  readonly subject: string
  readonly text: string
}

/** The service has the same limits, and decides by them. */
const [MOST_PARAGRAPHS, LONGEST_PARAGRAPH] = [10, 1_000]

/** The values that a text of this kind may have in braces. */
export const valuesOf = (kind: KeyMailKind): readonly string[] =>
  kind === 'ends-soon' || kind === 'ended' ? ['{project}', '{end}'] : ['{project}']

/** Control characters, such as tabs of a text that was pasted, become spaces. */
const cleaned = (line: string): string => line.replaceAll(/\p{Cc}+/gu, ' ').trim()

const paragraphsOf = (text: string): string[] =>
  text
    .split('\n')
    .map(cleaned)
    .filter((line) => line !== '')

/** The fields of a request. */
export const readText = ({ subject, text }: MailText) => ({
  subject: cleaned(subject),
  paragraphs: paragraphsOf(text),
})

/** What is wrong with a text, and in which field. */
export function problemOf(
  typed: MailText,
  kind: KeyMailKind,
): { readonly field: 'subject' | 'paragraphs'; readonly problem: 'empty' | 'values' | 'long' } | undefined {
  const { subject, paragraphs } = readText(typed)
  const isUnknown = (text: string): boolean =>
    (text.match(/\{\w+\}/g) ?? []).some((value) => !valuesOf(kind).includes(value))
  if (subject === '') return { field: 'subject', problem: 'empty' }
  if (isUnknown(subject)) return { field: 'subject', problem: 'values' }
  if (paragraphs.length === 0) return { field: 'paragraphs', problem: 'empty' }
  if (paragraphs.some(isUnknown)) return { field: 'paragraphs', problem: 'values' }
  const isLong =
    paragraphs.length > MOST_PARAGRAPHS || paragraphs.some(({ length }) => length > LONGEST_PARAGRAPH)
  return isLong ? { field: 'paragraphs', problem: 'long' } : undefined
}

/** What is previewed of a text. Nothing: the saved text is. */
export const textBodyOf = (typed: MailText | undefined, kind: KeyMailKind) =>
  typed === undefined || problemOf(typed, kind) !== undefined ? {} : readText(typed)

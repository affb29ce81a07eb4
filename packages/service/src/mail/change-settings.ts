import {
  type ChangeMailSettingsBody,
  KEY_MAIL_KINDS,
  type KeyMailKind,
  MAIL_LANGUAGES,
  type MailLanguage,
  type MailText,
  MOST_LOGO_BYTES,
  readEmail,
} from '@latchkey/management'
import { invalidEmail } from '../core/customer/customers.ts'
import { codedRefusals, malformed, type Refusal } from '../core/refusal.ts'
import type { MailSettings, MailTexts } from './settings.ts'
import { MAIL_TEXTS } from './texts.ts'

const refuse = codedRefusals({
  'invalid-app-link': [
    400,
    'The link to the app cannot be used. Enter the scheme of the links of your app, such as tidebook.',
  ],
})

type GivenText = NonNullable<ChangeMailSettingsBody['texts']>[number]

/** The kinds of mails whose text may have `{end}`. */
export const hasEnd = (kind: string): boolean => kind === 'ends-soon' || kind === 'ended'

/** Applies a change of settings, or refuses it. */
export function changedSettings(
  known: MailSettings,
  { language, color, support, app_link, logo, ends_soon, ended, texts = [] }: ChangeMailSettingsBody,
): MailSettings | Refusal {
  const address = support === undefined ? known.support : readSupport(support)
  if (typeof address === 'object') return address
  const appLink = app_link?.trim().toLowerCase()
  if (appLink !== undefined && appLink !== '' && !isAppLink(appLink)) {
    return refuse('invalid-app-link')
  }
  if (logo !== undefined && logo !== '' && !isLogo(logo)) {
    return malformed(`logo must be a PNG of at most ${MOST_LOGO_BYTES / 1_000} kB, in base64`)
  }
  const wrong = texts.map(problemOfText).find((problem) => problem !== undefined)
  if (wrong !== undefined) return wrong
  return {
    language: language ?? known.language,
    color: color?.toLowerCase() ?? known.color,
    support: address,
    appLink: appLink ?? known.appLink,
    logo: logo ?? known.logo,
    endsSoon: ends_soon ?? known.endsSoon,
    ended: ended ?? known.ended,
    texts: texts.reduce(withText, known.texts),
  }
}

/** Schemes that browsers or other programs open. */
const OTHER_LINKS =
  /^(https?|wss?|ftps?|file|filesystem|data|blob|about|javascript|vbscript|view-source|mailto|tel|sms|intent|chrome|edge|ms-.*)$/

/** Whether a text is a scheme (RFC 3986, section 3.1) that an app can have for itself. */
const isAppLink = (scheme: string): boolean => /^[a-z][a-z0-9+.-]+$/.test(scheme) && !OTHER_LINKS.test(scheme)

/** Reads the address for answers. */
export function readSupport(typed: string): string | Refusal {
  if (typed.trim() === '') return ''
  const read = readEmail(typed)
  return 'email' in read ? read.email : invalidEmail('The address for answers cannot be used.', read.problem)
}

/** Why a text cannot be used. */
export function problemOfText({
  kind,
  subject,
  paragraphs,
}: Omit<GivenText, 'language'>): Refusal | undefined {
  const isEmpty = paragraphs.every((paragraph) => paragraph.trim() === '')
  if ((subject.trim() === '') !== isEmpty) {
    return malformed('A mail needs a subject and a paragraph. Without both, it has the text of the service')
  }
  const allowed = hasEnd(kind) ? ['{project}', '{end}'] : ['{project}']
  const used = [subject, ...paragraphs].flatMap((text) => text.match(/\{\w+\}/g) ?? [])
  return used.every((value) => allowed.includes(value))
    ? undefined
    : malformed(`A text of this kind can have ${allowed.join(' and ')} in braces, and nothing else`)
}

function withText(
  texts: MailSettings['texts'],
  { language, kind, subject, paragraphs }: GivenText,
): MailSettings['texts'] {
  const { [kind]: _, ...others } = texts[language] ?? {}
  const own = subject.trim() === '' ? others : { ...others, [kind]: { subject, paragraphs } }
  return { ...texts, [language]: own }
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function isLogo(base64: string): boolean {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length <= MOST_LOGO_BYTES && bytes.subarray(0, PNG_START.length).equals(PNG_START)
}

/** The text of a kind in a language: the one of an owner, or that of the service. */
export const textOf = ({ texts }: MailSettings, language: MailLanguage, kind: KeyMailKind): MailTexts =>
  texts[language]?.[kind] ?? MAIL_TEXTS[language].mails[kind]

/** All texts of mails about keys, for a list. */
export const allTexts = (settings: MailSettings): MailText[] =>
  MAIL_LANGUAGES.flatMap((language) =>
    KEY_MAIL_KINDS.map((kind) => {
      const { subject, paragraphs } = textOf(settings, language, kind)
      const is_own = settings.texts[language]?.[kind] !== undefined
      return { kind, language, subject, paragraphs: [...paragraphs], is_own }
    }),
  )

import type { MailLanguage } from '@latchkey/management'
import type { MailContent, MailKind } from './mail.ts'
import type { MailSettings } from './settings.ts'
import { MAIL_TEXTS } from './texts.ts'

/**
 * The page that opens the app with a key. SECURITY: browsers never send what is behind `#`. Empty:
 * there is no such page, or there are several keys.
 */
const activationPath = ({ appLink }: MailSettings, projectId: string, keys: readonly string[]): string =>
  appLink !== '' && keys.length === 1 ? `open/${projectId}#${keys[0]}` : ''

export interface ComposedMail {
  readonly subject: string
  readonly text: string
  /** The logo is the attachment with the content ID `LOGO_ID`. */
  readonly html: string
}

export const LOGO_ID = 'logo'

interface Composition {
  readonly kind: MailKind
  readonly projectId: string
  /** The name of the project. */
  readonly project: string
  readonly content: MailContent
  readonly settings: MailSettings
  readonly language: MailLanguage
  /** Where links lead, ending in a slash. Undefined: mails have no links. */
  readonly publicUrl: string | undefined
}

const WORD_JOINER = '\u2060'

/**
 * SECURITY: a value that somebody else has chosen, on one line. Mail programs make links of words
 * such as `example.org`. An invisible character after the dot prevents this, so that nobody can put
 * a link into a mail of the vendor by a name.
 */
export const harmless = (value: string): string =>
  value
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .slice(0, 200)
    .trim()
    .replaceAll(/[.:/@](?=\S)/g, `$&${WORD_JOINER}`)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

/** Makes the subject and both bodies of a mail. */
export function composeMail({
  kind,
  projectId,
  project,
  content,
  settings,
  language,
  publicUrl,
}: Composition): ComposedMail {
  const texts = MAIL_TEXTS[language]
  const { keys } = content
  const hasSeveral = keys.length > 1
  const known = hasSeveral ? texts.severalKeys : texts.mails[kind]
  const { subject, paragraphs } = settings.texts[language]?.[kind] ?? known
  const dates = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  const end = content.end > 0 ? dates.format(content.end * 1_000) : ''
  const values: Readonly<Record<string, string>> = { project: harmless(project), end }
  const fill = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
  const name = harmless(content.to.name)
  const hello = name === '' ? `${texts.hello},` : `${texts.hello} ${name},`
  const lines = paragraphs.map(fill)
  const label = hasSeveral ? texts.keys : texts.key
  const path = content.path || activationPath(settings, projectId, keys)
  const link = path === '' || publicUrl === undefined ? '' : `${publicUrl}${path}`
  const open = path === content.path ? texts.open : texts.openApp
  const questions = settings.support === '' ? '' : `${texts.questions} ${settings.support}`
  const text = [
    hello,
    ...lines,
    ...(keys.length === 0 ? [] : [[`${label}:`, ...keys].join('\n')]),
    ...(link === '' ? [] : [link]),
    ...(content.code === undefined ? [] : [`${texts.code}:\n${content.code}`]),
    ...(questions === '' ? [] : [questions]),
    values['project'],
  ]
  return {
    subject: fill(subject).replaceAll(/\p{Cc}+/gu, ' '),
    text: `${text.join('\n\n')}\n`,
    html: htmlOf({
      language,
      settings,
      link,
      open,
      hello,
      lines,
      label,
      keys,
      code: content.code === undefined ? [] : [texts.code, content.code],
      questions,
      project: values['project'] ?? '',
    }),
  }
}

interface Page {
  readonly language: MailLanguage
  readonly settings: MailSettings
  readonly link: string
  /** The text of the button. */
  readonly open: string
  readonly hello: string
  readonly lines: readonly string[]
  readonly label: string
  readonly keys: readonly string[]
  /** The text above a code, and the code; empty: none. */
  readonly code: readonly string[]
  readonly questions: string
  readonly project: string
}

/**
 * The style of every mail. SECURITY: the console shows previews, and its policy allows only this
 * style, by its hash. What depends on the settings is in attributes: `bgcolor` and `color`, which
 * mail programs without style sheets know, too.
 */
export const MAIL_STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 24px 12px; background: #f3f4f6; color: #111827; overflow-wrap: anywhere;
    font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  main { max-width: 528px; margin: 0 auto; background: #ffffff; border-radius: 8px; overflow: hidden; }
  table { border-spacing: 0; }
  .line { width: 100%; }
  .line td { height: 4px; padding: 0; }
  .content { padding: 24px 28px 28px; }
  h1 { margin: 0 0 20px; font-size: 20px; line-height: 1.3; }
  p { margin: 0 0 16px; }
  .content > :last-child { margin-bottom: 0; }
  .logo { margin: 0 0 16px; line-height: 0; }
  .logo img { box-sizing: border-box; max-width: 100%; height: 48px; object-fit: contain; object-position: left; }
  .label { margin: 24px 0 4px; }
  .key { margin: 0 0 8px; padding: 12px; background: #f3f4f6; border-radius: 6px;
    font: 16px/1.5 ui-monospace, Menlo, Consolas, monospace; }
  .small { color: #4b5563; font-size: 14px; }
  .questions { margin-top: 24px; padding-top: 16px; border-top: 1px solid #e5e7eb; }
  .button { margin-top: 24px; border-collapse: separate; }
  .button td { padding: 0; border: 1px solid rgba(0, 0, 0, 0.3); border-radius: 6px; }
  .button a { display: block; padding: 10px 20px; font-weight: 600; text-decoration: none; }
  @media (max-width: 420px) {
    body { padding: 8px; }
    .content { padding: 20px 16px; }
    .key { padding: 12px 8px; font-size: 13px; }
  }
  @media (prefers-color-scheme: dark) {
    body { background: #111827; color: #f3f4f6; }
    main { background: #1f2937; }
    .line td { border-bottom: 1px solid #4b5563; }
    .logo img { height: 64px; padding: 8px; background: #ffffff; border-radius: 6px; }
    .key { background: #111827; }
    .small { color: #d1d5db; }
    .questions { border-color: #4b5563; }
    .button td { border-color: rgba(255, 255, 255, 0.6); }
  }`

/**
 * Makes the HTML body. Owners only choose the colour: the text on it is black or white, whichever
 * is easier to read.
 */
function htmlOf({
  language,
  settings,
  link,
  open,
  hello,
  lines,
  label,
  keys,
  code,
  questions,
  project,
}: Page): string {
  const { color, logo } = settings
  const paragraph = (line: string, attributes = ''): string => `<p${attributes}>${escaped(line)}</p>`
  const table = (name: string, cell: string): string =>
    `<table role="presentation" class="${name}"><tr><td bgcolor="${color}">${cell}</td></tr></table>`
  const button = `<a href="${escaped(link)}"><font color="${textOn(color)}">${open}</font></a>`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escaped(project)}</title><style>${MAIL_STYLE}</style></head>
<body><main>${table('line', '')}<div class="content">
${[
  ...(logo === '' ? [] : [`<p class="logo"><img src="cid:${LOGO_ID}" alt="" height="48"></p>`]),
  `<h1>${escaped(project)}</h1>`,
  ...[hello, ...lines].map((line) => paragraph(line)),
  ...(keys.length === 0 ? [] : [paragraph(label, ' class="small label"')]),
  ...keys.map((key) => paragraph(key, ' class="key"')),
  ...(link === '' ? [] : [table('button', button)]),
  ...code.map((line, at) => paragraph(line, at === 0 ? ' class="small label"' : ' class="key"')),
  ...(questions === '' ? [] : [paragraph(questions, ' class="small questions"')]),
].join('\n')}
</div></main></body></html>
`
}

/**
 * Returns black or white, whichever has the greater contrast, by the relative luminance of WCAG 2.
 */
export function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}

import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Flag, Input, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { KeyRefused } from './key-record.ts'
import { NO_SUCH_KEY, NO_SUCH_PROJECT, NOT_ONE_KEY, OF_PROJECT, PAGE, WRONG_CURSOR } from './of-project.ts'

/**
 * The mails about a key.
 * - `key`: a new key
 * - `key-again`: a key that its customer has had before
 * - `ends-soon`, `ended`: about its end
 */
export const KEY_MAIL_KINDS = ['key', 'key-again', 'ends-soon', 'ended'] as const
/** One of `KEY_MAIL_KINDS`. */
export type KeyMailKind = (typeof KEY_MAIL_KINDS)[number]

/** The languages of mails. */
export const MAIL_LANGUAGES = ['en', 'de'] as const
/** One of `MAIL_LANGUAGES`. */
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

/** What became of a mail. */
export const MAIL_STATES = ['waiting', 'sent', 'given-up'] as const
/** One of `MAIL_STATES`. */
export type MailState = (typeof MAIL_STATES)[number]

/** The most keys that one request creates and mails. */
export const MOST_KEYS_MAILED = 20
/** The largest logo, in bytes of its PNG file. */
export const MOST_LOGO_BYTES = 200_000

const LOGO_TEXT = Math.ceil(MOST_LOGO_BYTES / 3) * 4
const WITHOUT_CONTROL = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$'

/** A mail, without its content. */
export const MailRecord = Type.Object({
  id: AnyText('The ID, which is also in the Message-ID of the mail.'),
  kind: AnyText(
    '`key`, `key-again`, `ends-soon`, `ended`, `sign-in`, `shop-connected`, what customers do on their page such as `computer-freed`, and others; later versions add kinds.',
  ),
  of_key: AnyText('The `id` of the key; empty for a mail about none.'),
  receiver: AnyText(
    'The address, in lower case. Empty: the customer was erased, or has another address by now.',
  ),
  state: Type.Enum(MAIL_STATES),
  tries: Whole('How often it was tried.'),
  reason: AnyText(
    'Why it was given up: `expired`, `refused` (by the mail server), `unreadable` (its content does not open with the service key). Otherwise empty.',
  ),
  answer: AnyText('The last answer of the mail server; empty before the first try.'),
  created_at: Whole('Unix seconds.'),
  due_at: Whole('Unix seconds: the next try of a waiting mail is not before.'),
  ended_at: Whole('Unix seconds at which it was sent or given up; 0 while it waits.'),
})
export type MailRecord = Type.Static<typeof MailRecord>

/** The query of List Mail. */
export const MailQuery = Input({
  state: Type.Optional(Type.Enum(MAIL_STATES)),
  of_key: Type.Optional(Text(TEXT_LIMITS.search, 'Only mails about the key with this `id`.')),
  ...PAGE,
})

/** How mail leaves the service. */
export const MAIL_WAYS = ['smtp', 'folder', 'none'] as const

const way = Type.Enum(MAIL_WAYS, {
  description:
    'How mail leaves the service: over SMTP; as files into a folder beside the database; or not at all, and it waits.',
})

/** The answer of List Mail. */
export const MailList = Type.Object({
  ...DoneFields,
  mails: Type.Array(MailRecord, { description: 'The newest first.' }),
  next_cursor: AnyText('For the next page; empty after the last mail.'),
  way,
})
export type MailList = Type.Static<typeof MailList>

/** The body of Mail Key. */
export const MailKeyBody = Input({
  id: Type.Optional(Text(TEXT_LIMITS.search, 'The `id` of the key.')),
  user_key: Type.Optional(Text(TEXT_LIMITS.identifier, 'Instead of `id`: the license key.')),
  kind: Type.Optional(
    Type.Enum(KEY_MAIL_KINDS, { description: 'The kind of the mail. `key-again` by default.' }),
  ),
})

/** The answer of an endpoint that makes a mail. */
export const MailQueued = Type.Object({
  ...DoneFields,
  id: AnyText('The ID of the mail, which leaves in the next seconds.'),
})
export type MailQueued = Type.Static<typeof MailQueued>

const subject = Type.String({
  maxLength: 200,
  pattern: WITHOUT_CONTROL,
  description: 'The subject. `{project}` stands for the name of the project, `{end}` for the end of the key.',
})
const paragraphs = Type.Array(Type.String({ maxLength: 1_000, pattern: WITHOUT_CONTROL }), {
  maxItems: 10,
  description: 'The paragraphs, as plain text, with `{project}` and `{end}` like the subject.',
})
const kind = Type.Enum(KEY_MAIL_KINDS)
const language = Type.Enum(MAIL_LANGUAGES)
const color = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  description: 'The colour of the button and the line at the top: `#` and six hexadecimal digits.',
})
const support = Text(2_000, 'The address for answers; empty: none.')
const app_link = Text(
  64,
  'The scheme of the links that open the app, such as `tidebook` of `tidebook://activate?key=…`: mails with one key then have a button. Empty: none.',
)
const logo = Type.String({
  maxLength: LOGO_TEXT,
  pattern: '^[A-Za-z0-9+/]*={0,2}$',
  description: 'A PNG of at most 200 kB, in base64; empty: none.',
})

/** The text of a kind of mail in a language. */
export const MailText = Type.Object({
  kind,
  language,
  subject: Type.String(),
  paragraphs: Type.Array(Type.String()),
  is_own: Flag('Whether an owner has written it. Otherwise it is the one that comes with the service.'),
})
export type MailText = Type.Static<typeof MailText>

/** The answer of Get Mail Settings and of Change Mail Settings. */
export const MailSettingsFound = Type.Object({
  ...DoneFields,
  language: Type.Enum(MAIL_LANGUAGES, { description: 'The language of all mails of the project.' }),
  color: Type.String(),
  support: Type.String(),
  app_link: Type.String(),
  logo: Type.String(),
  ends_soon: Flag('Whether customers get a mail a week before their key ends.'),
  ended: Flag('Whether customers get a mail when their key has ended.'),
  texts: Type.Array(MailText),
  way,
  from: AnyText('The address of the sender; empty without a way.'),
})
export type MailSettingsFound = Type.Static<typeof MailSettingsFound>

/** The body of Change Mail Settings. What is left out stays. */
export const ChangeMailSettingsBody = Input({
  language: Type.Optional(language),
  color: Type.Optional(color),
  support: Type.Optional(support),
  app_link: Type.Optional(app_link),
  logo: Type.Optional(logo),
  ends_soon: Type.Optional(Flag('Whether customers get a mail a week before their key ends.')),
  ended: Type.Optional(Flag('Whether customers get a mail when their key has ended.')),
  texts: Type.Optional(
    Type.Array(Input({ kind, language, subject, paragraphs }), {
      maxItems: KEY_MAIL_KINDS.length * MAIL_LANGUAGES.length,
      description: 'With an empty subject and no paragraphs: the text that comes with the service again.',
    }),
  ),
})
export type ChangeMailSettingsBody = Type.Static<typeof ChangeMailSettingsBody>

/** The body of Preview Mail: settings that are not saved yet may be given. */
export const PreviewMailBody = Input({
  kind,
  language,
  subject: Type.Optional(subject),
  paragraphs: Type.Optional(paragraphs),
  color: Type.Optional(color),
  support: Type.Optional(support),
})
export type PreviewMailBody = Type.Static<typeof PreviewMailBody>

/** The answer of Preview Mail. */
export const MailPreview = Type.Object({
  ...DoneFields,
  subject: Type.String(),
  text: Type.String(),
  html: AnyText('The HTML, with the logo as a data URL.'),
})
export type MailPreview = Type.Static<typeof MailPreview>

/** The body of Send Test Mail. */
export const TestMailBody = Input({ kind, language })

const common = { ...OF_PROJECT, subject: 'Mail', refusal: KeyRefused } as const
const mail = '/v3/projects/{project_id}/mail'
const WRONG_SETTINGS = [
  { status: 400, when: 'no mail can be sent to `support` (`INVALID_EMAIL`)' },
  {
    status: 400,
    when: 'a text has a value in braces that its kind does not have, or only one of subject and paragraphs',
  },
] as const

/** Additions to the interface: mail to customers. */
export const MAIL_ENDPOINTS = {
  listMail: {
    ...common,
    title: 'List Mail',
    method: 'GET',
    path: mail,
    leastRole: 'read-only',
    description:
      'Returns a page of the mails of the project: those that wait, and those that were sent or given up in the last 30 days.',
    query: MailQuery,
    success: MailList,
    refusals: [NO_SUCH_PROJECT, WRONG_CURSOR],
  },
  mailKey: {
    ...common,
    title: 'Mail Key',
    method: 'POST',
    path: mail,
    leastRole: 'support',
    description:
      'Mails a key to its customer, as the key is now. Also sends a mail of the list again: a new one is made.',
    body: MailKeyBody,
    success: MailQueued,
    refusals: [
      NO_SUCH_PROJECT,
      NO_SUCH_KEY,
      NOT_ONE_KEY,
      {
        status: 409,
        when: 'the key has no customer (`NO_CUSTOMER`), is banned (`KEY_BANNED`) or stopped (`KEY_STOPPED`), or has no end for a mail about it (`NO_END`)',
      },
    ],
  },
  getMailSettings: {
    ...common,
    title: 'Get Mail Settings',
    method: 'GET',
    path: `${mail}/settings`,
    leastRole: 'read-only',
    description: 'Returns the settings and the texts of the mails of the project.',
    success: MailSettingsFound,
    refusals: [NO_SUCH_PROJECT],
  },
  changeMailSettings: {
    ...common,
    title: 'Change Mail Settings',
    method: 'PATCH',
    path: `${mail}/settings`,
    leastRole: 'owner',
    description:
      'Changes settings or texts of the mails of the project. Mails that wait already get them, too.',
    body: ChangeMailSettingsBody,
    success: MailSettingsFound,
    refusals: [
      NO_SUCH_PROJECT,
      ...WRONG_SETTINGS,
      { status: 400, when: '`app_link` cannot be the scheme of an app (`INVALID_APP_LINK`)' },
      { status: 400, when: '`logo` is not a PNG of at most 200 kB' },
    ],
  },
  previewMail: {
    ...common,
    title: 'Preview Mail',
    method: 'POST',
    path: `${mail}/previews`,
    leastRole: 'read-only',
    description: 'Makes a mail with example values, and sends nothing.',
    body: PreviewMailBody,
    success: MailPreview,
    refusals: [NO_SUCH_PROJECT, ...WRONG_SETTINGS],
  },
  sendTestMail: {
    ...common,
    title: 'Send Test Mail',
    method: 'POST',
    path: `${mail}/tests`,
    leastRole: 'owner',
    description:
      'Sends a mail with example values to the person who is signed in, or with an API key to the address of the account.',
    body: TestMailBody,
    success: MailQueued,
    refusals: [
      NO_SUCH_PROJECT,
      { status: 400, when: 'no mail can be sent to that address (`INVALID_EMAIL`)' },
    ],
  },
} as const satisfies Record<string, EndpointData>

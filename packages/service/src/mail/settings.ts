import type { Language, MailKind } from './mail.ts'

export interface MailTexts {
  readonly subject: string
  /** Plain, with `{project}` and `{end}` for values. */
  readonly paragraphs: readonly string[]
}

/** The texts of a language that the owner of a project has changed. */
export type OwnTexts = { readonly [Kind in MailKind]?: MailTexts }

/** How the mails of a project look. */
export interface MailSettings {
  readonly language: Language
  /** `#` and six hexadecimal digits. */
  readonly color: string
  /** Where answers go; empty for none. */
  readonly support: string
  /** Whether customers get a mail before and after the end of a license. */
  readonly endsSoon: boolean
  readonly ended: boolean
  readonly texts: { readonly [L in Language]?: OwnTexts }
  /** A PNG, in base64; empty for none. */
  readonly logo: string
}

export const DEFAULT_MAIL_SETTINGS: MailSettings = {
  language: 'en',
  color: '#1d4ed8',
  support: '',
  endsSoon: false,
  ended: false,
  texts: {},
  logo: '',
}

export interface MailStorage {
  /** Those of the project, with its name. Undefined: there is no such project. */
  findMailSettings(
    projectId: string,
  ): Promise<{ readonly project: string; readonly settings: MailSettings } | undefined>
  /** @param settings replace those before */
  putMailSettings(projectId: string, settings: MailSettings): Promise<void>
}

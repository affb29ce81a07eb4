import type { MailLanguage } from '@latchkey/management'
import type { MailKind } from './mail.ts'

export interface MailTexts {
  readonly subject: string
  /** Plain text, with `{project}` and `{end}` for values. */
  readonly paragraphs: readonly string[]
}

/** The texts of a language that the owner of a project has changed. */
export type OwnTexts = { readonly [Kind in MailKind]?: MailTexts }

/** The settings of the mails of a project. */
export interface MailSettings {
  readonly language: MailLanguage
  /** The colour: `#` and six hexadecimal digits. */
  readonly color: string
  /** The address for answers; empty: none. */
  readonly support: string
  /** The scheme of the links that open the app; empty: none. */
  readonly appLink: string
  /** Whether customers get a mail before and after the end of a license. */
  readonly endsSoon: boolean
  readonly ended: boolean
  readonly texts: { readonly [L in MailLanguage]?: OwnTexts }
  /** The logo: a PNG in base64; empty: none. */
  readonly logo: string
}

export const DEFAULT_MAIL_SETTINGS: MailSettings = {
  language: 'en',
  color: '#1d4ed8',
  support: '',
  appLink: '',
  endsSoon: false,
  ended: false,
  texts: {},
  logo: '',
}

export interface MailStorage {
  /** Finds the settings of a project, with its name. Undefined if the project does not exist. */
  findMailSettings(
    projectId: string,
  ): Promise<{ readonly project: string; readonly settings: MailSettings } | undefined>
  /**
   * Stores the settings of a project.
   * @param settings replace the earlier ones
   */
  putMailSettings(projectId: string, settings: MailSettings): Promise<void>
}

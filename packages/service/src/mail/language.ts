import { MAIL_LANGUAGES, type MailLanguage } from '@latchkey/management'

/** The first language of a browser that mails and pages have. */
export const languageOf = (acceptLanguage = '', otherwise: MailLanguage): MailLanguage =>
  acceptLanguage
    .split(',')
    .map((range) => range.trim().slice(0, 2).toLowerCase())
    .flatMap((one) => MAIL_LANGUAGES.filter((known) => known === one))[0] ?? otherwise

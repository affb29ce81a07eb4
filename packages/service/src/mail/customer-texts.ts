import type { MailLanguage } from '@latchkey/management'
import type { MailTexts } from './settings.ts'

/**
 * Mails about what a customer does on the customer's page. SECURITY: they have no key and nothing that
 * a customer has typed.
 * - `license-offer`, `new-address`: to an address that somebody has entered, with a link
 * - `erasure-asked`: to the owners of the account
 * - the others: to the customer, who may not have done it
 */
export type CustomerMailKind =
  | 'computer-freed'
  | 'key-replaced'
  | 'license-file-made'
  | 'license-offered'
  | 'license-offer'
  | 'license-taken'
  | 'new-address'
  | 'address-changed'
  | 'erasure-asked'

const mail = (subject: string, ...paragraphs: string[]): MailTexts => ({ subject, paragraphs })

const NOT_YOU = {
  en: 'If this was not you, somebody else can read your mails: change the password of your mailbox, and write to us.',
  de: 'Wenn Sie es nicht waren, liest jemand Ihre Mails mit: Ändern Sie das Passwort Ihres Postfachs, und schreiben Sie uns.',
} as const

/** The texts that come with the service. */
export const CUSTOMER_MAIL_TEXTS: Readonly<
  Record<MailLanguage, Readonly<Record<CustomerMailKind, MailTexts>>>
> = {
  en: {
    'computer-freed': mail(
      'A computer was removed from your license for {project}',
      'A computer was removed from your license for {project}, on the page of your licenses. The license can be used on another one now.',
      NOT_YOU.en,
    ),
    'key-replaced': mail(
      'Your license for {project} has a new key',
      'The key of your license for {project} was replaced. The earlier key no longer works. You find the new one on the page of your licenses: enter it in the app on each of your computers.',
      NOT_YOU.en,
    ),
    'license-file-made': mail(
      'A license file for {project} was made',
      'A license file for a computer without a network was made from your license for {project}.',
      NOT_YOU.en,
    ),
    'license-offered': mail(
      'Your license for {project} is offered to another address',
      'Your license for {project} was offered to another address, on the page of your licenses. It belongs to that address as soon as the offer is accepted, which is possible for seven days. Until then, you can take it back on that page.',
      NOT_YOU.en,
    ),
    'license-offer': mail(
      'A license for {project} for you',
      'Somebody wants to give you a license for {project}. With this button, you can accept it within seven days. The license and its computers are yours then.',
      'If you do not want it, ignore this mail: nothing happens.',
    ),
    'license-taken': mail(
      'Your license for {project} was handed over',
      'Your offer was accepted: the license for {project} belongs to the other address now.',
      NOT_YOU.en,
    ),
    'new-address': mail(
      'Confirm your new address for {project}',
      'Confirm with this button that your licenses for {project} belong to this address from now on. It works once, for 15 minutes.',
      'If you did not ask for it, ignore this mail: nothing happens.',
    ),
    'address-changed': mail(
      'Your address for {project} was changed',
      'Your licenses for {project} belong to another address now, which was entered and confirmed on the page of your licenses. This is the last mail to this address.',
      NOT_YOU.en,
    ),
    'erasure-asked': mail(
      'A customer of {project} asks for erasure',
      'A customer of {project} asks you to erase name and address. Open the customers in the console: those who ask are listed first. Erase the customer there, or decline and say why.',
    ),
  },
  de: {
    'computer-freed': mail(
      'Ein Computer wurde von Ihrer Lizenz für {project} entfernt',
      'Auf der Seite Ihrer Lizenzen wurde ein Computer von Ihrer Lizenz für {project} entfernt. Sie können die Lizenz jetzt auf einem anderen verwenden.',
      NOT_YOU.de,
    ),
    'key-replaced': mail(
      'Ihre Lizenz für {project} hat einen neuen Schlüssel',
      'Der Schlüssel Ihrer Lizenz für {project} wurde ersetzt. Der frühere gilt nicht mehr. Den neuen finden Sie auf der Seite Ihrer Lizenzen: Geben Sie ihn auf jedem Ihrer Computer in der App ein.',
      NOT_YOU.de,
    ),
    'license-file-made': mail(
      'Eine Lizenzdatei für {project} wurde erstellt',
      'Aus Ihrer Lizenz für {project} wurde eine Lizenzdatei für einen Computer ohne Netzwerk erstellt.',
      NOT_YOU.de,
    ),
    'license-offered': mail(
      'Ihre Lizenz für {project} wird einer anderen Adresse angeboten',
      'Auf der Seite Ihrer Lizenzen wurde Ihre Lizenz für {project} einer anderen Adresse angeboten. Sie gehört ihr, sobald das Angebot angenommen wird; das geht sieben Tage lang. Bis dahin können Sie es auf dieser Seite zurücknehmen.',
      NOT_YOU.de,
    ),
    'license-offer': mail(
      'Eine Lizenz für {project} für Sie',
      'Jemand möchte Ihnen eine Lizenz für {project} geben. Mit diesem Knopf können Sie sie innerhalb von sieben Tagen annehmen. Die Lizenz und ihre Computer gehören dann Ihnen.',
      'Wenn Sie sie nicht möchten, beachten Sie diese Mail nicht: Es geschieht nichts.',
    ),
    'license-taken': mail(
      'Ihre Lizenz für {project} wurde übergeben',
      'Ihr Angebot wurde angenommen: Die Lizenz für {project} gehört jetzt der anderen Adresse.',
      NOT_YOU.de,
    ),
    'new-address': mail(
      'Bestätigen Sie Ihre neue Adresse für {project}',
      'Bestätigen Sie mit diesem Knopf, dass Ihre Lizenzen für {project} ab jetzt zu dieser Adresse gehören. Er funktioniert einmal, 15 Minuten lang.',
      'Wenn Sie nicht danach gefragt haben, beachten Sie diese Mail nicht: Es geschieht nichts.',
    ),
    'address-changed': mail(
      'Ihre Adresse für {project} wurde geändert',
      'Ihre Lizenzen für {project} gehören jetzt zu einer anderen Adresse, die auf der Seite Ihrer Lizenzen eingegeben und bestätigt wurde. Das ist die letzte Mail an diese Adresse.',
      NOT_YOU.de,
    ),
    'erasure-asked': mail(
      'Ein Kunde von {project} bittet um Löschung',
      'Ein Kunde von {project} bittet Sie, Name und Adresse zu löschen. Öffnen Sie die Kunden in der Konsole: Wer darum bittet, steht dort zuerst. Löschen Sie die Daten dort, oder lehnen Sie ab und sagen Sie, warum.',
    ),
  },
}

import type { MailLanguage } from '@latchkey/management'
import { CUSTOMER_MAIL_TEXTS } from './customer-texts.ts'
import type { MailKind } from './mail.ts'
import type { MailTexts } from './settings.ts'

interface Texts {
  readonly mails: Readonly<Record<MailKind, MailTexts>>
  /** Instead of the text of `key` or `key-again` in a mail with several keys. */
  readonly severalKeys: MailTexts
  /** The text above the license key, and above several. */
  readonly key: string
  readonly keys: string
  /** The text of the button, and of one that opens the app. */
  readonly open: string
  readonly openApp: string
  /** The text above a code to sign in. */
  readonly code: string
  readonly hello: string
  /** The text before the address of the vendor. */
  readonly questions: string
}

/** The texts of mails until the owner of a project changes them. */
export const MAIL_TEXTS: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    mails: {
      ...CUSTOMER_MAIL_TEXTS.en,
      key: {
        subject: 'Your license key for {project}',
        paragraphs: [
          'Thank you for choosing {project}. This is your license key. Enter it when the app asks for it.',
          'Please keep this mail: you need the key again for a new computer.',
        ],
      },
      'key-again': {
        subject: 'Your license key for {project}',
        paragraphs: ['This is your license key for {project} again. Enter it when the app asks for it.'],
      },
      'ends-soon': {
        subject: 'Your license for {project} ends on {end}',
        paragraphs: [
          'Your license for {project} ends on {end}. After that, the app no longer opens with it.',
        ],
      },
      ended: {
        subject: 'Your license for {project} has ended',
        paragraphs: ['Your license for {project} ended on {end}. The app no longer opens with it.'],
      },
      'sign-in': {
        subject: 'Your licenses for {project}: sign in',
        paragraphs: [
          'Open the page of your licenses for {project} with this link. It works once, for 15 minutes.',
          'If you did not ask for it, ignore this mail: nothing happens. Nobody can use the page without it, so give neither the link nor the code to anybody.',
        ],
      },
      'ask-owner': {
        subject: 'Another computer asks for your license for {project}',
        paragraphs: [
          'A computer asks to use your license for {project}. Your license is in use on as many computers as it may be.',
          'If you know who asks: let the person tell you the two words that the computer shows. Then open your page with this button, choose the computer that gives up its place, and type the words.',
          'If you do not know who asks, you need not do anything: nothing changes. Somebody may have your license key. On your page you can refuse the request. The button works once, for 15 minutes; later you can sign in there as usual.',
        ],
      },
      'shop-connected': {
        subject: 'A shop was connected to {project}',
        paragraphs: [
          'Somebody has used the API key of your account to connect a shop to {project}, or to add a secret to one. What it sells makes license keys from now on.',
          'If nobody of you did this, replace the API key in the console, and disconnect the shop. The list of shops shows which ones an earlier API key has connected.',
        ],
      },
    },
    severalKeys: {
      subject: 'Your license keys for {project}',
      paragraphs: [
        'These are your license keys for {project}. Enter one of them when the app asks for it.',
        'Please keep this mail: you need the keys again for a new computer.',
      ],
    },
    key: 'License key',
    keys: 'License keys',
    open: 'Open',
    openApp: 'Open the app',
    code: 'Or enter this code where you asked for it',
    hello: 'Hello',
    questions: 'Questions? Answer this mail, or write to',
  },
  de: {
    mails: {
      ...CUSTOMER_MAIL_TEXTS.de,
      key: {
        subject: 'Ihr Lizenzschlüssel für {project}',
        paragraphs: [
          'Danke, dass Sie sich für {project} entschieden haben. Das ist Ihr Lizenzschlüssel. Geben Sie ihn ein, wenn die App danach fragt.',
          'Bitte bewahren Sie diese Mail auf: Für einen neuen Computer brauchen Sie den Schlüssel wieder.',
        ],
      },
      'key-again': {
        subject: 'Ihr Lizenzschlüssel für {project}',
        paragraphs: [
          'Hier ist noch einmal Ihr Lizenzschlüssel für {project}. Geben Sie ihn ein, wenn die App danach fragt.',
        ],
      },
      'ends-soon': {
        subject: 'Ihre Lizenz für {project} endet am {end}',
        paragraphs: [
          'Ihre Lizenz für {project} endet am {end}. Danach lässt sich die App nicht mehr mit ihr öffnen.',
        ],
      },
      ended: {
        subject: 'Ihre Lizenz für {project} ist beendet',
        paragraphs: [
          'Ihre Lizenz für {project} endete am {end}. Die App lässt sich nicht mehr mit ihr öffnen.',
        ],
      },
      'sign-in': {
        subject: 'Ihre Lizenzen für {project}: Anmeldung',
        paragraphs: [
          'Mit diesem Link öffnen Sie die Seite mit Ihren Lizenzen für {project}. Er funktioniert einmal, 15 Minuten lang.',
          'Wenn Sie nicht danach gefragt haben, beachten Sie diese Mail nicht: Es geschieht nichts. Ohne sie kann niemand die Seite benutzen. Geben Sie deshalb weder den Link noch den Code weiter.',
        ],
      },
      'ask-owner': {
        subject: 'Ein anderer Computer bittet um Ihre Lizenz für {project}',
        paragraphs: [
          'Ein Computer möchte Ihre Lizenz für {project} nutzen. Ihre Lizenz ist auf so vielen Computern in Gebrauch, wie sie sein darf.',
          'Wenn Sie wissen, wer fragt: Lassen Sie sich die zwei Wörter sagen, die der Computer zeigt. Öffnen Sie dann mit diesem Knopf Ihre Seite, wählen Sie den Computer, der seinen Platz abgibt, und geben Sie die Wörter ein.',
          'Wenn Sie nicht wissen, wer fragt, müssen Sie nichts tun: Es ändert sich nichts. Vielleicht hat jemand Ihren Lizenzschlüssel. Auf Ihrer Seite können Sie die Bitte ablehnen. Der Knopf funktioniert einmal, 15 Minuten lang; danach melden Sie sich dort wie gewohnt an.',
        ],
      },
      'shop-connected': {
        subject: 'Ein Shop wurde mit {project} verbunden',
        paragraphs: [
          'Jemand hat mit dem API-Schlüssel Ihres Kontos einen Shop mit {project} verbunden oder einem Shop ein Geheimnis hinzugefügt. Was er verkauft, erzeugt von jetzt an Lizenzschlüssel.',
          'Wenn es niemand von Ihnen war, ersetzen Sie in der Konsole den API-Schlüssel und trennen Sie den Shop. Die Liste der Shops zeigt, welche ein früherer API-Schlüssel verbunden hat.',
        ],
      },
    },
    severalKeys: {
      subject: 'Ihre Lizenzschlüssel für {project}',
      paragraphs: [
        'Das sind Ihre Lizenzschlüssel für {project}. Geben Sie einen davon ein, wenn die App danach fragt.',
        'Bitte bewahren Sie diese Mail auf: Für einen neuen Computer brauchen Sie die Schlüssel wieder.',
      ],
    },
    key: 'Lizenzschlüssel',
    keys: 'Lizenzschlüssel',
    open: 'Öffnen',
    openApp: 'App öffnen',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie danach gefragt haben',
    hello: 'Guten Tag',
    questions: 'Fragen? Antworten Sie auf diese Mail, oder schreiben Sie an',
  },
}

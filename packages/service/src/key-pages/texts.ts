import type { MailLanguage } from '@latchkey/management'

const en = {
  thanks: 'Thank you for your purchase',
  waiting: 'The shop is confirming it. Your license key then appears here, usually within a minute.',
  bought: 'This is what you bought. It is in your mail, too.',
  yourKey: 'Your license key',
  key: 'License key',
  keys: 'License keys',
  copy: 'Copy',
  copied: 'Copied',
  openApp: 'Open the app',
  next: 'What to do next',
  notOpened: 'If the app does not open',
  steps: [
    'Install the app, if it is not on this computer yet.',
    'Start it.',
    'Paste the license key where the app asks for it.',
  ],
  inMail: {
    title: 'Your license key is in your mail',
    text: 'It was sent to the address of your purchase. It may take some minutes. Please look among spam, too.',
    again: 'Send it again',
    sent: 'If there is a license key for this purchase, it is sent again in the next minute.',
  },
  late: {
    title: 'Your license key comes by mail',
    text: 'The shop has not confirmed your purchase yet. When it does, the license key is sent to the address of your purchase. You can close this page.',
  },
  noKey: {
    title: 'Open this page from your mail',
    text: 'Press the button in the mail with your license key once more. The license key itself is in the mail, too.',
  },
  questions: 'Questions? Write to',
}

const de: typeof en = {
  thanks: 'Danke für Ihren Kauf',
  waiting:
    'Der Shop bestätigt ihn gerade. Dann erscheint hier Ihr Lizenzschlüssel, meist in weniger als einer Minute.',
  bought: 'Das haben Sie gekauft. Sie bekommen es auch per Mail.',
  yourKey: 'Ihr Lizenzschlüssel',
  key: 'Lizenzschlüssel',
  keys: 'Lizenzschlüssel',
  copy: 'Kopieren',
  copied: 'Kopiert',
  openApp: 'App öffnen',
  next: 'So geht es weiter',
  notOpened: 'Wenn sich die App nicht öffnet',
  steps: [
    'Installieren Sie die App, falls sie auf diesem Computer noch fehlt.',
    'Starten Sie sie.',
    'Fügen Sie den Lizenzschlüssel ein, wenn sie danach fragt.',
  ],
  inMail: {
    title: 'Ihr Lizenzschlüssel ist in Ihrer Mail',
    text: 'Er ging an die Adresse Ihres Kaufs. Das kann einige Minuten dauern. Bitte sehen Sie auch unter Spam nach.',
    again: 'Noch einmal senden',
    sent: 'Wenn es zu diesem Kauf einen Lizenzschlüssel gibt, geht er in der nächsten Minute noch einmal hinaus.',
  },
  late: {
    title: 'Ihr Lizenzschlüssel kommt per Mail',
    text: 'Der Shop hat Ihren Kauf noch nicht bestätigt. Sobald er es tut, geht der Lizenzschlüssel an die Adresse Ihres Kaufs. Sie können diese Seite schließen.',
  },
  noKey: {
    title: 'Öffnen Sie diese Seite aus Ihrer Mail',
    text: 'Drücken Sie noch einmal den Knopf in der Mail mit Ihrem Lizenzschlüssel. In der Mail steht auch der Lizenzschlüssel selbst.',
  },
  questions: 'Fragen? Schreiben Sie an',
}

/** The texts of the pages. */
export const PAGE_TEXTS: Readonly<Record<MailLanguage, typeof en>> = { en, de }

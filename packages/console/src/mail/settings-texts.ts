/** The settings of mail. */
const en = {
  title: 'Settings of mail',
  back: 'All mail',
  saved: 'The settings were saved. Mails that wait get them, too.',
  undone: 'The settings are as they were before.',
  refusals: {
    INVALID_EMAIL: 'No mail can be sent to this address. Enter one such as help@example.org.',
    INVALID_APP_LINK: 'No app can have these links. Enter the beginning of your links, such as tidebook.',
  } as Readonly<Record<string, string>>,
  look: {
    title: 'All mails',
    from: (address: string) => `They come from ${address}, with the name of the project.`,
    language: 'Language of mails',
    languageHint: 'All customers of the project get this language.',
    color: 'Colour',
    colorHint: 'Of the line at the top and of buttons. The text on it is black or white by itself.',
    support: 'Address for answers',
    supportHint: 'Customers who answer a mail write to it. May be empty.',
    appLink: 'Link to the app',
    appLinkHint:
      'Such as tidebook, if links like tidebook://activate open your app. Mails with a key then have a button. May be empty.',
  },
  logo: {
    title: 'Logo',
    lead: 'At the top of each mail, 48 pixels high. In dark mode it has a white ground.',
    hint: 'A PNG file of at most 200 kB. It is saved at once.',
    drop: 'Drop the PNG file here',
    choose: 'Choose a PNG file',
    remove: 'Remove the logo',
    tooLarge: 'This file is larger than 200 kB. Choose a smaller one.',
    notPng: 'This is not a PNG file. Save the picture as PNG, then choose it again.',
  },
  ends: {
    title: 'Mails about ends',
    lead: 'Only keys with a customer. Not for trials, banned or stopped keys, and keys that go on working after their end.',
    ends_soon: 'A week before the end',
    ends_soon_hint: 'The customer gets the mail “The key ends soon”.',
    ended: 'At the end',
    ended_hint: 'The customer gets the mail “The key has ended”.',
  },
  texts: {
    title: 'Texts',
    lead: 'Each kind of mail has a text in each language. Greeting, key and address for answers are added.',
    kind: 'Mail',
    language: 'Language of the text',
    subject: 'Subject',
    text: 'Text',
    textHint: (values: string) =>
      `Each line is a paragraph. Stands for a value, also in the subject: ${values}`,
    original: 'Use the original text again',
    discard: 'Forget what I typed',
    send: 'Send one to me',
    sendHint: (email: string) => `With example values, as it is saved, to ${email}.`,
    saveFirst: 'Save the text first: the mail has the saved one.',
    sent: (email: string) => `The mail to ${email} leaves in the next seconds. See the page Mail.`,
    noAddress: 'No mail can be sent to the address with which you sign in.',
    problems: {
      empty: (_values: string) =>
        'This must not be empty. To have the text of the service, use the original.',
      values: (values: string) => `In braces, this kind of mail can only have ${values}.`,
      long: (_values: string) => 'At most 10 paragraphs, each with at most 1,000 characters.',
    },
  },
  preview: {
    title: 'Preview',
    subject: 'Subject:',
    width: 'Width',
    widths: { wide: 'As wide as there is room', phone: 'As on a telephone' },
  },
}

const de: typeof en = {
  title: 'Einstellungen der Mails',
  back: 'Alle Mails',
  saved: 'Die Einstellungen wurden gespeichert. Auch wartende Mails bekommen sie.',
  undone: 'Die Einstellungen sind wieder wie vorher.',
  refusals: {
    INVALID_EMAIL: 'An diese Adresse geht keine Mail. Geben Sie eine wie hilfe@example.org ein.',
    INVALID_APP_LINK:
      'Solche Links kann keine App haben. Geben Sie den Anfang Ihrer Links ein, etwa tidebook.',
  },
  look: {
    title: 'Alle Mails',
    from: (address) => `Sie kommen von ${address}, mit dem Namen des Projekts.`,
    language: 'Sprache der Mails',
    languageHint: 'Alle Kunden des Projekts bekommen diese Sprache.',
    color: 'Farbe',
    colorHint: 'Der Linie oben und der Knöpfe. Der Text darauf wird von selbst schwarz oder weiß.',
    support: 'Adresse für Antworten',
    supportHint: 'Kunden, die auf eine Mail antworten, schreiben an sie. Darf leer bleiben.',
    appLink: 'Link zur App',
    appLinkHint:
      'Etwa tidebook, wenn Links wie tidebook://activate Ihre App öffnen. Mails mit einem Schlüssel haben dann einen Knopf. Darf leer bleiben.',
  },
  logo: {
    title: 'Logo',
    lead: 'Oben in jeder Mail, 48 Pixel hoch. Bei dunklen Farben steht es auf weißem Grund.',
    hint: 'Eine PNG-Datei mit höchstens 200 kB. Sie wird sofort gespeichert.',
    drop: 'PNG-Datei hier ablegen',
    choose: 'PNG-Datei wählen',
    remove: 'Logo entfernen',
    tooLarge: 'Diese Datei ist größer als 200 kB. Wählen Sie eine kleinere.',
    notPng: 'Das ist keine PNG-Datei. Speichern Sie das Bild als PNG, und wählen Sie es noch einmal.',
  },
  ends: {
    title: 'Mails zum Ende',
    lead: 'Nur für Schlüssel mit einem Kunden. Nicht für Testzeiten, gesperrte oder gestoppte Schlüssel und solche, die nach ihrem Ende weiter gelten.',
    ends_soon: 'Eine Woche vor dem Ende',
    ends_soon_hint: 'Der Kunde bekommt die Mail „Der Schlüssel endet bald“.',
    ended: 'Beim Ende',
    ended_hint: 'Der Kunde bekommt die Mail „Der Schlüssel ist beendet“.',
  },
  texts: {
    title: 'Texte',
    lead: 'Jede Art von Mail hat in jeder Sprache einen Text. Anrede, Schlüssel und Adresse für Antworten kommen dazu.',
    kind: 'Mail',
    language: 'Sprache des Textes',
    subject: 'Betreff',
    text: 'Text',
    textHint: (values) => `Jede Zeile ist ein Absatz. Steht für einen Wert, auch im Betreff: ${values}`,
    original: 'Wieder den ursprünglichen Text benutzen',
    discard: 'Meine Eingaben verwerfen',
    send: 'Eine an mich senden',
    sendHint: (email) => `Mit Beispielwerten, wie sie gespeichert ist, an ${email}.`,
    saveFirst: 'Speichern Sie zuerst den Text: Die Mail hat den gespeicherten.',
    sent: (email) => `Die Mail an ${email} geht in den nächsten Sekunden hinaus. Siehe die Seite Mails.`,
    noAddress: 'An die Adresse, mit der Sie sich anmelden, geht keine Mail.',
    problems: {
      empty: () => 'Das darf nicht leer sein. Für den Text des Dienstes benutzen Sie den ursprünglichen.',
      values: (values) => `In Klammern kann diese Art von Mail nur ${values} haben.`,
      long: () => 'Höchstens 10 Absätze mit je höchstens 1.000 Zeichen.',
    },
  },
  preview: {
    title: 'Vorschau',
    subject: 'Betreff:',
    width: 'Breite',
    widths: { wide: 'So breit, wie Platz ist', phone: 'Wie auf einem Telefon' },
  },
}

/** The texts of the settings of mail. */
export const MAIL_SETTINGS = { en, de }

const minutesEn = (seconds: number): string => {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}

/** The frame of the page, sign-in, people, account, and the components. */
const en = {
  loading: 'Loading',
  skip: 'Skip to content',
  navigation: 'Main',
  menu: 'Menu',
  toasts: 'Notifications',
  project: 'Project',
  overview: 'Overview',
  keys: 'Keys',
  orders: 'Orders',
  activity: 'Activity',
  mail: 'Mail',
  releases: 'Releases',
  scripts: 'Scripts',
  settings: 'Settings',
  customers: 'Customers',
  people: 'People',
  service: 'Service',
  account: 'Your account',
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  languages: { en: 'English', de: 'Deutsch' },
  signOut: 'Sign out',
  roles: {
    owner: { name: 'Owner', text: 'May do everything, also invite and remove people.' },
    support: { name: 'Support', text: 'Helps with keys and computers. Deletes nothing.' },
    'read-only': { name: 'Read-only', text: 'Sees everything, changes nothing.' },
  },
  actions: {
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Not copied: mark the text instead',
    undo: 'Undo',
    save: 'Save',
    tryAgain: 'Try again',
    working: 'One moment …',
  },
  problems: {
    lost: 'No answer from the service, so it may or may not be done. Look before you try again.',
    tooMany: (seconds: number) => `Too many tries. Try again in ${minutesEn(seconds)}.`,
    notNow: 'The service cannot answer now. Nothing was changed. Try again in a moment.',
    connection: 'No connection to the service. What you typed stays here, and this page goes on by itself.',
    codes: {
      SIGN_IN_NEEDED: 'You are no longer signed in.',
      WRONG_CREDENTIALS: 'E-mail, password or code is wrong.',
      TOTP_NEEDED: 'Enter the code of your authenticator app.',
      TOTP_WRONG: 'This code is wrong, has expired, or was used already. Wait for the next one.',
      CODE_NEEDED: 'Enter a current code of your authenticator app.',
      PASSWORD_NEEDED: 'Set a password first, on the page Your account.',
      WRONG_PASSWORD: 'The password is wrong.',
      TOO_MANY_PASSWORDS: 'Too many passwords or codes were wrong. Wait a quarter of an hour.',
      TOO_MANY_CODES: 'Too many passwords or codes were wrong. Wait a quarter of an hour.',
      FRESH_LINK_NEEDED:
        'This needs a one-time link that you used less than 30 minutes ago. Ask an owner for a new one.',
      OWN_LINK: 'Nobody makes a link for themselves. Another owner can.',
      WAITS_AFTER_RESET:
        'A one-time link has reset your sign-in, so you cannot change secrets or people for 24 hours.',
      LINK_OVER: 'This link no longer works: it was used or replaced, or is older than 30 minutes.',
      SET_UP_NEEDED: 'Finish the set-up of your account first.',
      ROLE_TOO_LOW: 'Your role does not allow this.',
      PERSON_EXISTS: 'Somebody signs in with this e-mail address already.',
      LAST_OWNER: 'The account needs an owner. Make somebody else an owner first.',
      NO_SUCH_PERSON: 'This person was removed meanwhile.',
      NO_SUCH_PROJECT: 'There is no such project.',
      NO_SUCH_SESSION: 'This session has ended already.',
      TOTP_SET_UP: 'An authenticator app is set up already. Remove it first.',
      WRONG_CURRENT_PASSWORD: 'The current password is wrong.',
    },
  },
  proof: {
    password: 'Your password',
    needsPassword:
      'You have neither a password nor an authenticator app. Set a password first, then come back.',
    toAccount: 'Set a password',
    waits: (until: string) =>
      `A one-time link has reset your sign-in. Until ${until} you cannot change secrets or people. Another owner can.`,
    freshLink:
      'Your first password needs a one-time link that you used less than 30 minutes ago. Ask an owner of the account for a new link. On the machine of the service: latchkey-service person invite.',
    ofOther: (email: string, at: string, until: string) =>
      `A one-time link has reset the sign-in of ${email} on ${at}. Until ${until}, this person cannot change secrets or people. If ${email} does not know about it, remove this person now.`,
    toPeople: 'To the people',
  },
  notFound: {
    title: 'There is nothing here',
    text: 'The address is not one of this console.',
    home: 'To the keys',
  },
  broken: {
    title: 'This page could not be shown',
    text: 'The reason is below. Nothing was changed.',
  },
  noProject: {
    title: 'There is no project yet',
    text: 'A project has the keys of one app. Make one on the command line of the service:',
  },
  preferences: 'Theme and language',
  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    action: 'Sign in',
    back: 'Back',
    code: 'Code',
    codeHint: 'Six digits from your authenticator app.',
  },
  link: {
    title: 'Welcome',
    lead: 'This link signs you in once.',
    action: 'Sign in with this link',
    over: 'An owner of the account can make a new one on the page People. On the machine of the service: latchkey-service person invite.',
    toSignIn: 'Sign in with e-mail and password',
  },
  setUp: {
    password: 'Choose a password',
    passwordLead: (email: string) => `Next time you sign in with ${email} and this password.`,
    totp: 'Set up an authenticator app',
    totpLead: 'This console is on a public address, so every sign-in also needs a code.',
    forgotten: 'I have forgotten my password',
  },
  password: {
    title: 'Password',
    lead: 'A new password ends your other sessions, and a one-time link that was not used.',
    forgotten:
      'Leave it empty if you have forgotten it. Then you cannot change secrets or people for 24 hours, and the other owners see it.',
    current: 'Current password',
    fresh: 'New password',
    hint: (shortest: number) => `${shortest} characters or more. A few words are easy to remember.`,
    action: 'Set password',
    done: 'The new password is set.',
  },
}

const minutesDe = (seconds: number): string => {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'einer Minute' : `${count} Minuten`
}

const de: typeof en = {
  loading: 'Wird geladen',
  skip: 'Zum Inhalt springen',
  navigation: 'Hauptbereiche',
  menu: 'Menü',
  toasts: 'Mitteilungen',
  project: 'Projekt',
  overview: 'Überblick',
  keys: 'Schlüssel',
  orders: 'Bestellungen',
  activity: 'Aktivität',
  mail: 'Mails',
  releases: 'Versionen',
  scripts: 'Skripte',
  settings: 'Einstellungen',
  customers: 'Kunden',
  people: 'Personen',
  service: 'Dienst',
  account: 'Ihr Konto',
  theme: 'Farben',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  languages: { en: 'English', de: 'Deutsch' },
  signOut: 'Abmelden',
  roles: {
    owner: { name: 'Inhaber', text: 'Darf alles, auch Personen einladen und entfernen.' },
    support: { name: 'Support', text: 'Hilft bei Schlüsseln und Computern. Löscht nichts.' },
    'read-only': { name: 'Nur lesen', text: 'Sieht alles, ändert nichts.' },
  },
  actions: {
    cancel: 'Abbrechen',
    close: 'Schließen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed: 'Nicht kopiert: Markieren Sie den Text',
    undo: 'Rückgängig',
    save: 'Speichern',
    tryAgain: 'Noch einmal',
    working: 'Einen Moment …',
  },
  problems: {
    lost: 'Der Dienst hat nicht geantwortet. Vielleicht ist es geschehen: Sehen Sie nach, bevor Sie es noch einmal versuchen.',
    tooMany: (seconds: number) => `Zu viele Versuche. Versuchen Sie es in ${minutesDe(seconds)} noch einmal.`,
    notNow:
      'Der Dienst kann gerade nicht antworten. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    connection:
      'Keine Verbindung zum Dienst. Ihre Eingaben bleiben hier, und diese Seite macht von selbst weiter.',
    codes: {
      SIGN_IN_NEEDED: 'Sie sind nicht mehr angemeldet.',
      WRONG_CREDENTIALS: 'E-Mail, Passwort oder Code ist falsch.',
      TOTP_NEEDED: 'Geben Sie den Code Ihrer Authenticator-App ein.',
      TOTP_WRONG: 'Dieser Code ist falsch, abgelaufen oder schon benutzt. Warten Sie auf den nächsten.',
      LINK_OVER:
        'Dieser Link gilt nicht mehr: Er wurde benutzt oder ersetzt, oder er ist älter als 30 Minuten.',
      CODE_NEEDED: 'Geben Sie einen aktuellen Code Ihrer Authenticator-App ein.',
      PASSWORD_NEEDED: 'Setzen Sie zuerst ein Passwort, auf der Seite Ihr Konto.',
      WRONG_PASSWORD: 'Das Passwort ist falsch.',
      TOO_MANY_PASSWORDS: 'Zu viele Passwörter oder Codes waren falsch. Warten Sie eine Viertelstunde.',
      TOO_MANY_CODES: 'Zu viele Passwörter oder Codes waren falsch. Warten Sie eine Viertelstunde.',
      FRESH_LINK_NEEDED:
        'Dafür brauchen Sie einen Einmal-Link, den Sie vor weniger als 30 Minuten benutzt haben. Bitten Sie einen Inhaber um einen neuen.',
      OWN_LINK: 'Niemand macht sich selbst einen Link. Ein anderer Inhaber kann es.',
      WAITS_AFTER_RESET:
        'Ein Einmal-Link hat Ihre Anmeldung zurückgesetzt. Darum können Sie 24 Stunden lang weder Geheimnisse noch Personen ändern.',
      SET_UP_NEEDED: 'Richten Sie zuerst Ihr Konto fertig ein.',
      ROLE_TOO_LOW: 'Ihre Rolle erlaubt das nicht.',
      PERSON_EXISTS: 'Mit dieser E-Mail-Adresse meldet sich schon jemand an.',
      LAST_OWNER: 'Das Konto braucht einen Inhaber. Machen Sie zuerst jemand anderen dazu.',
      NO_SUCH_PERSON: 'Diese Person wurde inzwischen entfernt.',
      NO_SUCH_PROJECT: 'Dieses Projekt gibt es nicht.',
      NO_SUCH_SESSION: 'Diese Sitzung ist schon beendet.',
      TOTP_SET_UP: 'Eine Authenticator-App ist schon eingerichtet. Entfernen Sie sie zuerst.',
      WRONG_CURRENT_PASSWORD: 'Das aktuelle Passwort ist falsch.',
    },
  },
  proof: {
    password: 'Ihr Passwort',
    needsPassword:
      'Sie haben weder ein Passwort noch eine Authenticator-App. Setzen Sie zuerst ein Passwort, und kommen Sie dann zurück.',
    toAccount: 'Passwort setzen',
    waits: (until) =>
      `Ein Einmal-Link hat Ihre Anmeldung zurückgesetzt. Bis ${until} können Sie weder Geheimnisse noch Personen ändern. Ein anderer Inhaber kann es.`,
    freshLink:
      'Für Ihr erstes Passwort brauchen Sie einen Einmal-Link, den Sie vor weniger als 30 Minuten benutzt haben. Bitten Sie einen Inhaber des Kontos um einen neuen. Auf dem Rechner des Dienstes: latchkey-service person invite.',
    ofOther: (email, at, until) =>
      `Ein Einmal-Link hat am ${at} die Anmeldung von ${email} zurückgesetzt. Bis ${until} kann diese Person weder Geheimnisse noch Personen ändern. Wenn ${email} nichts davon weiß, entfernen Sie diese Person jetzt.`,
    toPeople: 'Zu den Personen',
  },
  notFound: {
    title: 'Hier ist nichts',
    text: 'Diese Adresse gibt es in dieser Konsole nicht.',
    home: 'Zu den Schlüsseln',
  },
  broken: {
    title: 'Diese Seite kann nicht gezeigt werden',
    text: 'Der Grund steht unten. Nichts wurde geändert.',
  },
  noProject: {
    title: 'Es gibt noch kein Projekt',
    text: 'Ein Projekt hat die Schlüssel einer App. Legen Sie eines auf der Kommandozeile des Dienstes an:',
  },
  preferences: 'Farben und Sprache',
  signIn: {
    title: 'Anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    action: 'Anmelden',
    back: 'Zurück',
    code: 'Code',
    codeHint: 'Sechs Ziffern aus Ihrer Authenticator-App.',
  },
  link: {
    title: 'Willkommen',
    lead: 'Dieser Link meldet Sie einmal an.',
    action: 'Mit diesem Link anmelden',
    over: 'Ein Inhaber des Kontos kann auf der Seite Personen einen neuen machen. Auf dem Rechner des Dienstes: latchkey-service person invite.',
    toSignIn: 'Mit E-Mail und Passwort anmelden',
  },
  setUp: {
    password: 'Wählen Sie ein Passwort',
    passwordLead: (email) => `Das nächste Mal melden Sie sich mit ${email} und diesem Passwort an.`,
    totp: 'Authenticator-App einrichten',
    totpLead: 'Diese Konsole hat eine öffentliche Adresse. Jede Anmeldung braucht darum auch einen Code.',
    forgotten: 'Ich habe mein Passwort vergessen',
  },
  password: {
    title: 'Passwort',
    lead: 'Ein neues Passwort beendet Ihre anderen Sitzungen und einen unbenutzten Einmal-Link.',
    forgotten:
      'Lassen Sie es leer, wenn Sie es vergessen haben. Dann können Sie 24 Stunden lang weder Geheimnisse noch Personen ändern, und die anderen Inhaber sehen es.',
    current: 'Aktuelles Passwort',
    fresh: 'Neues Passwort',
    hint: (shortest) => `Mindestens ${shortest} Zeichen. Einige Wörter lassen sich gut merken.`,
    action: 'Passwort setzen',
    done: 'Das neue Passwort gilt.',
  },
}

/** The texts of the frame, of sign-in, people and account, and of the components. */
export const SHELL = { en, de }

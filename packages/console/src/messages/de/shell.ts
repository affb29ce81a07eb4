import type { ShellTexts } from '../en/shell.ts'

const minutes = (seconds: number): string => {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'einer Minute' : `${count} Minuten`
}

export const shell: ShellTexts = {
  loading: 'Wird geladen',
  skip: 'Zum Inhalt springen',
  navigation: 'Hauptbereiche',
  menu: 'Menü',
  project: 'Projekt',
  overview: 'Überblick',
  keys: 'Schlüssel',
  scripts: 'Skripte',
  settings: 'Einstellungen',
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
    tryAgain: 'Noch einmal',
    working: 'Einen Moment …',
  },
  problems: {
    lost: 'Der Dienst hat nicht geantwortet. Vielleicht ist es geschehen: Sehen Sie nach, bevor Sie es noch einmal versuchen.',
    tooMany: (seconds: number) => `Zu viele Versuche. Versuchen Sie es in ${minutes(seconds)} noch einmal.`,
    notNow:
      'Der Dienst kann gerade nicht antworten. Nichts wurde geändert. Versuchen Sie es gleich noch einmal.',
    connection:
      'Keine Verbindung zum Dienst. Ihre Eingaben bleiben hier, und diese Seite macht von selbst weiter.',
    codes: {
      SIGN_IN_NEEDED: 'Sie sind nicht mehr angemeldet.',
      WRONG_CREDENTIALS: 'E-Mail, Passwort oder Code ist falsch.',
      TOTP_NEEDED: 'Geben Sie den Code Ihrer Authenticator-App ein.',
      TOTP_WRONG: 'Dieser Code ist falsch, abgelaufen oder schon benutzt. Warten Sie auf den nächsten.',
      LINK_OVER: 'Dieser Link gilt nicht mehr: Er wurde benutzt, ersetzt oder ist älter als 30 Minuten.',
      SET_UP_NEEDED: 'Richten Sie zuerst Ihr Konto fertig ein.',
      ROLE_TOO_LOW: 'Ihre Rolle erlaubt das nicht.',
      PERSON_EXISTS: 'Mit dieser E-Mail-Adresse meldet sich schon jemand an.',
      LAST_OWNER: 'Das Konto braucht einen Inhaber. Machen Sie zuerst jemand anderen dazu.',
      NO_SUCH_PERSON: 'Diese Person wurde inzwischen entfernt.',
      NO_SUCH_PROJECT: 'Dieses Projekt gibt es nicht.',
      NO_SUCH_SESSION: 'Diese Sitzung ist schon beendet.',
      TOTP_SET_UP: 'Eine Authenticator-App ist schon eingerichtet. Entfernen Sie sie zuerst.',
      WRONG_CURRENT_PASSWORD: 'Das bisherige Passwort ist falsch.',
    },
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
  },
  password: {
    title: 'Passwort',
    lead: 'Ein neues Passwort beendet Ihre anderen Sitzungen.',
    current: 'Bisheriges Passwort',
    fresh: 'Neues Passwort',
    hint: (shortest) => `Mindestens ${shortest} Zeichen. Einige Wörter lassen sich gut merken.`,
    action: 'Passwort setzen',
    done: 'Das neue Passwort gilt.',
  },
}

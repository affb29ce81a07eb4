/** The authenticator app and the sessions of a person. */
const en = {
  totp: {
    title: 'Authenticator app',
    lead: 'With it, a stolen password opens nothing: each sign-in also needs a code of the app.',
    on: 'On',
    off: 'Off',
    start: 'Set up',
    scan: 'Scan this code with your authenticator app, then enter the six digits that it shows.',
    qrCode: 'QR code for an authenticator app',
    byHand: 'Enter the secret by hand',
    confirm: 'Confirm',
    done: 'Your authenticator app is set up.',
    remove: 'Remove',
    removeTitle: 'Remove the authenticator app?',
    removeText: 'Sign-ins then need the password alone.',
    lost: 'Leave it empty if you have lost the app. Then you cannot change secrets or people for 24 hours, and the other owners see it.',
    removed: 'The authenticator app was removed.',
  },
  sessions: {
    title: 'Sessions',
    lead: 'Where you are signed in. End what you do not recognise, then set a new password.',
    browser: 'Browser',
    unknown: 'Another program',
    begun: 'Signed in',
    used: 'Last used',
    current: 'This one',
    end: 'End',
    endOthers: 'End all others',
    othersEnded: 'Your other sessions were ended, and a one-time link that was not used.',
  },
}

const de: typeof en = {
  totp: {
    title: 'Authenticator-App',
    lead: 'Mit ihr öffnet ein gestohlenes Passwort nichts: Jede Anmeldung braucht auch einen Code der App.',
    on: 'An',
    off: 'Aus',
    start: 'Einrichten',
    scan: 'Lesen Sie diesen Code mit der Authenticator-App, und geben Sie ihre sechs Ziffern ein.',
    qrCode: 'QR-Code für eine Authenticator-App',
    byHand: 'Das Geheimnis von Hand eingeben',
    confirm: 'Bestätigen',
    done: 'Ihre Authenticator-App ist eingerichtet.',
    remove: 'Entfernen',
    removeTitle: 'Die Authenticator-App entfernen?',
    removeText: 'Anmeldungen brauchen dann nur das Passwort.',
    lost: 'Lassen Sie ihn leer, wenn Sie die App verloren haben. Dann können Sie 24 Stunden lang weder Geheimnisse noch Personen ändern, und die anderen Inhaber sehen es.',
    removed: 'Die Authenticator-App ist entfernt.',
  },
  sessions: {
    title: 'Sitzungen',
    lead: 'Wo Sie angemeldet sind. Beenden Sie, was Sie nicht kennen, und setzen Sie ein neues Passwort.',
    browser: 'Browser',
    unknown: 'Ein anderes Programm',
    begun: 'Angemeldet',
    used: 'Zuletzt benutzt',
    current: 'Diese',
    end: 'Beenden',
    endOthers: 'Alle anderen beenden',
    othersEnded: 'Ihre anderen Sitzungen und ein unbenutzter Einmal-Link sind beendet.',
  },
}

/** The texts of the account of a person, which are loaded with its pages. */
export const ACCOUNT = { en, de }

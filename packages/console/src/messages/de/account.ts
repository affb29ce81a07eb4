import type { AccountTexts } from '../en/account.ts'

export const account: AccountTexts = {
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
  },
}

import type { PeopleTexts } from '../en/people.ts'

export const people: PeopleTexts = {
  title: 'Wer sich anmelden darf',
  lead: 'Jede Person hat ihre eigene Anmeldung. So steht in den Ereignissen, wer was getan hat.',
  invite: 'Person einladen',
  inviteAction: 'Link machen',
  role: 'Rolle',
  added: 'Hinzugefügt',
  you: '(Sie)',
  invited: 'Noch kein Passwort',
  withCode: 'Mit Code',
  actionsFor: (email) => `Aktionen für ${email}`,
  newLink: 'Neuer Einmal-Link',
  remove: 'Entfernen',
  removeTitle: (email) => `${email} entfernen?`,
  removeText: 'Die Sitzungen enden sofort. Was die Person getan hat, bleibt in den Ereignissen.',
  removed: (email) => `${email} ist entfernt.`,
  changed: (email, role) => `${email} hat jetzt die Rolle ${role}.`,
  linkTitle: (email) => `Ein Link für ${email}`,
  linkText: (until) =>
    `Senden Sie ihn nur dieser Person. Er gilt einmal, bis ${until}, und wird nur jetzt gezeigt.`,
  copyLink: 'Link kopieren',
}

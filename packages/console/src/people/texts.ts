/** Who may sign in. */
const en = {
  title: 'Who may sign in',
  lead: 'Everybody signs in with an account of their own, so the events say who did what.',
  invite: 'Invite a person',
  inviteAction: 'Make a link',
  role: 'Role',
  added: 'Added',
  you: '(you)',
  invited: 'No password yet',
  withCode: 'With code',
  wasReset: 'Reset by a link',
  actionsFor: (email: string) => `Actions for ${email}`,
  newLink: 'New one-time link',
  newLinkTitle: (email: string) => `Make a link for ${email}?`,
  newLinkText:
    'It signs in once, without password and code, and can reset both. An earlier link stops working.',
  roleTitle: (email: string) => `Change the role of ${email}?`,
  roleText: (role: string) => `The new role: ${role}. A one-time link that was not used stops working.`,
  roleAction: 'Change role',
  remove: 'Remove',
  removeTitle: (email: string) => `Remove ${email}?`,
  removeText: 'Their sessions end at once. What they did stays in the events.',
  removed: (email: string) => `${email} was removed.`,
  changed: (email: string, role: string) => `${email} now has the role ${role}.`,
  linkTitle: (email: string) => `A link for ${email}`,
  linkText: (until: string) =>
    `Send it to this person alone. It signs in once, until ${until}, and is shown only now.`,
  copyLink: 'Copy link',
}

const de: typeof en = {
  title: 'Wer sich anmelden darf',
  lead: 'Jede Person hat ihre eigene Anmeldung. So steht in den Ereignissen, wer was getan hat.',
  invite: 'Person einladen',
  inviteAction: 'Link machen',
  role: 'Rolle',
  added: 'Hinzugefügt',
  you: '(Sie)',
  invited: 'Noch kein Passwort',
  withCode: 'Mit Code',
  wasReset: 'Durch Link zurückgesetzt',
  actionsFor: (email) => `Aktionen für ${email}`,
  newLink: 'Neuer Einmal-Link',
  newLinkTitle: (email) => `Einen Link für ${email} machen?`,
  newLinkText:
    'Er meldet einmal an, ohne Passwort und Code, und kann beides zurücksetzen. Ein früherer Link gilt nicht mehr.',
  roleTitle: (email) => `Die Rolle von ${email} ändern?`,
  roleText: (role) => `Die neue Rolle: ${role}. Ein unbenutzter Einmal-Link gilt dann nicht mehr.`,
  roleAction: 'Rolle ändern',
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

/** The texts of the page of people. */
export const PEOPLE = { en, de }

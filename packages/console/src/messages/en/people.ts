export type PeopleTexts = typeof people

/** Who may sign in. */
export const people = {
  title: 'Who may sign in',
  lead: 'Everybody signs in with an account of their own, so the events say who did what.',
  invite: 'Invite a person',
  inviteAction: 'Make a link',
  role: 'Role',
  added: 'Added',
  you: '(you)',
  invited: 'No password yet',
  withCode: 'With code',
  actionsFor: (email: string) => `Actions for ${email}`,
  newLink: 'New one-time link',
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

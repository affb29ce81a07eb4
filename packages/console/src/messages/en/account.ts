export type AccountTexts = typeof account

/** The authenticator app and the sessions of a person. */
export const account = {
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
  },
}

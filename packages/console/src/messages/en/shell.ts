export type ShellTexts = typeof shell

const minutes = (seconds: number): string => {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}

/** The frame of the page, sign-in, people, account, and the components. */
export const shell = {
  loading: 'Loading',
  skip: 'Skip to content',
  navigation: 'Main',
  menu: 'Menu',
  project: 'Project',
  overview: 'Overview',
  keys: 'Keys',
  scripts: 'Scripts',
  settings: 'Settings',
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
    tryAgain: 'Try again',
    working: 'One moment …',
  },
  problems: {
    lost: 'No answer from the service, so it may or may not be done. Look before you try again.',
    tooMany: (seconds: number) => `Too many tries. Try again in ${minutes(seconds)}.`,
    notNow: 'The service cannot answer now. Nothing was changed. Try again in a moment.',
    connection: 'No connection to the service. What you typed stays here, and this page goes on by itself.',
    codes: {
      SIGN_IN_NEEDED: 'You are no longer signed in.',
      WRONG_CREDENTIALS: 'E-mail, password or code is wrong.',
      TOTP_NEEDED: 'Enter the code of your authenticator app.',
      TOTP_WRONG: 'This code is wrong, over, or was used already. Wait for the next one.',
      LINK_OVER: 'This link is over: it was used, replaced, or is older than 30 minutes.',
      SET_UP_NEEDED: 'Finish the set-up of your account first.',
      ROLE_TOO_LOW: 'Your role does not allow this.',
      PERSON_EXISTS: 'Somebody signs in with this e-mail address already.',
      LAST_OWNER: 'The account needs an owner. Make somebody else an owner first.',
      NO_SUCH_PERSON: 'This person was removed meanwhile.',
      NO_SUCH_PROJECT: 'There is no such project.',
      NO_SUCH_SESSION: 'This session has ended already.',
      TOTP_SET_UP: 'An authenticator app is set up already. Remove it first.',
      WRONG_CURRENT_PASSWORD: 'The present password is wrong.',
    },
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
  },
  password: {
    title: 'Password',
    lead: 'A new password ends your other sessions.',
    current: 'Present password',
    fresh: 'New password',
    hint: (shortest: number) => `${shortest} characters or more. A few words are easy to remember.`,
    action: 'Set password',
    done: 'The new password is set.',
  },
}

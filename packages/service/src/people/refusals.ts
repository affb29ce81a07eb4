import { refusals } from '../core/refusal.ts'

const SHORTLY_SECONDS = 5
const CODES_AGAIN_SECONDS = 900

/** The refusals of the console. */
export const refuse = refusals({
  busy: [
    429,
    'Too many people sign in at this moment. Try again in a moment.',
    { retryAfterSeconds: SHORTLY_SECONDS },
  ],
  challenged: [
    403,
    'Too many sign-ins with this address failed. Solve the challenge, and sign in with x-challenge-token.',
  ],
  'code-needed': [400, 'Enter the current code of your authenticator app.'],
  'foreign-origin': [403, 'The console answers only its own page.'],
  'fresh-link-needed': [
    403,
    'This needs a one-time link that was used less than 30 minutes ago. Ask an owner for a new one, or make it on the machine of the service: latchkey-service person invite EMAIL',
  ],
  'invalid-allow-list': [
    400,
    'allow_list has an entry that is neither an address nor a range such as 192.0.2.0/24 or 2001:db8::/32.',
  ],
  'last-owner': [400, 'The account needs an owner. Make somebody else an owner first.'],
  'link-over': [
    401,
    'This link has expired, was used, or was replaced. Ask for a new one.',
    { code: 'LINK_OVER' },
  ],
  'no-such-person': [404, 'This account has no such person.'],
  'no-such-session': [404, 'You have no such session.'],
  'not-self': [400, 'In the console, write self in the path, in the place of the API key.'],
  'own-link': [
    400,
    'Nobody makes a one-time link for themselves. Another owner can, or the command: latchkey-service person invite EMAIL',
  ],
  'password-needed': [400, 'You have no password and no codes. Set a password first, under Your account.'],
  'person-exists': [400, 'A person with this e-mail address already exists.'],
  'role-too-low': [
    403,
    'Your role does not allow this. An owner can do it, or change your role.',
    { code: 'ROLE_TOO_LOW' },
  ],
  'set-up-needed': [
    403,
    'Set up your sign-in first: a password, and codes where they are required.',
    { code: 'SET_UP_NEEDED' },
  ],
  'too-many-codes': [
    429,
    'Too many codes were wrong. Wait a quarter of an hour.',
    { retryAfterSeconds: CODES_AGAIN_SECONDS },
  ],
  'too-many-passwords': [
    429,
    'Too many passwords were wrong. Wait a quarter of an hour.',
    { retryAfterSeconds: CODES_AGAIN_SECONDS },
  ],
  'totp-needed': [401, 'Enter the code of your authenticator app, too.', { code: 'TOTP_NEEDED' }],
  'totp-set-up': [400, 'Codes are set up already. Remove them first.'],
  'totp-wrong': [
    400,
    'The code is wrong, has expired, or was used already. Wait for the next one.',
    { code: 'TOTP_WRONG' },
  ],
  'unknown-host': [421, 'This is not an address of the console. Use the address that the service prints.'],
  'waits-after-reset': [
    403,
    'A one-time link has reset your sign-in, so you cannot change secrets or people for 24 hours. Another owner can.',
  ],
  'wrong-credentials': [401, 'The e-mail address or the password is wrong.', { code: 'WRONG_CREDENTIALS' }],
  'wrong-current-password': [400, 'The current password is wrong.'],
  'wrong-password': [400, 'The password is wrong.'],
})

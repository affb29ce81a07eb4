import { type Static, type TProperties, Type } from 'typebox'
import { CHALLENGE_HEADER } from './challenge.ts'
import type { EndpointData } from './endpoint.ts'
import { AnyText, Done, DoneFields, Flag, Input, PathText, Refused, Text, Whole } from './fields.ts'
import { TOO_MANY_REQUESTS } from './refusals.ts'
import { ROLES } from './roles.ts'

/**
 * The endpoints of the console: sign-in, sessions and people. The service answers them only at the
 * address of the console, and no API key opens them. The console also answers the management API,
 * with a session instead of an API key; the literal `self` stands for the key in its paths.
 */

/** Stands for the API key in the paths of the management API, with a session. */
export const SELF = 'self'

/**
 * The header with the `proof` of a session, in every request with a session. Browsers send a cookie
 * to every port of a machine, so the cookie alone opens nothing. The page stores the proof for its
 * own origin, such as in `localStorage`.
 */
export const CONSOLE_PROOF_HEADER = 'x-console-proof'

/** The shortest password of a person, in characters. */
export const SHORTEST_PASSWORD = 12

/** The body of every refused request at the address of the console, also to the management API. */
export const ConsoleRefused = Type.Object({
  ...Refused.properties,
  code: Type.Optional(AnyText('The name of the reason, such as `SIGN_IN_NEEDED`, for the page.')),
})
export type ConsoleRefused = Static<typeof ConsoleRefused>

const email = (description: string) =>
  Type.String({ maxLength: 254, pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$', description })
/** A password in a request. */
export const password = (description: string, minLength = 1) => Text(256, description, { minLength })
/** A code in a request. */
export const totp = (description = 'The current code of the authenticator app, six digits.') =>
  Type.String({ pattern: '^[0-9]{6}$', description })
/** What confirms that the owner is at the keyboard: one of the two. */
export const confirmation = {
  password: Type.Optional(password('The password of the person who asks. Not with codes.')),
  totp: Type.Optional(totp('A current code, for somebody who has set up codes.')),
}
const token = Text(128, 'The token of a one-time link.', { minLength: 1 })
const role = Type.Enum(ROLES, { description: '`owner`, `support` or `read-only`.' })

/** A person who may sign in, as owners see it. */
export const PersonRecord = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: AnyText('`owner`, `support` or `read-only`.'),
  created_at: Whole('Unix seconds.'),
  has_password: Flag('Whether the person has set a password.'),
  has_totp: Flag('Whether the person confirms a sign-in with a code.'),
  waits_until: Whole(
    'Unix seconds until which the person changes no secrets and no people, because a one-time link has reset the sign-in; 0: the person does not wait.',
  ),
})
export type PersonRecord = Static<typeof PersonRecord>

/** A session of the person who asks. */
export const SessionRecord = Type.Object({
  id: Type.String(),
  created_at: Whole('Unix seconds.'),
  used_at: Whole('Unix seconds, exact to a minute.'),
  address: AnyText('The network of the sign-in, such as `192.0.2.0/24`.'),
  user_agent: AnyText('The browser, as it names itself.'),
  current: Flag('Whether the request was sent with this session.'),
})
export type SessionRecord = Static<typeof SessionRecord>

/** What the person of a session must do before anything else. */
export const SET_UP_STEPS = ['password', 'totp'] as const
/** One of `SET_UP_STEPS`. */
export type SetUpStep = (typeof SET_UP_STEPS)[number]

/** Who is signed in, and what they see. */
export const SessionDetails = Type.Object({
  ...DoneFields,
  session_id: Type.String(),
  person: PersonRecord,
  account: Type.Object({ email: Type.String(), plan: Type.String() }),
  projects: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  required: Type.Array(Type.String(), {
    description: 'What to set up before anything else: `password`, `totp`. Otherwise empty.',
  }),
  by_link: Flag('Whether a one-time link opened the session, and still stands for the current password.'),
  may_reset: Type.Array(Type.String(), {
    description: 'For what the one-time link of the session still stands: `password`, `totp`.',
  }),
  waiting: Type.Array(
    Type.Object({
      person_id: Type.String(),
      email: Type.String(),
      reset_at: Whole('Unix seconds.'),
      waits_until: Whole('Unix seconds.'),
    }),
    { description: 'For owners: whose sign-in a one-time link has reset within the last 24 hours.' },
  ),
})
export type SessionDetails = Static<typeof SessionDetails>

/** A session has begun. The cookie comes with it. */
export const SignedIn = Type.Object({
  ...DoneFields,
  proof: AnyText('For the header `x-console-proof` of every request with this session.'),
})
export type SignedIn = Static<typeof SignedIn>

/** A secret for an authenticator app. */
export const TotpStart = Type.Object({
  ...DoneFields,
  uri: AnyText('`otpauth://…`, to show as a QR code.'),
  secret: AnyText('The same secret in Base32, to type.'),
})
export type TotpStart = Static<typeof TotpStart>

/** Everybody who may sign in for the account. */
export const PeopleList = Type.Object({ ...DoneFields, people: Type.Array(PersonRecord) })
export type PeopleList = Static<typeof PeopleList>

/** A person, and the one-time link if one was made. */
export const PersonAnswer = Type.Object({
  ...DoneFields,
  person: PersonRecord,
  link: Type.Optional(AnyText('Signs in once. It is shown only now.')),
  link_until: Type.Optional(Whole('Unix seconds until which the link is good.')),
})
export type PersonAnswer = Static<typeof PersonAnswer>

/** The sessions of a person, newest first. */
export const SessionList = Type.Object({ ...DoneFields, sessions: Type.Array(SessionRecord) })
export type SessionList = Static<typeof SessionList>

/** The parameters of a path with one ID. */
export const pathParams = <Name extends string>(name: Name, description: string) =>
  Type.Object({ [name]: PathText(description) } as Record<Name, ReturnType<typeof PathText>>)

const shared = { subject: 'Account', refusal: ConsoleRefused } as const
const open = { ...shared, credentials: { kind: 'none' } } as const
/** What the endpoints of a session share. */
export const signedIn = { ...shared, credentials: { kind: 'session' } } as const

const challengeHeaders = Type.Object({ [CHALLENGE_HEADER]: Type.Optional(Type.String()) } as TProperties)
const tooMany = TOO_MANY_REQUESTS
const lastOwner = { status: 400, when: 'the account would have no owner any more' }
const ownLink = { status: 400, when: 'the link would be for the person who asks' }
const noPerson = { status: 404, when: 'the account has no such person' }
const needsFreshLink = {
  status: 403,
  when: 'a first password or authenticator app needs a session that began less than 30 minutes ago by a one-time link',
}
/** The refusals of endpoints that need `confirmation`. */
export const confirmed = [
  { status: 400, when: 'the password or the code is missing or wrong, or the person has neither' },
  { status: 403, when: 'a one-time link has reset the sign-in of the person less than 24 hours ago' },
  { status: 429, when: 'too many passwords or codes were wrong' },
]
const wrongTotp = { status: 400, when: 'the code is wrong, over or used already' }

/** Sign-in, sessions and people. */
export const PEOPLE_ENDPOINTS = {
  signInByLink: {
    ...open,
    title: 'Sign In by Link',
    method: 'POST',
    path: '/console/session/link',
    description:
      'Signs in with the token of a one-time link, which is good once and for 30 minutes. The answer sets the cookie of the session.',
    body: Input({ token }),
    success: SignedIn,
    refusals: [{ status: 401, when: 'the link is over, was used or replaced' }, tooMany],
  },
  signIn: {
    ...open,
    title: 'Sign In',
    method: 'POST',
    path: '/console/session',
    description:
      'Signs in with e-mail and password, and with a code if the person has set one up. The answer sets the cookie of the session.',
    headers: challengeHeaders,
    body: Input({
      email: email('The e-mail address of the person.'),
      password: password('The password.'),
      totp: Type.Optional(totp()),
    }),
    success: SignedIn,
    refusals: [
      { status: 401, when: 'e-mail, password or code are wrong, or a code is needed' },
      { status: 403, when: 'the request is challenged: the answer contains a `challenge` to solve' },
      tooMany,
    ],
  },
  getSession: {
    ...signedIn,
    title: 'Get Session',
    method: 'GET',
    path: '/console/session',
    leastRole: 'read-only',
    duringSetUp: true,
    description: 'Returns who is signed in, the account, its projects, and what is still to be set up.',
    success: SessionDetails,
  },
  signOut: {
    ...signedIn,
    title: 'Sign Out',
    method: 'DELETE',
    path: '/console/session',
    leastRole: 'read-only',
    duringSetUp: true,
    description: 'Ends the session.',
    success: Done,
  },
  listSessions: {
    ...signedIn,
    title: 'Get Sessions',
    method: 'GET',
    path: '/console/sessions',
    leastRole: 'read-only',
    description: 'Returns the sessions of the person, newest first.',
    success: SessionList,
  },
  endSession: {
    ...signedIn,
    title: 'End Session',
    method: 'DELETE',
    path: '/console/sessions/{session_id}',
    leastRole: 'read-only',
    description: 'Ends one of the sessions of the person.',
    params: pathParams('session_id', 'The ID of the session.'),
    success: Done,
    refusals: [{ status: 404, when: 'the person has no such session' }],
  },
  endOtherSessions: {
    ...signedIn,
    title: 'End Other Sessions',
    method: 'DELETE',
    path: '/console/sessions',
    leastRole: 'read-only',
    description: 'Ends all other sessions of the person, and their one-time link if one was not used yet.',
    success: Done,
  },
  setPassword: {
    ...signedIn,
    title: 'Set Password',
    method: 'PUT',
    path: '/console/session/password',
    leastRole: 'read-only',
    duringSetUp: true,
    description: `Sets the password, of ${SHORTEST_PASSWORD} characters or more, and ends the other sessions and the one-time link of the person. A first password needs a session that began by a one-time link less than 30 minutes ago. If the link stands for a current password, the person waits 24 hours before they change secrets or people.`,
    body: Input({
      password: password('The new password.', SHORTEST_PASSWORD),
      current: Type.Optional(
        password('The current password. Not needed without one, or after a sign-in by link.'),
      ),
    }),
    success: Done,
    refusals: [{ status: 400, when: 'the current password is wrong' }, needsFreshLink, tooMany],
  },
  startTotp: {
    ...signedIn,
    title: 'Start Codes',
    method: 'POST',
    path: '/console/session/totp',
    leastRole: 'read-only',
    duringSetUp: true,
    description: 'Makes a secret for an authenticator app. Sign-ins need its codes once one was confirmed.',
    body: Input({
      password: Type.Optional(password('The password. Not needed by a person who has none yet.')),
    }),
    success: TotpStart,
    refusals: [
      { status: 400, when: 'codes are set up already, or the password is missing or wrong' },
      needsFreshLink,
      tooMany,
    ],
  },
  confirmTotp: {
    ...signedIn,
    title: 'Confirm Codes',
    method: 'POST',
    path: '/console/session/totp/confirm',
    leastRole: 'read-only',
    duringSetUp: true,
    description:
      'Confirms with a code that the authenticator app has the secret. The one-time link of the person stops working.',
    body: Input({ totp: totp() }),
    success: Done,
    refusals: [wrongTotp, tooMany],
  },
  removeTotp: {
    ...signedIn,
    title: 'Remove Codes',
    method: 'DELETE',
    path: '/console/session/totp',
    leastRole: 'read-only',
    description:
      'Removes the authenticator app. A new one can be set up afterwards. If a one-time link stands for the code, the person waits 24 hours before they change secrets or people.',
    body: Input({ totp: Type.Optional(totp('A current code. Not needed after a sign-in by link.')) }),
    success: Done,
    refusals: [wrongTotp, tooMany],
  },
  listPeople: {
    ...signedIn,
    title: 'Get People',
    method: 'GET',
    path: '/console/people',
    leastRole: 'owner',
    description: 'Returns everybody who may sign in for the account, oldest first.',
    success: PeopleList,
  },
  invitePerson: {
    ...signedIn,
    title: 'Invite Person',
    method: 'POST',
    path: '/console/people',
    leastRole: 'owner',
    description: 'Adds a person, and returns a one-time link for their first sign-in.',
    body: Input({ email: email('An address that nobody else signs in with.'), role, ...confirmation }),
    success: PersonAnswer,
    refusals: [{ status: 400, when: 'somebody signs in with this address already' }, ...confirmed],
  },
  changePerson: {
    ...signedIn,
    title: 'Change Person',
    method: 'PATCH',
    path: '/console/people/{person_id}',
    leastRole: 'owner',
    description:
      'Changes the role of a person, or returns a new one-time link, for example after a password was forgotten.',
    params: pathParams('person_id', 'The ID of the person.'),
    body: Input({
      role: Type.Optional(role),
      new_link: Type.Optional(
        Flag('true: makes a one-time link, and an older one stops working. Not for oneself.'),
      ),
      ...confirmation,
    }),
    success: PersonAnswer,
    refusals: [lastOwner, ownLink, noPerson, ...confirmed],
  },
  removePerson: {
    ...signedIn,
    title: 'Remove Person',
    method: 'DELETE',
    path: '/console/people/{person_id}',
    leastRole: 'owner',
    description: 'Removes a person and ends their sessions.',
    params: pathParams('person_id', 'The ID of the person.'),
    body: Input(confirmation),
    success: Done,
    refusals: [lastOwner, noPerson, ...confirmed],
  },
} as const satisfies Record<string, EndpointData>

/**
 * A second implementation of what each credential of a person may do, independent of the rules: the
 * table "What opens what" of SECURITY.md as a program. A walk compares the rules, or a whole
 * service, with it after each request. There are two owners, the victim and a colleague. The victim
 * and a thief send requests. The thief has what the start of a walk says, and what the answers
 * contain. Each of them learns only from their own answers.
 */

/**
 * The requests that change or need a credential. `rotate` stands for all new secrets and API keys.
 */
export const MOVES = [
  'signInByLink',
  'signIn',
  'setPassword',
  'startTotp',
  'confirmTotp',
  'removeTotp',
  'endOtherSessions',
  'invitePerson',
  'linkForColleague',
  'linkForOneself',
  'removeColleague',
  'rotate',
] as const
export type Move = (typeof MOVES)[number]

export const ACTORS = ['thief', 'victim'] as const
export type ActorName = (typeof ACTORS)[number]

export interface Start {
  readonly name: string
  readonly hasPassword: boolean
  readonly hasCodes: boolean
  /** The kind of the victim's session. `old`: it began by a link more than 30 minutes ago. */
  readonly session: 'password' | 'old-link' | 'fresh-link'
  /** Whether the victim has used the link of the session to set up the password. */
  readonly isSetUpByLink?: boolean
  /**
   * What the thief has stolen: the victim's session, another session by the password, or a link.
   */
  readonly stolen: 'session' | 'other-session' | 'link'
  /** Whether the thief also knows the password. */
  readonly knowsPassword?: boolean
  /** The most that the thief can reach, whatever the victim does. */
  readonly reach: readonly Prize[]
  /** The most that the thief can reach while the victim does nothing. */
  readonly reachAlone?: readonly Prize[]
}

/** The aims of a thief. `longer`: a further session, the password or the codes. */
export type Prize = 'secret' | 'sign-in-of-another' | 'removal' | 'longer'

const EVERYTHING: readonly Prize[] = ['longer', 'removal', 'secret', 'sign-in-of-another']
const withPassword = { hasPassword: true, hasCodes: false, session: 'password', stolen: 'session' } as const
const byFreshLink = { ...withPassword, session: 'fresh-link' } as const
export const STARTS: readonly Start[] = [
  { ...withPassword, name: 'a password', reach: [] },
  { ...withPassword, name: 'another session', stolen: 'other-session', reach: [] },
  { ...withPassword, name: 'codes', hasCodes: true, reach: [] },
  { ...withPassword, name: 'nothing set up', hasPassword: false, session: 'old-link', reach: [] },
  { ...byFreshLink, name: 'set up by the link', isSetUpByLink: true, reach: [] },
  // Only this remains possible: a link for a person takes over their account, and the others have
  // 24 hours.
  { ...byFreshLink, name: 'a recovery', reach: ['longer'] },
  { ...byFreshLink, name: 'a recovery with codes', hasCodes: true, reach: ['longer'] },
  { ...byFreshLink, name: 'a recovery, codes alone', hasPassword: false, hasCodes: true, reach: ['longer'] },
  { ...withPassword, name: 'a stolen link', stolen: 'link', reach: ['longer'] },
  // The session opens secrets and people only after the victim has removed the codes.
  {
    ...withPassword,
    name: 'codes, a known password',
    hasCodes: true,
    knowsPassword: true,
    reach: EVERYTHING,
    reachAlone: ['longer'],
  },
  // Nobody has set anything up, so no proof exists.
  {
    ...byFreshLink,
    name: 'the first set-up',
    hasPassword: false,
    reach: EVERYTHING,
  },
]

interface Session {
  /** The number of events before the session began. */
  readonly began: number
  /** Whether it began by a link less than 30 minutes ago. */
  readonly isFresh: boolean
}

interface Actor {
  readonly session: number | undefined
  readonly password: number | undefined
  readonly codes: number | undefined
  readonly pending: number | undefined
  readonly hasLink: boolean
}

/**
 * The state of the model. Passwords, codes and sessions are numbers: those of the events that made
 * them.
 */
export interface Model {
  readonly events: number
  readonly password: number | undefined
  readonly passwordSet: number
  readonly codes: number | undefined
  readonly codesSet: number
  readonly pending: number | undefined
  readonly isWaiting: boolean
  readonly hasLink: boolean
  readonly hasColleague: boolean
  readonly sessions: Readonly<Record<number, Session>>
  readonly thief: Actor
  readonly victim: Actor
  /** What the thief has reached. */
  readonly prizes: readonly Prize[]
}

const [OLD_PASSWORD, OLD_CODES, OWN_SESSION, OTHER_SESSION] = [1, 2, 4, 5]

export function startModel(start: Start): Model {
  const { hasPassword, hasCodes, session, isSetUpByLink, stolen, knowsPassword } = start
  const codes = hasCodes ? OLD_CODES : undefined
  // The password was set in the session, so it is later than its beginning.
  const password = hasPassword ? (isSetUpByLink ? 6 : OLD_PASSWORD) : undefined
  const isRecovery = session === 'fresh-link' && !isSetUpByLink
  const nobody: Actor = {
    session: undefined,
    password: undefined,
    codes: undefined,
    pending: undefined,
    hasLink: false,
  }
  return {
    events: 10,
    password,
    passwordSet: password ?? 0,
    codes,
    codesSet: codes ?? 0,
    pending: undefined,
    isWaiting: false,
    hasLink: stolen === 'link',
    hasColleague: true,
    sessions: {
      [OWN_SESSION]: { began: OWN_SESSION, isFresh: session === 'fresh-link' },
      ...(stolen === 'other-session' && { [OTHER_SESSION]: { began: OTHER_SESSION, isFresh: false } }),
    },
    thief: {
      ...nobody,
      hasLink: stolen === 'link',
      password: knowsPassword ? password : undefined,
      session: { session: OWN_SESSION, 'other-session': OTHER_SESSION, link: undefined }[stolen],
    },
    victim: { ...nobody, session: OWN_SESSION, ...(!isRecovery && { password, codes }) },
    prizes: [],
  }
}

/** What an actor sends in addition to the request: everything that helps. */
export interface Sends {
  readonly password: boolean
  readonly code: boolean
  readonly pending: boolean
}
export function sendsOf(model: Model, name: ActorName): Sends {
  const actor = model[name]
  return {
    password: model.password !== undefined && actor.password === model.password,
    code: model.codes !== undefined && actor.codes === model.codes,
    pending: model.pending !== undefined && actor.pending === model.pending,
  }
}

/** The state after an accepted request; undefined if the request is refused. */
function after(model: Model, name: ActorName, move: Move): Model | undefined {
  const actor = model[name]
  const { password, code, pending } = sendsOf(model, name)
  const now = model.events + 1
  const session = actor.session === undefined ? undefined : model.sessions[actor.session]
  const become = (change: Partial<Model>, own: Partial<Actor> = {}): Model => ({
    ...model,
    ...change,
    [name]: { ...actor, ...own },
  })
  const begin = (isFresh: boolean): Model => {
    const { [actor.session ?? 0]: _ended, ...others } = model.sessions
    const own = { session: now, ...(isFresh && { hasLink: false }) }
    const sessions = { ...others, [now]: { began: now, isFresh } }
    return become({ sessions, ...(isFresh && { hasLink: false }) }, own)
  }
  if (move === 'signInByLink') return model.hasLink && actor.hasLink ? begin(true) : undefined
  if (move === 'signIn') return password && (model.codes === undefined || code) ? begin(false) : undefined
  if (session === undefined || actor.session === undefined) return undefined

  const own = { [actor.session]: session }
  const isOld = (made: number | undefined) => made !== undefined && made < session.began
  const linkForPassword = session.isFresh && model.passwordSet < session.began
  const linkForCodes = session.isFresh && model.codesSet < session.began
  const isProven = !model.isWaiting && (model.codes === undefined ? password : code)
  switch (move) {
    case 'setPassword': {
      if (!password && !linkForPassword) return undefined
      const isReset = !password && (isOld(model.password) || isOld(model.codes))
      const { codes } = model
      return become(
        {
          password: now,
          passwordSet: now,
          pending: codes === undefined ? undefined : model.pending,
          isWaiting: model.isWaiting || isReset,
          hasLink: false,
          sessions: own,
        },
        { password: now },
      )
    }
    case 'startTotp': {
      const may = model.password === undefined ? linkForCodes : password
      return model.codes === undefined && may ? become({ pending: now }, { pending: now }) : undefined
    }
    case 'confirmTotp':
      return model.codes === undefined && pending
        ? become(
            { codes: model.pending, codesSet: now, pending: undefined, hasLink: false },
            { codes: model.pending },
          )
        : undefined
    case 'removeTotp':
      return model.codes !== undefined && (code || linkForCodes)
        ? become({ codes: undefined, codesSet: now, isWaiting: model.isWaiting || !code, hasLink: false })
        : undefined
    case 'endOtherSessions':
      return become({ sessions: own, hasLink: false })
    case 'linkForOneself':
      return undefined
    case 'invitePerson':
    case 'rotate':
      return isProven ? model : undefined
    case 'linkForColleague':
      return isProven && model.hasColleague ? model : undefined
    case 'removeColleague':
      return isProven && model.hasColleague ? become({ hasColleague: false }) : undefined
  }
}

const PRIZES: Partial<Record<Move, Prize>> = {
  signIn: 'longer',
  signInByLink: 'longer',
  setPassword: 'longer',
  confirmTotp: 'longer',
  invitePerson: 'sign-in-of-another',
  linkForColleague: 'sign-in-of-another',
  linkForOneself: 'longer',
  removeColleague: 'removal',
  rotate: 'secret',
}

export interface Step {
  readonly isDone: boolean
  readonly model: Model
}

export function stepModel(model: Model, name: ActorName, move: Move): Step {
  const changed = after(model, name, move)
  const prize = changed !== undefined && name === 'thief' ? PRIZES[move] : undefined
  const isNew = prize !== undefined && !model.prizes.includes(prize)
  const next = changed ?? model
  return {
    isDone: changed !== undefined,
    model: { ...next, events: model.events + 1, prizes: isNew ? [...model.prizes, prize] : model.prizes },
  }
}

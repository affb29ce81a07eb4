import type { ConsoleSession, Person, SignInLink } from '../../core/accounts/people.ts'
import { NOW } from '../../testing/records.ts'
import { decideRemoval, isLinkOver, newLink, newPerson, type PersonChange } from '../people.ts'
import {
  decideCode,
  decideLink,
  decideOwnerAct,
  decidePassword,
  decideTotpConfirm,
  decideTotpRemoval,
  decideTotpStart,
  type Proof,
} from '../proofs.ts'
import type { ActorName, Move, Sends, Start } from './credential-model.ts'

/**
 * The time between two requests: each code is of a later time step, and every node has read all
 * changes.
 */
export const STEP_SECONDS = 60

/** What a service stores of people, without the service. The rules change it. */
export interface World {
  readonly now: number
  readonly victim: Person
  readonly colleague: Person | undefined
  readonly sessions: readonly ConsoleSession[]
  readonly link: SignInLink | undefined
  /** The IDs of the sessions of each actor. */
  readonly has: Readonly<Record<ActorName, string>>
  readonly hasLink: ActorName | undefined
}

const sessionOf = (id: string, createdAt: number, byLink: boolean): ConsoleSession => ({
  id,
  tokenHash: new Uint8Array(),
  createdAt,
  usedAt: createdAt,
  byLink,
  address: '',
  userAgent: '',
})

const owner = (id: string): Person =>
  newPerson({ id, email: `${id}@example.org`, role: 'owner' }, NOW - 10_000)

export function startWorld({ hasPassword, hasCodes, session, isSetUpByLink, stolen }: Start): World {
  const began = session === 'old-link' ? NOW - 1_800 : NOW - 60
  return {
    now: NOW,
    victim: {
      ...owner('victim'),
      ...(hasPassword && { passwordHash: 'first', passwordSetAt: isSetUpByLink ? NOW - 30 : NOW - 9_000 }),
      ...(hasCodes && { totpSecret: 'first', totpStep: 0, totpSetAt: NOW - 9_000 }),
    },
    colleague: { ...owner('colleague'), passwordHash: 'of the colleague' },
    sessions: [
      sessionOf('own', began, session !== 'password'),
      ...(stolen === 'other-session' ? [sessionOf('other', NOW - 60, false)] : []),
    ],
    link: stolen === 'link' ? newLink(new Uint8Array(), NOW) : undefined,
    has: { victim: 'own', thief: { session: 'own', 'other-session': 'other', link: '' }[stolen] },
    hasLink: stolen === 'link' ? 'thief' : undefined,
  }
}

/** Applies the rules to one request. Returns the answer and the new state. */
export function stepWorld(
  world: World,
  name: ActorName,
  move: Move,
  sends: Sends,
): { readonly isDone: boolean; readonly world: World } {
  const now = world.now + STEP_SECONDS
  const { victim, colleague } = world
  const session = world.sessions.find(({ id }) => id === world.has[name])
  const refused = { isDone: false, world: { ...world, now } }
  const done = (change: Partial<World> = {}) => ({ isDone: true, world: { ...world, now, ...change } })
  const fresh = `${move} ${now}`
  const proof: Proof = {
    rightFor: sends.password ? victim.passwordHash : undefined,
    stepOf: sends.code || sends.pending ? () => Math.floor(now / 30) : undefined,
  }

  const begin = (byLink: boolean) =>
    done({
      sessions: [...world.sessions.filter(({ id }) => id !== world.has[name]), sessionOf(fresh, now, byLink)],
      has: { ...world.has, [name]: fresh },
      ...(byLink && { link: undefined }),
    })
  const apply = (
    { outcome, person = victim, ends }: PersonChange<string>,
    more: (stored: World) => Partial<World> = () => ({}),
  ) => {
    if (outcome !== 'right') return refused
    const { world: stored } = done({
      victim: person,
      ...(ends && { link: undefined }),
      ...(ends?.sessionsBut && { sessions: world.sessions.filter(({ id }) => id === ends.sessionsBut) }),
    })
    return { isDone: true, world: { ...stored, ...more(stored) } }
  }

  if (move === 'signInByLink') {
    const isOver = world.link === undefined || isLinkOver(world.link, now)
    return isOver || world.hasLink !== name ? refused : begin(true)
  }
  if (move === 'signIn') {
    if (!sends.password) return refused
    if (victim.totpStep === -1) return begin(false)
    const { outcome, person = victim } = decideCode(victim, proof.stepOf?.(victim.totpSecret))
    const begun = begin(false)
    return outcome === 'right' ? { ...begun, world: { ...begun.world, victim: person } } : refused
  }
  if (session === undefined) return refused
  const confirmed = () => decideOwnerAct(victim, proof, now)
  switch (move) {
    case 'setPassword':
      return apply(
        decidePassword(
          victim,
          session,
          { passwordHash: fresh, current: sends.password ? proof : undefined },
          now,
        ),
      )
    case 'startTotp':
      return apply(decideTotpStart(victim, session, { ...proof, totpSecret: fresh }, now))
    case 'confirmTotp':
      return apply(decideTotpConfirm(victim, proof, now))
    case 'removeTotp':
      return apply(decideTotpRemoval(victim, session, sends.code ? proof : {}, now))
    case 'endOtherSessions':
      return done({ link: undefined, sessions: [session] })
    case 'linkForOneself':
      return decideLink(victim, victim.id) === 'right' ? apply(confirmed()) : refused
    case 'invitePerson':
    case 'rotate':
      return apply(confirmed())
    case 'linkForColleague':
      return colleague === undefined || decideLink(colleague, victim.id) !== 'right'
        ? refused
        : apply(confirmed())
    case 'removeColleague':
      if (colleague === undefined) return refused
      return decideRemoval(colleague, [victim, colleague]).outcome === 'person-removed'
        ? apply(confirmed(), () => ({ colleague: undefined }))
        : refused
  }
}

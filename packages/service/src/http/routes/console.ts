import { createHash, randomBytes } from 'node:crypto'
import {
  CHALLENGE_HEADER,
  CONSOLE_ENDPOINTS as ENDPOINTS,
  PersonRecord,
  SessionRecord,
  type SetUpStep,
} from '@latchkey/management'
import type { FastifyReply } from 'fastify'
import {
  decideCode,
  decideRemoval,
  decideRole,
  hasTotp,
  isFreshLink,
  isSessionOver,
  newPerson,
  type Person,
  setUpOf,
  UNCONFIRMED,
} from '../../domain/people.ts'
import { limitOf } from '../../security/access.ts'
import { callerOf } from '../../security/caller.ts'
import type { SessionCookie } from '../../security/console-access.ts'
import { type ConsoleSessions, hashToken, issueSignInLink } from '../../security/console-sessions.ts'
import { createId } from '../../security/credentials.ts'
import type { Passwords } from '../../security/passwords.ts'
import { createTotpSecret, stepOfCode, totpUri } from '../../security/totp.ts'
import { done, type RegisterEndpoint } from '../endpoint.ts'
import type { ConsoleParts } from '../parts.ts'
import type { Refusal } from '../refusals.ts'
import { recordsOf } from '../wire.ts'
import { registerSecrets, takeCode, takeProof } from './console-secrets.ts'

interface SignInParts extends Omit<ConsoleParts, 'sessions'> {
  readonly sessions: ConsoleSessions
  readonly cookie: SessionCookie
  readonly setUp: Readonly<Record<SetUpStep, boolean>>
  readonly passwords: Passwords
}

/** Sign-in, sessions and people of the console. */
export function registerConsole(register: RegisterEndpoint, parts: SignInParts): void {
  registerSignIn(register, parts)
  registerSession(register, parts)
  registerPeople(register, parts)
  registerSecrets(register, parts)
}

function registerSignIn(register: RegisterEndpoint, parts: SignInParts): void {
  const { storage, sessions, cookie, passwords, signInLimit, failures, challenges } = parts

  const begin = async (person: Person, now: number, byLink: boolean, reply: FastifyReply) => {
    const { ip: address, headers } = reply.request
    const old = cookie.tokenOf(reply.request)
    if (old !== undefined) await sessions.replace(old)
    const userAgent = headers['user-agent'] ?? ''
    const begun = await sessions.begin(person, { now, byLink, address, userAgent })
    // The person was removed in between.
    if (begun === undefined) return { kind: 'wrong-credentials' } as const
    cookie.set(reply, begun.token)
    return { ...done('You are signed in.'), proof: begun.proof }
  }

  register(ENDPOINTS.signInByLink, async ({ body, now }, reply) => {
    const member = await storage.spendSignInLink(hashToken(body.token), now)
    return member === undefined ? { kind: 'link-over' } : begin(member.person, now, true, reply)
  })

  register(ENDPOINTS.signIn, async ({ body, now }, reply) => {
    const limited = limitOf(signInLimit, callerOf(reply.request.ip), now)
    if (limited !== undefined) return limited
    // SECURITY: the same for an address that nobody has, so that no answer shows which one exists.
    const attacked = `person ${createHash('sha256').update(body.email.toLowerCase()).digest('hex')}`
    if (await failures.isSuspected(attacked, now)) {
      const solved = reply.request.headers[CHALLENGE_HEADER]
      if (typeof solved !== 'string' || !(await challenges.accept(attacked, solved, now))) {
        return { kind: 'challenged', challenge: challenges.issue(attacked, now), ofSignIn: true }
      }
    }
    const refuse = async (kind: 'wrong-credentials' | 'totp-wrong'): Promise<Refusal> => {
      await failures.add(attacked, now)
      return { kind }
    }
    const member = await storage.findPersonByEmail(body.email)
    const isRight = await passwords.isRight(body.password, member?.person.passwordHash ?? '')
    if (isRight === 'busy') return { kind: 'busy' }
    if (member === undefined || !isRight) return refuse('wrong-credentials')
    const { person } = member
    if (hasTotp(person)) {
      if (body.totp === undefined) return { kind: 'totp-needed' }
      const refusal = await takeCode(parts, member, body.totp, now)
      if (refusal !== undefined) return refusal.kind === 'totp-wrong' ? refuse('totp-wrong') : refusal
    }
    return begin(person, now, false, reply)
  })
}

function registerSession(register: RegisterEndpoint, parts: SignInParts): void {
  const { storage, sessions, cookie, passwords, setUp, signInLimit } = parts

  register(ENDPOINTS.getSession, async ({ account, signedIn: { person, session }, now }) => ({
    ...done('Who is signed in.'),
    session_id: session.id,
    person: toPersonRecord(person),
    account: { email: account.email, plan: account.plan },
    projects: (await storage.projectsOf(account.id)).map(({ id, name }) => ({ id, name })),
    required: [...setUpOf(person, setUp)],
    by_link: isFreshLink(session, now),
  }))

  register(ENDPOINTS.signOut, async ({ signedIn: { person, session } }, reply) => {
    await storage.endSessions(person.id, { only: session.id })
    sessions.forget()
    cookie.clear(reply)
    return done('You are signed out.')
  })

  register(ENDPOINTS.listSessions, async ({ signedIn: { person, session }, now }) => ({
    ...done('Your sessions.'),
    sessions: (await storage.sessionsOf(person.id))
      .filter((one) => !isSessionOver(one, now))
      .map((one) => sessionRecord({ ...one, current: one.id === session.id })),
  }))

  register(ENDPOINTS.endSession, async ({ params, signedIn: { person } }) => {
    const ended = await storage.endSessions(person.id, { only: params.session_id })
    sessions.forget()
    return ended === 0 ? { kind: 'no-such-session' } : done('The session was ended.')
  })

  register(ENDPOINTS.setPassword, async ({ body, account, signedIn: { person, session }, now, by }) => {
    if (person.passwordHash !== '' && !isFreshLink(session, now)) {
      const limited = limitOf(signInLimit, `person ${person.id}`, now)
      if (limited !== undefined) return limited
      const isRight = await passwords.isRight(body.current ?? '', person.passwordHash)
      if (isRight === 'busy') return { kind: 'busy' }
      if (!isRight) return { kind: 'wrong-current-password' }
    }
    const passwordHash = await passwords.hash(body.password)
    if (passwordHash === 'busy') return { kind: 'busy' }
    const change = (known: Person) => ({ outcome: 'set', person: { ...known, passwordHash } }) as const
    const outcome = await storage.changePerson(account.id, person.id, change, by)
    if (outcome !== 'set') return { kind: outcome }
    // SECURITY: whoever knew the old password is signed out.
    await storage.endSessions(person.id, { except: session.id })
    sessions.forget()
    return done('The password was set, and your other sessions were ended.')
  })

  register(ENDPOINTS.startTotp, async ({ account, signedIn: { person }, by }) => {
    const totpSecret = createTotpSecret()
    const start = (known: Person) =>
      hasTotp(known)
        ? ({ outcome: 'totp-set-up' } as const)
        : ({ outcome: 'started', person: { ...known, totpSecret } } as const)
    const outcome = await storage.changePerson(account.id, person.id, start, by)
    sessions.forget()
    if (outcome !== 'started') return { kind: outcome }
    const uri = totpUri(totpSecret, person.email)
    return { ...done('Confirm the secret with a code.'), uri, secret: totpSecret }
  })

  register(ENDPOINTS.confirmTotp, async ({ body, signedIn, now, by }) => {
    const refusal = await takeCode(parts, signedIn, body.totp, now, by)
    sessions.forget()
    return refusal ?? done('Sign-ins need a code from now on.')
  })

  register(ENDPOINTS.removeTotp, async ({ body, account, signedIn: { person, session }, now, by }) => {
    const remove = (known: Person) => {
      const step = body.totp === undefined ? undefined : stepOfCode(known.totpSecret, body.totp, now)
      const isRight = isFreshLink(session, now) || decideCode(known, step).outcome === 'right'
      return isRight
        ? ({ outcome: 'right', person: { ...known, totpSecret: '', totpStep: UNCONFIRMED } } as const)
        : ({ outcome: 'wrong' } as const)
    }
    const refusal = await takeProof(parts, 'totp-wrong', person, now, () =>
      storage.changePerson(account.id, person.id, remove, by),
    )
    sessions.forget()
    return refusal ?? done('Sign-ins need no code any more.')
  })
}

function registerPeople(register: RegisterEndpoint, { storage, sessions, origins }: SignInParts): void {
  const addLink = async (person: Person, now: number) => {
    const { link, until } = await issueSignInLink(storage, person, origins()[0] ?? '', now)
    return { link, link_until: until }
  }

  register(ENDPOINTS.listPeople, async ({ account }) => ({
    ...done('Everybody who may sign in.'),
    people: (await storage.peopleOf(account.id)).map(toPersonRecord),
  }))

  register(ENDPOINTS.invitePerson, async ({ body: { email, role }, account, now, by }) => {
    const person = newPerson({ id: createId(randomBytes), email, role }, now)
    const outcome = await storage.createPerson(account.id, person, by)
    if (outcome !== 'created') return { kind: 'person-exists' }
    return {
      ...done('The person was added. Send them the link.'),
      person: toPersonRecord(person),
      ...(await addLink(person, now)),
    }
  })

  register(ENDPOINTS.changePerson, async ({ params, body, account, now, by }) => {
    const { role, new_link } = body
    const change = (person: Person, all: readonly Person[]) => decideRole(person, all, role ?? person.role)
    const outcome = await storage.changePerson(account.id, params.person_id, change, by)
    sessions.forget()
    if (outcome !== 'person-changed') return { kind: outcome }
    const person = (await storage.peopleOf(account.id)).find(({ id }) => id === params.person_id)
    if (person === undefined) return { kind: 'no-such-person' }
    return {
      ...done('The person was changed.'),
      person: toPersonRecord(person),
      ...(new_link === true && (await addLink(person, now))),
    }
  })

  register(ENDPOINTS.removePerson, async ({ params, account, by }) => {
    const outcome = await storage.changePerson(account.id, params.person_id, decideRemoval, by)
    sessions.forget()
    return outcome === 'person-removed'
      ? done('The person was removed, and their sessions were ended.')
      : { kind: outcome }
  })
}

const personRecord = recordsOf(PersonRecord)
const toPersonRecord = (person: Person): PersonRecord =>
  personRecord({ ...person, hasPassword: person.passwordHash !== '', hasTotp: hasTotp(person) })

const sessionRecord = recordsOf(SessionRecord)

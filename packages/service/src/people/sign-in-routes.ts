import { createHash } from 'node:crypto'
import {
  CHALLENGE_HEADER,
  CONSOLE_ENDPOINTS as ENDPOINTS,
  SET_UP_STEPS,
  SessionRecord,
  type SetUpStep,
} from '@latchkey/management'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Member, Person } from '../core/accounts/people.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { recordsOf } from '../core/http/records.ts'
import { limitOf, SIGN_IN_NEEDED } from '../core/security/access.ts'
import { callerOf } from '../core/security/caller.ts'
import { personNow, takeProof } from './confirm.ts'
import type { SessionCookie } from './console-access.ts'
import type { BegunSession, ConsoleSessions } from './console-sessions.ts'
import type { ConsoleParts } from './parts.ts'
import type { Passwords } from './passwords.ts'
import { hasTotp, isSessionOver, setUpOf } from './people.ts'
import { registerPeople, toPersonRecord } from './people-routes.ts'
import {
  decideCode,
  decidePassword,
  decideTotpConfirm,
  decideTotpRemoval,
  decideTotpStart,
  linkStandsFor,
  type Proof,
  waitOf,
  waitsUntil,
} from './proofs.ts'
import { refuse } from './refusals.ts'
import { registerSecrets } from './secret-routes.ts'
import { createTotpSecret, totpUri } from './totp.ts'

interface SignInParts extends Omit<ConsoleParts, 'sessions'> {
  readonly sessions: ConsoleSessions
  readonly cookie: SessionCookie
  readonly setUp: Readonly<Record<SetUpStep, boolean>>
  readonly passwords: Passwords
}

/** Registers the sign-in, the sessions and the own account of a person. */
export function registerConsole(register: RegisterEndpoint, parts: SignInParts): void {
  registerSignIn(register, parts)
  registerSession(register, parts)
  registerPeople(register, parts)
  registerSecrets(register, parts)
}

function registerSignIn(register: RegisterEndpoint, parts: SignInParts): void {
  const { storage, sessions, cookie, passwords, signInLimit, failures, challenges } = parts

  const contextOf = ({ ip: address, headers }: FastifyRequest, now: number) => ({
    now,
    address,
    userAgent: headers['user-agent'] ?? '',
  })
  const answer = async (begun: BegunSession, reply: FastifyReply) => {
    const old = cookie.tokenOf(reply.request)
    if (old !== undefined) await sessions.replace(old)
    cookie.set(reply, begun.token)
    return { ...done('You are signed in.'), proof: begun.proof }
  }

  register(ENDPOINTS.signInByLink, async ({ body, now }, reply) => {
    const begun = await sessions.beginByLink(body.token, contextOf(reply.request, now))
    return begun === undefined ? refuse('link-over') : answer(begun, reply)
  })

  register(ENDPOINTS.signIn, async ({ body, now }, reply) => {
    const limited = limitOf(signInLimit, callerOf(reply.request.ip), now)
    if (limited !== undefined) return limited
    // SECURITY: the count is the same for an address that nobody has, so that no answer shows which
    // one exists.
    const attacked = `person ${createHash('sha256').update(body.email.toLowerCase()).digest('hex')}`
    // SECURITY: the attempt is counted before the password is compared, for requests that arrive at
    // the same moment.
    const tried = await failures.begin(attacked, now)
    if (tried.isSuspected) {
      const solved = reply.request.headers[CHALLENGE_HEADER]
      if (typeof solved !== 'string' || !(await challenges.accept(attacked, solved, now))) {
        return refuse('challenged', { challenge: challenges.issue(attacked, now) })
      }
    }
    const member = await storage.findPersonByEmail(body.email)
    const isRight = await passwords.isRight(body.password, member?.person.passwordHash ?? '')
    if (member !== undefined && isRight === true) {
      const refusal = await needsCode(member, body.totp, now)
      if (refusal?.kind === 'totp-wrong') return refusal
      await tried.takeBack()
      if (refusal !== undefined) return refusal
      const begun = await sessions.begin(member.person, contextOf(reply.request, now))
      return begun === undefined ? refuse('wrong-credentials') : answer(begun, reply)
    }
    if (isRight !== 'busy') return refuse('wrong-credentials')
    await tried.takeBack()
    return refuse('busy')
  })

  /** The second step of a sign-in, after the right password. */
  async function needsCode(member: Member, totp: string | undefined, now: number) {
    if (!hasTotp(member.person)) return undefined
    if (totp === undefined) return refuse('totp-needed')
    const decide = (known: Person, { stepOf }: Proof) => decideCode(known, stepOf?.(known.totpSecret))
    const kind = await takeProof(parts, member, { totp }, now, { decide })
    return kind === 'right' ? undefined : refuse(kind)
  }
}

function registerSession(register: RegisterEndpoint, parts: SignInParts): void {
  const { storage, sessions, cookie, passwords, setUp } = parts

  register(ENDPOINTS.getSession, async ({ account, signedIn, now }) => {
    const { session } = signedIn
    const people = await storage.peopleOf(account.id)
    const person = people.find(({ id }) => id === signedIn.person.id) ?? signedIn.person
    const stands = linkStandsFor(person, session, now)
    return {
      ...done('Who is signed in.'),
      session_id: session.id,
      person: toPersonRecord(person, now),
      account: { email: account.email, plan: account.plan },
      projects: (await storage.projectsOf(account.id)).map(({ id, name }) => ({ id, name })),
      required: [...setUpOf(person, setUp)],
      by_link: stands.password,
      may_reset: SET_UP_STEPS.filter((step) => stands[step]),
      waiting: person.role === 'owner' ? people.filter((one) => waitOf(one, now) > 0).map(waitingRecord) : [],
    }
  })

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
    return ended === 0 ? refuse('no-such-session') : done('The session was ended.')
  })

  register(ENDPOINTS.endOtherSessions, async ({ signedIn: { person, session } }) => {
    await storage.endSessions(person.id, { except: session.id })
    sessions.forget()
    return done('Your other sessions were ended.')
  })

  register(ENDPOINTS.setPassword, async ({ body, account, signedIn, now, by }) => {
    const person = await personNow(parts, signedIn)
    if (person === undefined) return SIGN_IN_NEEDED
    const decide = (known: Person, current: Proof | undefined, passwordHash = '') =>
      decidePassword(known, signedIn.session, { passwordHash, current }, now)
    const isCurrentGiven = body.current !== undefined && person.passwordHash !== ''
    const given = isCurrentGiven ? { password: body.current } : {}
    // The proof comes before the new password is hashed: a refused request should cost little.
    const outcome = await takeProof(parts, { ...signedIn, person }, given, now, {
      decide: (known, proof) => ({ outcome: decide(known, isCurrentGiven ? proof : undefined).outcome }),
    })
    if (outcome !== 'right') return refuse(outcome)
    const passwordHash = await passwords.hash(body.password)
    if (passwordHash === 'busy') return refuse('busy')
    const current = isCurrentGiven ? { rightFor: person.passwordHash } : undefined
    const change = (known: Person) => decide(known, current, passwordHash)
    const stored = await storage.changePerson(account.id, person.id, change, { ...by, fields: ['password'] })
    sessions.forget()
    return stored === 'right'
      ? done('The password was set, and your other sessions were ended.')
      : refuse(stored)
  })

  register(ENDPOINTS.startTotp, async ({ body, signedIn, now, by }) => {
    const person = await personNow(parts, signedIn)
    if (person === undefined) return SIGN_IN_NEEDED
    const totpSecret = createTotpSecret()
    const given = person.passwordHash === '' || hasTotp(person) ? {} : { password: body.password }
    const outcome = await takeProof(parts, { ...signedIn, person }, given, now, {
      decide: (known, { rightFor }) =>
        decideTotpStart(known, signedIn.session, { totpSecret, rightFor }, now),
      by: { ...by, fields: ['totp'] },
    })
    sessions.forget()
    if (outcome !== 'right') return refuse(outcome)
    const uri = totpUri(totpSecret, person.email)
    return { ...done('Confirm the secret with a code.'), uri, secret: totpSecret }
  })

  register(ENDPOINTS.confirmTotp, async ({ body, signedIn, now, by }) => {
    const kind = await takeProof(parts, signedIn, body, now, {
      decide: (known, proof) => decideTotpConfirm(known, proof, now),
      by,
    })
    sessions.forget()
    return kind === 'right' ? done('Sign-ins need a code from now on.') : refuse(kind)
  })

  register(ENDPOINTS.removeTotp, async ({ body, signedIn, now, by }) => {
    const kind = await takeProof(parts, signedIn, body, now, {
      decide: (known, proof) => decideTotpRemoval(known, signedIn.session, proof, now),
      by: { ...by, fields: ['totp'] },
    })
    sessions.forget()
    return kind === 'right' ? done('Sign-ins need no code any more.') : refuse(kind)
  })
}

const waitingRecord = (person: Person) => ({
  person_id: person.id,
  email: person.email,
  reset_at: person.resetAt,
  waits_until: waitsUntil(person),
})

const sessionRecord = recordsOf(SessionRecord)

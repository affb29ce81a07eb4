import { randomBytes } from 'node:crypto'
import { CONSOLE_ENDPOINTS as ENDPOINTS, PersonRecord } from '@latchkey/management'
import type { Person } from '../core/accounts/people.ts'
import type { Origin } from '../core/event-log/events.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { recordsOf } from '../core/http/records.ts'
import { createId } from '../core/security/credentials.ts'
import { confirm, type ProofParts } from './confirm.ts'
import { type ConsoleSessions, issueSignInLink } from './console-sessions.ts'
import type { ConsoleParts } from './parts.ts'
import { decideRemoval, decideRole, hasTotp, newPerson } from './people.ts'
import { decideLink, waitOf } from './proofs.ts'
import { refuse } from './refusals.ts'

type PeopleParts = ProofParts & Pick<ConsoleParts, 'origins'> & { readonly sessions: ConsoleSessions }

/**
 * Registers the people of an account, for owners who confirm their identity. A request that can
 * change nothing is refused before the confirmation.
 */
export function registerPeople(register: RegisterEndpoint, parts: PeopleParts): void {
  const { storage, sessions, origins } = parts

  const addLink = async (person: Person, now: number, by?: Origin) => {
    const { link, until } = await issueSignInLink(storage, person, origins()[0] ?? '', now, by)
    return { link, link_until: until }
  }

  register(ENDPOINTS.listPeople, async ({ account, now }) => ({
    ...done('Everybody who may sign in.'),
    people: (await storage.peopleOf(account.id)).map((person) => toPersonRecord(person, now)),
  }))

  register(ENDPOINTS.invitePerson, async ({ body, account, signedIn, now, by }) => {
    const { email, role } = body
    if ((await storage.findPersonByEmail(email)) !== undefined) return refuse('person-exists')
    const refusal = await confirm(parts, signedIn, body, now)
    if (refusal !== undefined) return refusal
    const person = newPerson({ id: createId(randomBytes), email, role }, now)
    const outcome = await storage.createPerson(account.id, person, withoutProof(by))
    if (outcome !== 'created') return refuse('person-exists')
    return {
      ...done('The person was added. Send them the link.'),
      person: toPersonRecord(person, now),
      ...(await addLink(person, now)),
    }
  })

  register(ENDPOINTS.changePerson, async ({ params, body, account, signedIn, now, by }) => {
    const { role, new_link } = body
    const all = await storage.peopleOf(account.id)
    const known = all.find(({ id }) => id === params.person_id)
    if (known === undefined) return refuse('no-such-person')
    const change = (person: Person, everybody: readonly Person[]) =>
      decideRole(person, everybody, role ?? person.role)
    const { outcome: first } = change(known, all)
    if (first !== 'person-changed') return refuse(first)
    const link = new_link === true ? decideLink(known, signedIn.person.id) : 'right'
    if (link !== 'right') return refuse(link)

    const refusal = await confirm(parts, signedIn, body, now)
    if (refusal !== undefined) return refusal
    const outcome = await storage.changePerson(account.id, known.id, change, withoutProof(by))
    sessions.forget()
    if (outcome !== 'person-changed') return refuse(outcome)
    const person = (await storage.peopleOf(account.id)).find(({ id }) => id === known.id)
    if (person === undefined) return refuse('no-such-person')
    return {
      ...done('The person was changed.'),
      person: toPersonRecord(person, now),
      ...(new_link === true && (await addLink(person, now, { ...by, fields: ['new_link'] }))),
    }
  })

  register(ENDPOINTS.removePerson, async ({ params, body, account, signedIn, now, by }) => {
    const all = await storage.peopleOf(account.id)
    const known = all.find(({ id }) => id === params.person_id)
    if (known === undefined) return refuse('no-such-person')
    const { outcome: first } = decideRemoval(known, all)
    if (first !== 'person-removed') return refuse(first)
    const refusal = await confirm(parts, signedIn, body, now)
    if (refusal !== undefined) return refusal
    const outcome = await storage.changePerson(account.id, known.id, decideRemoval, withoutProof(by))
    sessions.forget()
    return outcome === 'person-removed'
      ? done('The person was removed, and their sessions were ended.')
      : refuse(outcome)
  })
}

/** The origin of events without the fields of the confirmation. */
const withoutProof = (by: Origin): Origin => ({
  ...by,
  fields: by.fields.filter((field) => field !== 'password' && field !== 'totp'),
})

const personRecord = recordsOf(PersonRecord)
export const toPersonRecord = (person: Person, now: number): PersonRecord =>
  personRecord({
    ...person,
    hasPassword: person.passwordHash !== '',
    hasTotp: hasTotp(person),
    waitsUntil: waitOf(person, now),
  })

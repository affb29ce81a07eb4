import { generateSync } from 'otplib'
import { expect } from 'vitest'
import type { Person } from '../../core/accounts/people.ts'
import {
  addLink,
  type ConsoleAnswer,
  type ConsoleBrowser,
  openBrowser,
} from '../../testing/console-browser.ts'
import { testAccount, testProject } from '../../testing/records.ts'
import { seededBelow } from '../../testing/seeded-below.ts'
import type { TestService } from '../../testing/test-service.ts'
import { createPasswords } from '../passwords.ts'
import { newPerson } from '../people.ts'
import {
  ACTORS,
  type ActorName,
  MOVES,
  type Move,
  STARTS,
  type Start,
  sendsOf,
  startModel,
  stepModel,
} from './credential-model.ts'
import { STEP_SECONDS } from './credential-world.ts'

const LENGTH = 5
const FIRST_PASSWORD = 'the first password'
const FIRST_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

interface Actor {
  readonly browser: ConsoleBrowser
  password?: string | undefined
  secret?: string | undefined
  pending?: string | undefined
  link?: string | undefined
}

/** The requests of a walk, and how many of them were accepted. */
export interface Walked {
  readonly requests: number
  readonly accepted: number
  readonly byThief: number
}

/**
 * Sends a sample of sequences of requests that change or need a credential, and compares each with
 * the model.
 */
export async function walkSampled(service: TestService, seed: number, count: number): Promise<Walked> {
  const below = seededBelow(seed)
  const hash = await createPasswords().hash(FIRST_PASSWORD)
  let [requests, accepted, byThief] = [0, 0, 0]
  for (let number = 0; number < count; number += 1) {
    const start = STARTS[below(STARTS.length)] as Start
    const people = await createPeople(service, `walk-${seed}-${number}`, start, hash)
    const actors = await beginWalk(service, people, start)
    let model = startModel(start)
    const path = [`seed ${seed}, sequence ${number}: ${start.name}`]
    for (let step = 0; step < LENGTH; step += 1) {
      const all = ACTORS.flatMap((name) => MOVES.map((move) => ({ name, move })))
      // Half of the requests are those that the model accepts. Otherwise few sequences would reach
      // anything.
      const good = all.filter(({ name, move }) => stepModel(model, name, move).isDone)
      const from = below(2) === 0 && good.length > 0 ? good : all
      const { name, move } = from[below(from.length)] as (typeof all)[number]
      const expected = stepModel(model, name, move)
      service.clock.now += STEP_SECONDS
      const answer = await sendMove(service, people, actors, name, move, sendsOf(model, name))
      path.push(`${name} ${move}`)
      const outcome = answer.status === 200 ? 'done' : 'refused'
      const words = `${path.join(', ')} (${answer.status} ${answer.text.slice(0, 200)})`
      expect(`${words}: ${outcome}`).toBe(`${words}: ${expected.isDone ? 'done' : 'refused'}`)
      // A rule has refused the request, and not a limit or a fault.
      expect([200, 400, 401, 403, 404], words).toContain(answer.status)
      requests += 1
      if (expected.isDone) accepted += 1
      if (expected.isDone && name === 'thief') byThief += 1
      model = expected.model
    }
    expect((await service.storage.sessionsOf(people.victim.id)).length, path.join(', ')).toBe(
      Object.keys(model.sessions).length,
    )
    for (const prize of model.prizes) expect(start.reach, path.join(', ')).toContain(prize)
  }
  return { requests, accepted, byThief }
}

interface People {
  readonly id: string
  readonly victim: Person
  readonly colleague: Person
}

async function createPeople(
  { storage, clock }: TestService,
  id: string,
  { hasPassword, hasCodes, isSetUpByLink }: Start,
  passwordHash: string,
): Promise<People> {
  const apiKeyHash = new Uint8Array(Buffer.from(id.padEnd(32, '-')))
  await storage.createAccount(testAccount({ id, email: `${id}@example.org`, apiKeyHash }))
  await storage.createProject(testProject({ id, accountId: id, appName: id }))
  const owner = (name: string) =>
    newPerson({ id: `${name} ${id}`, email: `${name}-${id}@example.org`, role: 'owner' }, clock.now)
  const victim: Person = {
    ...owner('victim'),
    ...(hasPassword && isSetUpByLink !== true && { passwordHash }),
    ...(hasCodes && { totpSecret: FIRST_SECRET, totpStep: 0 }),
  }
  const colleague = { ...owner('colleague'), passwordHash }
  for (const person of [victim, colleague]) await storage.createPerson(id, person)
  return { id, victim, colleague }
}

const codeOf = ({ clock }: TestService, secret: string): string => generateSync({ secret, epoch: clock.now })

async function beginWalk(
  service: TestService,
  { victim }: People,
  { session, isSetUpByLink, stolen, knowsPassword, hasPassword, hasCodes }: Start,
): Promise<Readonly<Record<ActorName, Actor>>> {
  const signIn = async (): Promise<ConsoleBrowser> => {
    service.clock.now += STEP_SECONDS
    const browser = openBrowser(service)
    const totp = hasCodes ? codeOf(service, FIRST_SECRET) : undefined
    const answer =
      session === 'password'
        ? await browser.ask('signIn', { body: { email: victim.email, password: FIRST_PASSWORD, totp } })
        : await browser.signInByLink(await addLink(service, victim))
    expect(answer.status).toBe(200)
    return browser
  }
  const other = stolen === 'other-session' ? await signIn() : undefined
  const own = await signIn()
  if (session === 'old-link') service.clock.now += 1_800
  if (isSetUpByLink === true) {
    expect((await own.ask('setPassword', { body: { password: FIRST_PASSWORD } })).status).toBe(200)
  }
  const isRecovery = session === 'fresh-link' && isSetUpByLink !== true
  return {
    victim: {
      browser: own,
      password: hasPassword && !isRecovery ? FIRST_PASSWORD : undefined,
      secret: hasCodes && !isRecovery ? FIRST_SECRET : undefined,
    },
    thief: {
      browser: stolen === 'link' ? openBrowser(service) : openBrowser(service, { stolenFrom: other ?? own }),
      link: stolen === 'link' ? await addLink(service, victim) : undefined,
      password: knowsPassword ? FIRST_PASSWORD : undefined,
    },
  }
}

async function sendMove(
  service: TestService,
  { id, victim, colleague }: People,
  actors: Readonly<Record<ActorName, Actor>>,
  name: ActorName,
  move: Move,
  sends: ReturnType<typeof sendsOf>,
): Promise<ConsoleAnswer> {
  const actor = actors[name]
  const { browser } = actor
  const guess = 'a wrong guess'
  const password = sends.password ? actor.password : undefined
  const code = sends.code ? codeOf(service, actor.secret ?? '') : undefined
  const proof = code === undefined ? { password: password ?? guess } : { totp: code }
  const ofVictim = { person_id: victim.id }
  const ofColleague = { person_id: colleague.id }
  const fresh = `${name} at ${service.clock.now}`
  switch (move) {
    case 'signInByLink':
      return browser.signInByLink(actor.link ?? guess)
    case 'signIn':
      return browser.ask('signIn', {
        body: { email: victim.email, password: password ?? guess, totp: code },
      })
    case 'setPassword': {
      const answer = await browser.ask('setPassword', { body: { password: fresh, current: password } })
      if (answer.status === 200) actor.password = fresh
      return answer
    }
    case 'startTotp': {
      const answer = await browser.ask('startTotp', { body: { password } })
      if (answer.status === 200) actor.pending = answer.body.secret
      return answer
    }
    case 'confirmTotp': {
      const secret = sends.pending ? actor.pending : undefined
      const answer = await browser.ask('confirmTotp', {
        body: { totp: secret === undefined ? '000000' : codeOf(service, secret) },
      })
      if (answer.status === 200) actor.secret = secret
      return answer
    }
    case 'removeTotp':
      return browser.ask('removeTotp', { body: { totp: code } })
    case 'endOtherSessions':
      return browser.ask('endOtherSessions')
    case 'invitePerson': {
      const email = `${fresh.replaceAll(' ', '-')}-${id}@example.org`
      return browser.ask('invitePerson', { body: { email, role: 'owner', ...proof } })
    }
    case 'linkForColleague':
      return browser.ask('changePerson', { params: ofColleague, body: { new_link: true, ...proof } })
    case 'linkForOneself':
      return browser.ask('changePerson', { params: ofVictim, body: { new_link: true, ...proof } })
    case 'removeColleague':
      return browser.ask('removePerson', { params: ofColleague, body: proof })
    case 'rotate': {
      const body = { keep_days: 30, ...proof }
      if (service.clock.now % 3 === 0) return browser.ask('replaceApiKey', { body: proof })
      const endpoint = service.clock.now % 3 === 1 ? 'rotateSecrets' : 'rotateSigningKey'
      return browser.ask(endpoint, { params: { project_id: id }, body })
    }
  }
}

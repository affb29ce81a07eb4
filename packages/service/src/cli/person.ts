import { randomBytes } from 'node:crypto'
import { type OptionSpecs, oneOf } from '@latchkey/command-line'
import { ROLES, type Role } from '@latchkey/management'
import type { Account } from '../core/accounts/accounts.ts'
import type { Person } from '../core/accounts/people.ts'
import { systemClock } from '../core/clock.ts'
import { createId } from '../core/security/credentials.ts'
import { UserError } from '../core/user-error.ts'
import type { Storage } from '../modules.ts'
import { issueSignInLink } from '../people/console-sessions.ts'
import { decideRemoval, decideRole, hasTotp, newPerson } from '../people/people.ts'
import { accountOf, isEmail, NO_EMAIL } from './account.ts'
import { byCommandLine, defineStorageCommand } from './command.ts'

const ACCOUNT = {
  account: { value: 'EMAIL', help: 'e-mail address of the account; needed if there are several accounts' },
} as const satisfies OptionSpecs

const ROLE = {
  role: { value: 'ROLE', help: `${ROLES.join(', ')}; support for a new person`, parse: oneOf(...ROLES) },
} as const satisfies OptionSpecs

export const personInvite = defineStorageCommand({
  name: 'person invite <EMAIL>',
  summary: 'Makes a link that signs a person in to the console, once.',
  description:
    'Adds the person, unless somebody signs in with the address already. The link works for 30 minutes, ' +
    'and also when a password was forgotten. Prints {"person", "email", "role", "link", "until"}.',
  options: {
    ...ROLE,
    ...ACCOUNT,
  },

  async run({ role, account: ofAccount }, storage, [email = '']) {
    const now = systemClock()
    const [consoleUrl] = await storage.consoleUrls(now)
    if (consoleUrl === undefined) {
      throw new UserError('No running service with this database has a console. Start one: serve')
    }
    const account = await chosenAccount(storage, ofAccount)
    const known = (await storage.peopleOf(account.id)).find((person) => isSame(person.email, email))
    if (known === undefined && !isEmail(email)) throw new UserError(NO_EMAIL)
    const person = known ?? (await addPerson(storage, account, email, role ?? 'support', { email, role }))
    if (known !== undefined && role !== undefined) {
      await changed(storage, account, person, (one, all) => decideRole(one, all, role))
    }
    const by = byCommandLine({ new_link: true })
    const link = await issueSignInLink(storage, person, consoleUrl, now, by)
    return { person: person.id, email: person.email, role: role ?? person.role, ...link }
  },
})

export const personList = defineStorageCommand({
  name: 'person list',
  summary: 'Shows who may sign in to the console.',
  description: 'Prints an array of {"person", "email", "role", "password", "totp"}.',
  options: ACCOUNT,

  async run({ account }, storage) {
    const people = await storage.peopleOf((await chosenAccount(storage, account)).id)
    return people.map((person) => ({
      person: person.id,
      email: person.email,
      role: person.role,
      password: person.passwordHash !== '',
      totp: hasTotp(person),
    }))
  },
})

export const personRemove = defineStorageCommand({
  name: 'person remove <EMAIL>',
  summary: 'Removes a person, and ends their sessions.',
  description: 'Prints {"person", "email"}.',
  options: ACCOUNT,

  async run({ account: ofAccount }, storage, [email = '']) {
    const account = await chosenAccount(storage, ofAccount)
    const person = (await storage.peopleOf(account.id)).find((one) => isSame(one.email, email))
    if (person === undefined) throw new UserError(`Nobody signs in with ${email}. See: person list`)
    await changed(storage, account, person, decideRemoval)
    return { person: person.id, email: person.email }
  },
})

/** Makes a link for the owner of an account. If the account has no owner, one is added. */
export async function ownerLink(storage: Storage, account: Account, consoleUrl: string): Promise<string> {
  const people = await storage.peopleOf(account.id)
  const known = people.find(({ role }) => role === 'owner')
  const person = known ?? (await addPerson(storage, account, account.email, 'owner'))
  return (await issueSignInLink(storage, person, consoleUrl, systemClock())).link
}

async function addPerson(
  storage: Storage,
  account: Account,
  email: string,
  role: Role,
  options?: object,
): Promise<Person> {
  const person = newPerson({ id: createId(randomBytes), email, role }, systemClock())
  const outcome = await storage.createPerson(account.id, person, byCommandLine(options))
  if (outcome !== 'created') throw new UserError(`${email} signs in for another account.`)
  return person
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

async function changed(
  storage: Storage,
  account: Account,
  person: Person,
  change: Parameters<typeof storage.changePerson<'person-changed' | 'person-removed' | 'last-owner'>>[2],
): Promise<void> {
  const outcome = await storage.changePerson(account.id, person.id, change, byCommandLine())
  if (outcome === 'last-owner') {
    throw new UserError('The account needs an owner. Invite another one first: person invite --role owner')
  }
}

async function chosenAccount(storage: Storage, email: string | undefined): Promise<Account> {
  if (email !== undefined) return accountOf(storage, email)
  const account = await storage.onlyAccount()
  if (account === undefined) {
    throw new UserError(
      'There is no account, or there are several. Make one with account create. Choose one with --account EMAIL.',
    )
  }
  return account
}

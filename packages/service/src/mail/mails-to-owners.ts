import { randomBytes } from 'node:crypto'
import { readEmail } from '@latchkey/management'
import type { Account } from '../core/accounts/accounts.ts'
import type { Person } from '../core/accounts/people.ts'
import { createId } from '../core/security/credentials.ts'
import type { NewItem } from '../outbox/outbox.ts'
import { type MailKind, mailItem } from './mail.ts'

/**
 * Makes mails to the owners of an account; without any, to its address.
 * @param people of the account
 */
export function mailsToOwners(
  people: readonly Person[],
  account: Account,
  kind: MailKind,
  now: number,
): readonly NewItem[] {
  const owners = people.filter(({ role }) => role === 'owner')
  const addresses = owners.length === 0 ? [account.email] : owners.map(({ email }) => email)
  return addresses.flatMap((address) => {
    const read = readEmail(address)
    if ('problem' in read) return []
    const content = { to: { email: read.email, name: '' }, keys: [], end: 0, path: '' }
    return [mailItem(createId(randomBytes), kind, content, { now })]
  })
}

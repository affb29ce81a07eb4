import { randomBytes } from 'node:crypto'
import type { MailLanguage } from '@latchkey/management'
import type { Customer } from '../core/customer/customers.ts'
import { createId } from '../core/security/credentials.ts'
import type { CustomerMailKind } from '../mail/customer-texts.ts'
import { lifetimeOf, mailItem } from '../mail/mail.ts'
import type { NewItem } from '../outbox/outbox.ts'

interface Notice {
  readonly projectId: string
  readonly now: number
  /** The ID of the license; absent: it is about none. */
  readonly about?: string | undefined
  /** Behind the address of the page. SECURITY: a fragment with a token. Absent: none. */
  readonly fragment?: string
  readonly language?: MailLanguage | undefined
}

/** Makes a mail about what a customer does. Its button opens the page. */
export function noticeTo(
  { email, name }: Pick<Customer, 'email' | 'name'>,
  kind: CustomerMailKind,
  { projectId, now, about = '', fragment = '', language }: Notice,
): NewItem {
  const path = `my/${encodeURIComponent(projectId)}/${fragment}`
  const content = { to: { email, name }, keys: [], end: 0, path, ...(language && { language }) }
  return mailItem(createId(randomBytes), kind, content, { now, about })
}

/**
 * The last mail to the earlier address of a customer. The outbox does not record the address, because
 * an erasure would not find it.
 */
export const lastNoticeTo = (before: Customer, notice: Notice): NewItem => ({
  ...noticeTo(before, 'address-changed', notice),
  receiver: '',
})

/** The last second of a link that is mailed. */
export const linkUntil = (kind: CustomerMailKind, now: number): number => now + (lifetimeOf(kind) ?? 0)

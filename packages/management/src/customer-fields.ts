import { Type } from 'typebox'
import { AnyText, Text } from './fields.ts'

/** RFC 5321: the longest address, its longest local part, and the longest part of a domain. */
const LONGEST_EMAIL = 254
const LONGEST_LOCAL = 64

/** The longest name of a customer. */
const LONGEST_NAME = 200

/**
 * SECURITY: without line breaks and other control characters, because a name is written into the
 * headers of mails.
 */
const WITHOUT_CONTROL = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$'

/** The name of a customer in a request. */
export const CustomerName = (description: string) =>
  Text(LONGEST_NAME, description, { pattern: WITHOUT_CONTROL })

/** An address in a request. Its form is checked by `readEmail`, so that a refusal can explain it. */
export const CustomerEmail = (description: string) => Text(2_000, description)

/** The customer of a key, in a request. */
export const KEY_CUSTOMER = {
  customer_email: Type.Optional(
    CustomerEmail(
      'The e-mail address of the customer. If the account has no customer with it, one is created. Upper and lower case are the same.',
    ),
  ),
  customer_name: Type.Optional(
    CustomerName('With `customer_email`: the name of a customer who has none yet. Otherwise it is ignored.'),
  ),
}

/** Why a request with `customer_email` is refused. */
export const INVALID_CUSTOMER = {
  status: 400,
  when: 'no mail can be sent to `customer_email` (`INVALID_EMAIL`)',
} as const

/** The customer of a key, in an answer. */
export const KeyCustomer = {
  customer_id: Type.Optional(AnyText('The `id` of the customer, for Get Customer.')),
  customer_email: Type.Optional(
    AnyText('The e-mail address of the customer, as it was typed. Absent: the key has no customer.'),
  ),
  customer_name: Type.Optional(AnyText('The name of the customer; empty when it is not known.')),
}

/** Why a text is not an address that mail can be sent to. */
const EMAIL_PROBLEMS = {
  'no-address': 'It must be one address, such as ann@example.org, without a name.',
  'line-break': 'It has a line break or another control character.',
  'too-long': `It has more than ${LONGEST_EMAIL} characters, or more than ${LONGEST_LOCAL} before the @.`,
  quoted: 'Addresses with quotes, comments or brackets are not supported.',
  'not-ascii': "Before the @, only letters without accents, digits and .!#$%&'*+/=?^_`{|}~- are supported.",
  domain: 'Its domain is not one of the internet, such as example.org.',
} as const
/** The reason in a word. */
export type EmailProblem = keyof typeof EMAIL_PROBLEMS

/** What is wrong with an address, as a sentence. */
export const messageOfEmail = (problem: EmailProblem): string => EMAIL_PROBLEMS[problem]

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const DOMAIN = new RegExp(`^(${LABEL}\\.)+${LABEL}$`)

/**
 * Reads an address that mail can be sent to. SECURITY: the only place where this is decided, and what
 * it returns has ASCII characters alone that need no quotes, so it cannot change a header of a mail.
 * @returns the address as it was typed; a domain with other letters in its ASCII form (RFC 5891)
 */
export function readEmail(text: string): { readonly email: string } | { readonly problem: EmailProblem } {
  const typed = text.trim()
  if (CONTROL.test(typed)) return { problem: 'line-break' }
  if (/["()<>[\]\\,;:]/.test(typed)) return { problem: 'quoted' }
  const at = typed.lastIndexOf('@')
  const local = typed.slice(0, at)
  if (at < 1 || local.includes('@') || /\s/.test(typed)) return { problem: 'no-address' }
  if (local.length > LONGEST_LOCAL || typed.length > LONGEST_EMAIL) return { problem: 'too-long' }
  if (/[^ -~]/.test(local)) return { problem: 'not-ascii' }
  if (!LOCAL.test(local)) return { problem: 'no-address' }
  const domain = asciiDomain(typed.slice(at + 1))
  if (domain === undefined) return { problem: 'domain' }
  const email = `${local}@${domain}`
  return email.length > LONGEST_EMAIL ? { problem: 'too-long' } : { email }
}

function asciiDomain(domain: string): string | undefined {
  // Other characters are refused first: a URL would read a part of the domain as a path or a port.
  const isPlain = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)
  const ascii = /^[ -~]*$/.test(domain)
    ? domain
    : isPlain
      ? URL.parse(`http://${domain}`)?.hostname
      : undefined
  // A last label of digits is that of an IP address.
  return ascii !== undefined && DOMAIN.test(ascii) && !/\.\d+$/.test(ascii) ? ascii : undefined
}

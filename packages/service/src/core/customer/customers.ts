import { type EmailProblem, messageOfEmail, readEmail } from '@latchkey/management'
import type { Refusal } from '../refusal.ts'

/** A person or company with licenses, of one account. */
export interface Customer {
  readonly id: string
  /** The address as it was typed. Two addresses of an account differ in more than case. */
  readonly email: string
  /** The name. Empty: it is not known. */
  readonly name: string
  readonly createdAt: number
}

/** Who sent a request with a session of the customer's page. */
export interface SignedInCustomer {
  readonly customer: Customer
  /** The number of the customer in the storage. */
  readonly row: number
  readonly sessionId: string
  /** When the customer last proved, by a mail, to read the mails of the address. */
  readonly provenAt: number
}

/** The customer of a new or changed key in a request. */
interface Given {
  readonly customer_email?: string | undefined
  readonly customer_name?: string | undefined
}

/**
 * Reads an address.
 * @returns the address, or the reason why it cannot be used
 */
export function readCustomerEmail(text: string): string | Refusal {
  const read = readEmail(text)
  return 'email' in read
    ? read.email
    : invalidEmail('The e-mail address of the customer cannot be used.', read.problem)
}

export const INVALID_EMAIL = 'INVALID_EMAIL'

/**
 * The refusal of an address.
 * @param what says as a sentence which address it is
 */
export const invalidEmail = (what: string, problem: EmailProblem): Refusal => ({
  kind: 'invalid-email',
  status: 400,
  message: `${what} ${messageOfEmail(problem)}`,
  keyCode: INVALID_EMAIL,
})

/**
 * Reads the customer in a request.
 * @returns undefined if the request names none
 * @param id of a customer that is created
 */
export function readCustomer(
  { customer_email: typed = '', customer_name: name = '' }: Given,
  { id, now }: { readonly id: string; readonly now: number },
): Customer | Refusal | undefined {
  if (typed.trim() === '') return undefined
  const email = readCustomerEmail(typed)
  return typeof email === 'string' ? { id, email, name: name.trim(), createdAt: now } : email
}

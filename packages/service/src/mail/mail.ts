import type { KeyMailKind, MailLanguage } from '@latchkey/management'
import { KEPT_SECONDS, type NewItem } from '../outbox/outbox.ts'

/** The kind of a mail: one about a key, or a link with a token to sign in. */
export type MailKind = KeyMailKind | 'sign-in'

export interface Receiver {
  readonly email: string
  /** The name. Empty: it is not known. */
  readonly name: string
}

/** The content from which a mail is made when it is sent. It is sealed while it waits. */
export interface MailContent {
  readonly to: Receiver
  /** The license key; empty: none. */
  readonly key: string
  /** The end of the license, in Unix seconds; 0: none. */
  readonly end: number
  /**
   * SECURITY: it may contain a token. The path of the button, below the public URL. Empty: no
   * button.
   */
  readonly path: string
  /** Absent: the language of the project. */
  readonly language?: MailLanguage
}

const TOKEN_SECONDS = 15 * 60

export const hasToken = (kind: string): boolean => kind === 'sign-in'

/**
 * Makes an item of the outbox from a mail. A mail with a token expires after 15 minutes, and its
 * body with it.
 * @param about the ID of the license
 * @param expiresAt from when a mail without a token is given up; by default after 30 days
 */
export const mailItem = (
  id: string,
  kind: MailKind,
  content: MailContent,
  {
    now,
    about = '',
    expiresAt = now + KEPT_SECONDS,
  }: { readonly now: number; readonly about?: string; readonly expiresAt?: number },
): NewItem => ({
  id,
  channel: 'mail',
  kind,
  about,
  receiver: content.to.email.toLowerCase(),
  body: JSON.stringify(content),
  createdAt: now,
  dueAt: now,
  expiresAt: hasToken(kind) ? now + TOKEN_SECONDS : expiresAt,
})

/** The longest local part and the longest address. Source: RFC 5321, 4.5.3.1. */
const [MOST_LOCAL, MOST_ADDRESS] = [64, 254]
/**
 * A local part without quotes and comments (RFC 5322, 3.2.3). It may have letters of every script.
 */
const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Why no mail can be sent to an address, as the end of a sentence. Undefined if it is possible. */
export function problemOfAddress(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  if (/[\p{Cc}\s\u2028\u2029]/u.test(email)) return 'it contains a space or a line break'
  if (email.length > MOST_ADDRESS || local.length > MOST_LOCAL) return 'it is too long'
  if (/["()<>,;:\\[\]]/.test(email)) return 'quotes, comments and lists are not supported'
  if (at < 0) return 'it has no @'
  if (!LOCAL_PART.test(local)) return 'the part before the @ is not valid'
  // International domains: the parser of URLs writes a domain as the DNS knows it.
  const host = URL.parse(`http://${domain}`)?.hostname ?? ''
  return DOMAIN.test(host) && !/[/?#]/.test(domain) ? undefined : 'the part after the @ is not a domain'
}

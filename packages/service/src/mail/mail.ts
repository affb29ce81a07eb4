import type { KeyMailKind, MailLanguage } from '@latchkey/management'
import { KEPT_SECONDS, type NewItem, receiverOf } from '../outbox/outbox.ts'
import type { NewReceiver } from '../outbox/storage.ts'
import type { CustomerMailKind } from './customer-texts.ts'

/**
 * The kind of a mail: one about a key, a link with a token to sign in, the same for the owner of a
 * license whom a computer asks for a place, to owners about a shop that an API key has connected, or
 * about what a customer does on the customer's page.
 */
export type MailKind = KeyMailKind | 'sign-in' | 'ask-owner' | 'shop-connected' | CustomerMailKind

export interface Receiver {
  readonly email: string
  /** The name. Empty: it is not known. */
  readonly name: string
}

/** The content from which a mail is made when it is sent. It is sealed while it waits. */
export interface MailContent {
  readonly to: Receiver
  /** The license keys that the customer gets. */
  readonly keys: readonly string[]
  /** The end of the license, in Unix seconds; 0: none. */
  readonly end: number
  /**
   * SECURITY: it may contain a token. The path of the button, below the public URL. Empty: no
   * button.
   */
  readonly path: string
  /** SECURITY: a code that signs in. Absent: none. */
  readonly code?: string
  /** Absent: the language of the project. */
  readonly language?: MailLanguage
}

/** Reads the content of a mail. Earlier versions have stored one key, which may be empty. */
export function readContent(body: string): MailContent {
  const { key = '', ...content } = JSON.parse(body) as MailContent & { readonly key?: string }
  return { ...content, keys: content.keys ?? (key === '' ? [] : [key]) }
}

const LIFETIMES: { readonly [Kind in MailKind]?: number } = {
  'sign-in': 15 * 60,
  'ask-owner': 15 * 60,
  'new-address': 15 * 60,
  'license-offer': 7 * 86_400,
  'address-changed': 86_400,
}

/**
 * After so many seconds, nothing of a mail is left: its token has ended, or nobody has its address any
 * more. Undefined: it has none of both.
 */
export const lifetimeOf = (kind: string): number | undefined => LIFETIMES[kind as MailKind]

/**
 * Makes an item of the outbox from a mail. After the lifetime of its kind, it expires, and its body
 * with it.
 * @param about the ID of the license
 * @param expiresAt from when another mail is given up; by default after 30 days
 */
export const mailItem = (
  id: string,
  kind: MailKind,
  content: MailContent,
  {
    now,
    about = '',
    expiresAt = now + (lifetimeOf(kind) ?? KEPT_SECONDS),
  }: { readonly now: number; readonly about?: string; readonly expiresAt?: number },
): NewItem => ({
  id,
  channel: 'mail',
  kind,
  about,
  receiver: receiverOf(content.to.email),
  body: JSON.stringify(content),
  createdAt: now,
  dueAt: now,
  expiresAt,
})

/** Sends what waits for a receiver to this address instead. */
export const newReceiver = (email: string): NewReceiver => ({
  receiver: receiverOf(email),
  readdress(body) {
    const content = JSON.parse(body) as MailContent
    return JSON.stringify({ ...content, to: { ...content.to, email } })
  },
})

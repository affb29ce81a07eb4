const KINDS = ['in', 'offer', 'address', 'request'] as const

/** A link of a mail, `#KIND/TOKEN`. That of a computer that asks is `#request/ID/TOKEN`. */
export interface Link {
  readonly kind: (typeof KINDS)[number]
  readonly requestId: string
  /** Empty: the mail has none, because three can be used already. The customer signs in as usual. */
  readonly token: string
}

/**
 * Takes the link out of the address of the page.
 * SECURITY: afterwards neither the address bar, nor the history, nor a screenshot has the token. It is
 * spent only when a button is pressed, because mail scanners open links, too.
 */
export function takeLink(): Link | undefined {
  const [name, ...rest] = location.hash.slice(1).split('/')
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  const kind = KINDS.find((one) => one === name)
  if (kind === undefined) return undefined
  return { kind, token: rest.at(-1) ?? '', requestId: kind === 'request' ? (rest[0] ?? '') : '' }
}

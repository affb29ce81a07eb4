const KINDS = ['in', 'offer', 'address', 'request'] as const

/** A link of a mail, `#KIND/TOKEN`. That of a computer that asks is `#request/ID/TOKEN`. */
export interface Link {
  readonly kind: (typeof KINDS)[number]
  readonly requestId: string
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
  const token = rest.at(-1)
  if (kind === undefined || token === undefined || token === '') return undefined
  return { kind, token, requestId: rest.length > 1 ? (rest[0] ?? '') : '' }
}

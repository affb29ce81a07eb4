import type { Node } from '../storage/storage.ts'

const ANSWER_WITHIN_MS = 10_000

/** The answer of `/connection`. */
export interface ConnectionRecord {
  readonly node: string
  /** The sender's, which the limits count, when a trusted proxy names it. */
  readonly address: string | undefined
  /** Whether there was an X-Forwarded-For, and whether it is believed. */
  readonly proxy: 'none' | 'trusted' | 'ignored'
  /** At the console; absent at the API. */
  readonly console?: true
}

export interface Finding {
  readonly status: 'ok' | 'problem' | 'skipped'
  readonly message: string
  /** What to do about a problem. */
  readonly remedy?: string
}

export const ok = (message: string): Finding => ({ status: 'ok', message })
export const skipped = (message: string): Finding => ({ status: 'skipped', message })
export const problem = (message: string, remedy: string): Finding => ({ status: 'problem', message, remedy })

/** What the code of a failed connection means. */
const CONNECTION_REMEDIES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Correct the name, or add it to the DNS.',
  ECONNREFUSED: 'Start the proxy, and let its port through the firewall.',
  CERT_HAS_EXPIRED: 'Renew the certificate, and look why it was not renewed by itself.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Get a certificate for this name.',
}
const OTHER_REMEDY = 'Check the address, the firewall and the certificate chain of the proxy.'

/** Asks an address what it sees. */
export async function reach(
  base: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<ConnectionRecord | Finding> {
  const answer = await ask(base, 'connection', headers)
  if ('failure' in answer) return problem(`${base.href} does not answer: ${answer.failure}`, answer.remedy)
  const record = parsed<ConnectionRecord>(answer.text)
  return record?.node === undefined ? somethingElse(base, answer.status) : record
}

const somethingElse = (base: URL, status: number): Finding =>
  problem(
    `Something else answers at ${base.href}, with status ${status}.`,
    'Let the proxy pass every path on to this service, and check that the service runs.',
  )

/** The status for a name that is not the console's. */
const WRONG_NAME = 421
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/** @param nodes those that use the database. Undefined: it cannot be read */
export async function reachConsole(url: URL, nodes: readonly Node[] | undefined): Promise<Finding> {
  const { href, host, hostname, protocol } = url
  if (protocol !== 'https:' && !THIS_MACHINE.includes(hostname)) {
    return problem(
      `${href} is not encrypted: passwords and sessions can be read on the way.`,
      'Put a proxy with TLS in front of the console, and start the service with that --console-url.',
    )
  }
  const answer = await ask(url, 'connection')
  if ('failure' in answer) return problem(`${href} does not answer: ${answer.failure}`, answer.remedy)
  if (answer.status === WRONG_NAME) {
    return problem(
      `The console does not take ${host} for its own name.`,
      'Start the service with this address as --console-url, and let the proxy pass the header Host on unchanged.',
    )
  }
  const record = parsed<ConnectionRecord>(answer.text)
  if (record?.node === undefined) return somethingElse(url, answer.status)
  if (record.console !== true) {
    return problem(
      `The API of a service answers at ${href}, and not its console.`,
      'Let the proxy forward this name to the port of --console-port.',
    )
  }
  if (nodes === undefined)
    return skipped(
      'A console answers. Without the database, it is not known whether it is that of this service.',
    )
  if (nodes.some(({ id }) => id === record.node))
    return ok(`It reaches the console of this service at ${href}`)
  return problem(
    `The console of another service answers at ${href}, which does not use this database.`,
    'Correct the DNS, the proxy or --database.',
  )
}

type Answer =
  | { readonly status: number; readonly text: string }
  | { readonly failure: string; readonly remedy: string }

export async function ask(
  base: URL,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const response = await fetch(new URL(path, base), { headers, signal, redirect: 'manual' })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const failure = cause instanceof Error ? cause.message : String(cause)
    return { failure, remedy: CONNECTION_REMEDIES[code] ?? OTHER_REMEDY }
  }
}

/** SECURITY: not validated. Whatever another server sends is only compared and printed. */
export function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

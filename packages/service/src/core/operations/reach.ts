import type { Node } from '../storage/node-storage.ts'
import { type Finding, type FindingCode, found } from './findings.ts'

const ANSWER_WITHIN_MS = 10_000

/** The answer of `/connection`. */
export interface ConnectionRecord {
  readonly node: string
  /** The address of the sender, as the limits count it. Only if a trusted proxy names it. */
  readonly address: string | undefined
  /** Whether the request had an X-Forwarded-For, and whether it is used. */
  readonly proxy: 'none' | 'trusted' | 'ignored'
  /** True at the console; absent at the API. */
  readonly console?: true
}

/** The findings of failed connections, by the code of Node.js. */
const FAILURES = {
  ENOTFOUND: 'NAME_UNKNOWN',
  ECONNREFUSED: 'CONNECTION_REFUSED',
  CERT_HAS_EXPIRED: 'CERTIFICATE_EXPIRED',
  ERR_TLS_CERT_ALTNAME_INVALID: 'CERTIFICATE_OF_OTHER_NAME',
} as const satisfies Readonly<Record<string, FindingCode>>

interface Failure {
  readonly code: (typeof FAILURES)[keyof typeof FAILURES] | 'NO_ANSWER'
  readonly failure: string
}

/** Requests an address, and finds out what is there. */
export async function reach(
  base: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<ConnectionRecord | Finding> {
  const answer = await ask(base, 'connection', headers)
  if ('failure' in answer) return unanswered(base, answer)
  const record = parsed<ConnectionRecord>(answer.text)
  return record?.node === undefined ? somethingElse(base, answer.status) : record
}

const unanswered = ({ href }: URL, { code, failure }: Failure): Finding => found(code, { url: href, failure })

const somethingElse = ({ href }: URL, status: number): Finding =>
  found('SOMETHING_ELSE', { url: href, status })

/** The status for a host name that is not the console's. */
const WRONG_NAME = 421
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]']

/**
 * Requests the console.
 * @param nodes that use the database. Undefined if it cannot be read
 */
export async function reachConsole(url: URL, nodes: readonly Node[] | undefined): Promise<Finding> {
  const { href, host, hostname, protocol } = url
  if (protocol !== 'https:' && !THIS_MACHINE.includes(hostname)) {
    return found('CONSOLE_URL_OPEN', { url: href })
  }
  const answer = await ask(url, 'connection')
  if ('failure' in answer) return unanswered(url, answer)
  if (answer.status === WRONG_NAME) return found('CONSOLE_OTHER_NAME', { host })
  const record = parsed<ConnectionRecord>(answer.text)
  if (record?.node === undefined) return somethingElse(url, answer.status)
  if (record.console !== true) return found('CONSOLE_URL_OF_API', { url: href })
  if (nodes === undefined) return found('CONSOLE_UNKNOWN')
  const isThis = nodes.some(({ id }) => id === record.node)
  return found(isThis ? 'CONSOLE_REACHED' : 'OTHER_CONSOLE', { url: href })
}

type Answer = { readonly status: number; readonly text: string } | Failure

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
    return { failure, code: FAILURES[code as keyof typeof FAILURES] ?? 'NO_ANSWER' }
  }
}

/** What a service reports about its database. Undefined if no service answers. */
export async function askHealth(base: URL): Promise<string | undefined> {
  const answer = await ask(base, 'readyz')
  const database = 'text' in answer ? parsed<{ database?: unknown }>(answer.text)?.database : undefined
  return typeof database === 'string' ? database : undefined
}

/** SECURITY: the text of another server is not validated. It is only compared and printed. */
export function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestUse, SharedSecrets } from '@latchkey/protocol'

/** An unmodified answer of the real service. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A request of the app at the hostile node, and the data and functions for the attack. */
export interface Encounter {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly nonce: string
  /** Forwards the request, optionally modified, and resolves to the service's answer. */
  authentic(changed?: RequestChange): Promise<Answer>
  /** The service's answer to an earlier check of the same key. */
  readonly earlier: Answer
  /** Unknown to a network attacker. Some attacks need them to sign invalid answers. */
  readonly secrets: SharedSecrets
  /** The license keys of the demo project, by name. */
  readonly keys: Readonly<Record<string, string>>
  /** Base URL of the hostile node itself. */
  readonly nodeUrl: string
  /** A node on another port, which no request may reach. It answers honestly. */
  readonly trap: { readonly host: string; readonly port: number; readonly url: string }
}

export interface RequestChange {
  /** The kind of request as which it is sent. */
  readonly use?: RequestUse
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Act = (encounter: Encounter) => void | Promise<void>

/** A request that a window sends only after the service has offered it. */
export type AttackedUse = 'move' | 'devices' | 'trial'

export interface Attack {
  readonly name: string
  /** Handles a sync. Without it, the node forwards syncs unchanged. */
  readonly sync?: Act
  /** Handles a key check. Without it, the node forwards key checks unchanged. */
  readonly check?: Act
  /** Whether the product may open: only for attacks on unsigned fields of an authentic answer. */
  readonly mayOpen: boolean
  /** All correct values of `data-code` for this attack. */
  readonly expectedCodes: readonly string[]
  /** The name of a demo key. Default: `valid`. */
  readonly key?: string
  /**
   * The kind of request that is attacked; absent: a key check. In a window, an honest refusal of a
   * new key offers it first, so `key` is only for the key exchange.
   */
  readonly use?: AttackedUse
  /** The app was built with the public keys of the project. */
  readonly hasPublicKeys?: true
  /**
   * The window cannot be used for another attack: the app obeys a long `retry-after`, or asks for an
   * offer at the next gate.
   */
  readonly endsWindow?: true
  /** The attack lasts until a time limit of the app. */
  readonly isSlow?: true
  /** Observe the app for `ms` after the outcome. It may send at most `checks` checks. */
  readonly observeAfter?: { readonly ms: number; readonly checks: number }
}

/** What the node does, by the name of the attack. */
type Acts = Readonly<Record<string, Act>>

const attacksOn =
  (at: 'sync' | 'check', mayOpen = false) =>
  (expectedCodes: readonly string[], acts: Acts): readonly Attack[] =>
    Object.entries(acts).map(([name, act]) => ({ name, [at]: act, mayOpen, expectedCodes }))

/** Attacks on the answer to a key check. The product must stay locked. */
export const onCheck = attacksOn('check')

/** Attacks on the answer to a sync, which is not signed. The product must stay locked. */
export const onSync = attacksOn('sync')

/** Unsigned parts of an authentic answer. The app must show them safely or refuse the answer. */
export const onDisplay = attacksOn('check', true)
export const SHOWN = ['KEY_VALID', 'answer-malformed']

/** Adds fields to each attack of a list: `attacks.map(having(…))`. */
export const having =
  (more: Partial<Omit<Attack, 'name' | 'expectedCodes'>>) =>
  (attack: Attack): Attack => ({ ...attack, ...more })

/** A parsed answer of the service. */
// biome-ignore lint/suspicious/noExplicitAny: attacks change its shape
export type WireRecord = Record<string, any>

/** Replaces the parsed answer. */
export const record =
  (change: (record: WireRecord, encounter: Encounter) => unknown): Act =>
  async (encounter) => {
    const { body } = await encounter.authentic()
    send(encounter, JSON.stringify(change(JSON.parse(body) as WireRecord, encounter)))
  }

/** Replaces the body, and optionally the status and headers. */
export const text =
  (
    change: (text: string, encounter: Encounter) => string | Buffer,
    { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ): Act =>
  async (encounter) => {
    const { body } = await encounter.authentic()
    send(encounter, change(body, encounter), { status, headers })
  }

/** Replaces only the status and the headers. */
export const under = (status: number, headers: Readonly<Record<string, string>> = {}): Act =>
  text((body) => body, { status, headers })

/** Writes raw bytes to the socket, which may violate HTTP. */
export const bytes =
  (write: (socket: IncomingMessage['socket'], encounter: Encounter, body: string) => void): Act =>
  async (encounter) => {
    const { body } = await encounter.authentic()
    write(encounter.request.socket, encounter, body)
  }

/** Replaces the value of a field by a text, which may be invalid JSON. */
export const field = (name: string, json: string): Act =>
  text((body) => body.replace(new RegExp(`("${name}":)("(?:[^"\\\\]|\\\\.)*"|[^,}\\]]+)`), `$1${json}`))

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

export function send(
  { response }: Encounter,
  body: string | Buffer,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): void {
  response.writeHead(status, { ...JSON_TYPE, ...headers }).end(body)
}

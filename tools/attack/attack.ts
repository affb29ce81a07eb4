import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SharedSecrets } from '@latchkey/protocol'

/** An answer of the real service, before anything is done to it. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One request of the app that came to the hostile node, and all that an attacker there has at hand. */
export interface Encounter {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly nonce: string
  /** Passes the request on, changed or not: what the service says to it. */
  authentic(changed?: RequestChange): Promise<Answer>
  /** The service's answer to an earlier check of the same key. */
  readonly earlier: Answer
  /** No attacker on the network has them. The lab does, to tell what only looks like a signature. */
  readonly secrets: SharedSecrets
  /** The license keys of the demo project, by name. */
  readonly keys: Readonly<Record<string, string>>
  /** Base URL of the hostile node itself. */
  readonly nodeUrl: string
  /** A second, honest node on another port of this machine. A request that reaches it has been led astray. */
  readonly trap: { readonly host: string; readonly port: number; readonly url: string }
}

export interface RequestChange {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Act = (encounter: Encounter) => void | Promise<void>

export interface Attack {
  readonly name: string
  /** What it does to a sync and to a key check. What it leaves alone is passed on unchanged. */
  readonly sync?: Act
  readonly check?: Act
  /** True alone for attacks on what no signature covers, in an answer that is authentic. */
  readonly mayOpen: boolean
  /** Every `data-code` that tells the user the truth about it. */
  readonly tells: readonly string[]
  /** Of the demo project's keys; `valid` unless told otherwise. */
  readonly key?: string
  /** The app keeps waiting afterwards, as it was asked to: nothing more can be tried in that window. */
  readonly endsWindow?: true
  /** It waits for one of the app's time limits. */
  readonly isSlow?: true
  /** It shows later than the outcome: how long to go on watching, and how many key checks there may be by then. */
  readonly watched?: { readonly ms: number; readonly checks: number }
}

type More = Partial<Omit<Attack, 'name' | 'mayOpen' | 'tells'>>

/** An attack on the answer to a key check. The product must stay shut. */
export const onCheck = (name: string, tells: readonly string[], act: Act, more: More = {}): Attack => ({
  name,
  check: act,
  mayOpen: false,
  tells,
  ...more,
})

/** An attack on the answer to a sync, which carries no signature. The product must stay shut. */
export const onSync = (name: string, tells: readonly string[], act: Act, more: More = {}): Attack => ({
  name,
  sync: act,
  mayOpen: false,
  tells,
  ...more,
})

/** An attack on what is shown, in an answer with its true signature: to be shown safely, or refused. */
export const onDisplay = (
  name: string,
  act: Act,
  tells: readonly string[] = ['KEY_VALID', 'answer-malformed'],
  more: More = {},
): Attack => ({ ...onCheck(name, tells, act, more), mayOpen: true })

/** A record as it stands on the wire; an attack may make anything of it. */
// biome-ignore lint/suspicious/noExplicitAny: its shape is what gets attacked
export type WireRecord = Record<string, any>

/** Sends something else in the place of the authentic record. */
export const record =
  (change: (record: WireRecord, encounter: Encounter) => unknown): Act =>
  async (encounter) => {
    const { body } = await encounter.authentic()
    send(encounter, JSON.stringify(change(JSON.parse(body) as WireRecord, encounter)))
  }

/** Sends another text in the place of the authentic one, under headers and a status of the attacker's choice. */
export const text =
  (
    change: (text: string, encounter: Encounter) => string | Buffer,
    { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ): Act =>
  async (encounter) => {
    const { body } = await encounter.authentic()
    send(encounter, change(body, encounter), { status, headers })
  }

/** The authentic answer as it is, but for the status and the headers. */
export const under = (status: number, headers: Readonly<Record<string, string>> = {}): Act =>
  text((body) => body, { status, headers })

/** Answers with bytes of its own, past every rule of HTTP. */
export const bytes =
  (write: (socket: IncomingMessage['socket'], encounter: Encounter, body: string) => void): Act =>
  async (encounter) => {
    const { body } = await encounter.authentic()
    write(encounter.request.socket, encounter, body)
  }

/** Puts a piece of JSON in the place of a field's value, also one that no JSON writer would write. */
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

import {
  createNonce,
  createScriptReceiver,
  type DeviceId,
  Heartbeat,
  heartbeatPath,
  isScriptSigned,
  KEY_VALID,
  type LicenseKey,
  LoadedScript,
  loadScriptPath,
  NEVER,
  type RandomBelow,
} from '@latchkey/protocol'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { cleanText } from './clean-text.ts'
import type { Schedule } from './clock.ts'
import type { ExchangeSettings } from './exchange-settings.ts'
import { readAnswer } from './read-answer.ts'
import { vetAddress } from './service-address.ts'
import { openTransfer } from './transfer.ts'
import type { PostTransport } from './transport.ts'

export interface DeliveredScript {
  readonly id: string
  /** To run as the body of a function of `module`, `exports`, `require` and `latchkey`. */
  readonly text: string
  /** For its heartbeats. */
  readonly session: string
  /** Unix seconds; -1 never. */
  readonly expiresAt: number
}

export type Delivery =
  | { readonly kind: 'delivered'; readonly script: DeliveredScript }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The message is for people. */
  | { readonly kind: 'failed'; readonly message: string }

export interface ScriptDelivery {
  /** Fetches a protected script for the license in use. It counts as an execution. Never rejects. */
  load(scriptId: string): Promise<Delivery>
  /** Asks whether a running script may go on. Rejects when there is no answer. */
  beat(script: Pick<DeliveredScript, 'id' | 'session'>, nonce: string): Promise<Heartbeat>
}

export interface ScriptDeliveryParts {
  readonly network: PostTransport
  readonly schedule: Schedule
  readonly random: RandomBelow
  readonly settings: ExchangeSettings | undefined
  /** Of the license in use; undefined while there is none. */
  readonly licensedKey: () => LicenseKey | undefined
  readonly device: { identify(): Promise<{ readonly id: DeviceId }> }
}

const ANSWER_MS = 15_000
const BODY_MS = 60_000
/** Of an answer: a script of 4 MiB, grown by its protection and in base64. */
const MAX_SCRIPT_BYTES = 32 * 1024 * 1024
const MOST_WORDS = 500

export function createScriptDelivery(parts: ScriptDeliveryParts): ScriptDelivery {
  const { network, schedule, settings } = parts
  const base = settings && vetAddress(settings.syncUrl, settings)

  /** Sends it once: a load that arrives counts as an execution. */
  async function ask<Schema extends TSchema>(path: string, body: object, schema: Schema) {
    if (settings === undefined || base === undefined)
      return failed('This copy of the app is not set up for scripts.')
    const transfer = openTransfer(schedule)
    try {
      const request = {
        url: base.href + path,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': settings.userAgent,
        },
        body: JSON.stringify(body),
        signal: transfer.signal,
      }
      const asked = await transfer.within(ANSWER_MS, network.post(request))
      if (asked === 'too-late' || asked.kind === 'fault')
        return failed('The license service was not reached.')
      const read = await transfer.within(BODY_MS, readAnswer(asked.answer, MAX_SCRIPT_BYTES))
      const value = read !== 'too-late' && read.kind === 'json' ? read.value : undefined
      if (asked.answer.status === 200 && Check(schema, value)) return { kind: 'answered' as const, value }
      return failed(messageOf(value) ?? 'The license service gave no answer that can be understood.')
    } finally {
      transfer.close()
    }
  }

  return {
    async load(scriptId) {
      const key = parts.licensedKey()
      if (settings === undefined || key === undefined) return failed('There is no license in use.')
      const nonce = createNonce(parts.random)
      const receiver = createScriptReceiver(scriptId)
      const { id: hwid } = await parts.device.identify()
      const body = { script_key: key, hwid, nonce, public_key: receiver.publicKey }
      const asked = await ask(loadScriptPath(scriptId), body, LoadedScript)
      if (asked.kind === 'failed') return asked
      const { code, message, data, script, sealed, session, signature } = asked.value
      if (code !== KEY_VALID) return { kind: 'refused', code, message: cleanText(message, MOST_WORDS) }

      const text = script ?? (sealed && opened(() => receiver.open(sealed)))
      // SECURITY: whoever stands in between could otherwise have this app run whatever they like.
      if (
        text === undefined ||
        !isScriptSigned(signature ?? '', { nonce, scriptId, script: text }, settings.secrets)
      ) {
        return failed('The script that came is not the service’s own, so it was not run.')
      }
      return {
        kind: 'delivered',
        script: { id: scriptId, text, session: session ?? '', expiresAt: data?.auth_expire ?? NEVER },
      }
    },
    async beat({ id, session }, nonce) {
      const asked = await ask(heartbeatPath(id), { session, nonce }, Heartbeat)
      if (asked.kind === 'failed') throw new Error(asked.message)
      return asked.value
    },
  }
}

const failed = (message: string) => ({ kind: 'failed' as const, message })

function opened(open: () => string): string | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}

const messageOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
    ? cleanText(value.message, MOST_WORDS)
    : undefined

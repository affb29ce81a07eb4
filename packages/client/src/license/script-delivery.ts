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
import { parseServiceUrl } from './service-address.ts'
import { openTransfer } from './transfer.ts'
import type { PostTransport } from './transport.ts'

/** A protected script, in plain text. */
export interface DeliveredScript {
  readonly id: string
  /** The body of a function with the parameters `module`, `exports`, `require` and `latchkey`. */
  readonly text: string
  /** Identifies this delivery in heartbeats. */
  readonly session: string
  /** Unix seconds; -1 never. */
  readonly expiresAt: number
}

/** The result of a request for a protected script. `code` is one of the service. */
export type Delivery =
  | { readonly kind: 'delivered'; readonly script: DeliveredScript }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** `message` is a sentence for people. */
  | { readonly kind: 'failed'; readonly message: string }

/** Fetches protected scripts and sends their heartbeats. */
export interface ScriptDelivery {
  /** Loads a protected script with the license in use. Counts as an execution. Never rejects. */
  load(scriptId: string): Promise<Delivery>
  /**
   * Sends a heartbeat. Its answer decides if the script may continue. Rejects without an answer.
   */
  beat(script: Pick<DeliveredScript, 'id' | 'session'>, nonce: string): Promise<Heartbeat>
}

/** What `createScriptDelivery` needs. */
export interface ScriptDeliveryParts {
  readonly network: PostTransport
  readonly schedule: Schedule
  readonly random: RandomBelow
  readonly settings: ExchangeSettings | undefined
  /** The key of the license in use; undefined while locked. */
  readonly licensedKey: () => LicenseKey | undefined
  readonly device: { identify(): Promise<{ readonly id: DeviceId }> }
}

const ANSWER_MS = 15_000
const BODY_MS = 60_000
/** Limit of an answer: a source of 4 MiB is larger after the protection and as base64. */
const MAX_SCRIPT_BYTES = 32 * 1024 * 1024
const MAX_MESSAGE_LENGTH = 500

/** Creates the delivery of protected scripts for the license that is in use. */
export function createScriptDelivery(parts: ScriptDeliveryParts): ScriptDelivery {
  const { network, schedule, settings } = parts
  const base = settings && parseServiceUrl(settings.syncUrl, settings)

  /** Sends a request at most once: a load that arrives counts as an execution. */
  async function send<Schema extends TSchema>(path: string, body: object, schema: Schema) {
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
      const result = await transfer.within(ANSWER_MS, network.post(request))
      if (result === 'too-late' || result.kind === 'fault')
        return failed('The license service was not reached.')
      const read = await transfer.within(BODY_MS, readAnswer(result.answer, MAX_SCRIPT_BYTES))
      const value = read !== 'too-late' && read.kind === 'json' ? read.value : undefined
      if (result.answer.status === 200 && Check(schema, value)) return { kind: 'answered' as const, value }
      return failed(messageOf(value) ?? 'The license service sent an answer that is not valid.')
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
      const result = await send(loadScriptPath(scriptId), body, LoadedScript)
      if (result.kind === 'failed') return result
      const { code, message, data, script, sealed, session, signature } = result.value
      if (code !== KEY_VALID)
        return { kind: 'refused', code, message: cleanText(message, MAX_MESSAGE_LENGTH) }

      const text = script ?? (sealed && orUndefined(() => receiver.open(sealed)))
      // SECURITY: without the signature, an attacker on the network could replace the script.
      if (
        text === undefined ||
        !isScriptSigned(signature ?? '', { nonce, scriptId, script: text }, settings.secrets)
      ) {
        return failed('The signature of the script is missing or wrong, so the script was not run.')
      }
      return {
        kind: 'delivered',
        script: { id: scriptId, text, session: session ?? '', expiresAt: data?.auth_expire ?? NEVER },
      }
    },
    async beat({ id, session }, nonce) {
      const result = await send(heartbeatPath(id), { session, nonce }, Heartbeat)
      if (result.kind === 'failed') throw new Error(result.message)
      return result.value
    },
  }
}

const failed = (message: string) => ({ kind: 'failed' as const, message })

function orUndefined(open: () => string): string | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}

const messageOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
    ? cleanText(value.message, MAX_MESSAGE_LENGTH)
    : undefined

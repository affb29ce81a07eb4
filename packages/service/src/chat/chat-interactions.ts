import { createPublicKey, verify } from 'node:crypto'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { isChatPublicKey } from '../core/accounts/projects.ts'

export const SIGNATURE_HEADER = 'x-signature-ed25519'
export const TIMESTAMP_HEADER = 'x-signature-timestamp'

/**
 * Each action of a user in the panel is one request, signed with the key of the application.
 * @param signed the timestamp's text, followed by the body as it was sent
 */
export function isSignedBy(publicKey: string, signature: string, signed: string): boolean {
  if (!/^[0-9a-f]{128}$/i.test(signature) || !isChatPublicKey(publicKey)) return false
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(signed), key, Buffer.from(signature, 'hex'))
}

const User = Type.Object({ id: Type.String() })
const Wire = Type.Object({
  type: Type.Integer(),
  /** The user is in `member` on a server, and in `user` in a direct message. */
  member: Type.Optional(Type.Object({ user: User })),
  user: Type.Optional(User),
  data: Type.Optional(
    Type.Object({
      custom_id: Type.Optional(Type.String()),
      components: Type.Optional(
        Type.Array(
          Type.Object({
            components: Type.Optional(
              Type.Array(Type.Object({ custom_id: Type.String(), value: Type.Optional(Type.String()) })),
            ),
          }),
        ),
      ),
    }),
  ),
})

export type Interaction =
  /** `command`: the application's command was typed, so the panel is shown. */
  | { readonly kind: 'ping' | 'command' | 'redeem-pressed' }
  | { readonly kind: 'reset-pressed'; readonly chatId: string }
  | { readonly kind: 'key-entered'; readonly chatId: string; readonly key: string }

const KINDS = { ping: 1, command: 2, component: 3, modal: 5 } as const
const ANSWERS = { pong: 1, message: 4, modal: 9 } as const
const COMPONENTS = { row: 1, button: 2, textInput: 4 } as const
const STYLES = { primary: 1, secondary: 2, singleLine: 1 } as const
/** Only the user who pressed the button sees the answer. */
const EPHEMERAL = 64
const REDEEM = 'latchkey:redeem'
const RESET = 'latchkey:reset'
const KEY_FIELD = 'key'

/** Reads an interaction. Undefined if it is not one of this panel. */
export function parseInteraction(body: unknown): Interaction | undefined {
  if (!Value.Check(Wire, body)) return undefined
  const { type, data } = body
  const chatId = body.member?.user.id ?? body.user?.id
  if (type === KINDS.ping) return { kind: 'ping' }
  if (type === KINDS.command) return { kind: 'command' }
  if (type === KINDS.component && data?.custom_id === REDEEM) return { kind: 'redeem-pressed' }
  if (chatId === undefined) return undefined
  if (type === KINDS.component && data?.custom_id === RESET) return { kind: 'reset-pressed', chatId }
  if (type !== KINDS.modal || data?.custom_id !== REDEEM) return undefined
  const fields = (data.components ?? []).flatMap((row) => row.components ?? [])
  const key = fields.find(({ custom_id }) => custom_id === KEY_FIELD)?.value
  return key === undefined ? undefined : { kind: 'key-entered', chatId, key: key.trim() }
}

export const PONG = { type: ANSWERS.pong }

export const panel = (projectName: string): object => ({
  type: ANSWERS.message,
  data: {
    content: `Your license for ${projectName}.`,
    // The name of a project must not notify users that it mentions.
    allowed_mentions: { parse: [] },
    components: [
      {
        type: COMPONENTS.row,
        components: [
          { type: COMPONENTS.button, style: STYLES.primary, label: 'Redeem', custom_id: REDEEM },
          { type: COMPONENTS.button, style: STYLES.secondary, label: 'Reset HWID', custom_id: RESET },
        ],
      },
    ],
  },
})

export const KEY_QUESTION = {
  type: ANSWERS.modal,
  data: {
    custom_id: REDEEM,
    title: 'Redeem a license key',
    components: [
      {
        type: COMPONENTS.row,
        components: [
          {
            type: COMPONENTS.textInput,
            style: STYLES.singleLine,
            custom_id: KEY_FIELD,
            label: 'License key',
            placeholder: '32 letters',
            required: true,
            max_length: 64,
          },
        ],
      },
    ],
  },
}

export const reply = (content: string): object => ({
  type: ANSWERS.message,
  data: { content, flags: EPHEMERAL, allowed_mentions: { parse: [] } },
})

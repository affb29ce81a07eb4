import { Heartbeat, KeyCheckRecord, LoadedScript } from '@latchkey/protocol'
import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { PathText, TEXT_LIMITS, Text } from './fields.ts'

const params = Type.Object({ script_id: PathText('The ID of the script.') })
const Nonce = Type.String({
  pattern: '^[a-zA-Z0-9]{16}$',
  description: '16 random letters and digits, new for each request.',
})
const noSuchScript = { status: 404, when: 'there is no such script, or it has no source yet' }

/** How a user's loader gets a script, and how the script asks whether it may go on. The interface leaves both open. */
export const LOADER_ENDPOINTS = {
  loadScript: {
    title: 'Load Script',
    subject: 'Loader',
    method: 'POST',
    path: '/v3/scripts/{script_id}/load',
    credentials: { kind: 'in-body' },
    description:
      'Hands the protected script to a licensed caller; to anyone, when Free for All is on. A decided request answers 200 whatever its `code`, by the rules of the key check, and counts as an execution of the key.',
    params,
    body: Type.Object(
      {
        script_key: Type.Optional(Text(TEXT_LIMITS.key, { description: 'The license key of the user.' })),
        hwid: Type.Optional(Text(TEXT_LIMITS.identifier, { description: 'The device ID.' })),
        nonce: Nonce,
        public_key: Type.Optional(
          Type.String({
            maxLength: 128,
            description:
              'Of a v4 loader, which a script may ask for: P-256, an uncompressed point in base64url, new for each request. The script is sealed to it.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    success: LoadedScript,
    refusals: [noSuchScript],
    refusal: KeyCheckRecord,
  },
  beatScript: {
    title: 'Heartbeat',
    subject: 'Loader',
    method: 'POST',
    path: '/v3/scripts/{script_id}/heartbeat',
    credentials: { kind: 'in-body' },
    description:
      'Asked by a script while it runs, when its heartbeat is on: whether the license still holds. It is no execution.',
    params,
    body: Type.Object(
      {
        session: Type.String({ maxLength: 2_048, description: 'From Load Script.' }),
        nonce: Nonce,
      },
      { additionalProperties: false },
    ),
    success: Heartbeat,
    refusals: [noSuchScript],
    refusal: KeyCheckRecord,
  },
} as const satisfies Record<string, EndpointData>

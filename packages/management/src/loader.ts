import { Heartbeat, KeyCheckRecord, LoadedScript } from '@latchkey/protocol'
import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { Input, PathText, TEXT_LIMITS, Text } from './fields.ts'

const Nonce = Type.String({
  pattern: '^[a-zA-Z0-9]{16}$',
  description: '16 random letters and digits, new for each request.',
})

const ofScript = {
  subject: 'Loader',
  method: 'POST',
  credentials: { kind: 'in-body' },
  params: Type.Object({ script_id: PathText('The ID of the script.') }),
  refusals: [{ status: 404, when: 'the script does not exist or has no source yet' }],
  refusal: KeyCheckRecord,
} as const

/** Endpoints for loading a script and for its heartbeats. The interface does not define them. */
export const LOADER_ENDPOINTS = {
  loadScript: {
    ...ofScript,
    title: 'Load Script',
    path: '/v3/scripts/{script_id}/load',
    description:
      'Delivers the protected script to a licensed caller, or to anyone if Free for All is on. The rules are those of the key check: a decided request is answered with 200 whatever its `code`, and counts as an execution of the key. With a `content-digest` (RFC 9530, SHA-256), the answer has the signature of a key check.',
    body: Input({
      script_key: Type.Optional(Text(TEXT_LIMITS.key, 'The license key of the user.')),
      hwid: Type.Optional(Text(TEXT_LIMITS.identifier, 'The device ID.')),
      nonce: Nonce,
      public_key: Type.Optional(
        Type.String({
          maxLength: 128,
          description:
            'The public key of a v4 loader, required if the script has `is_v4_loader`: an uncompressed P-256 point in base64url, new for each request. The script is encrypted for it.',
        }),
      ),
    }),
    success: LoadedScript,
  },
  beatScript: {
    ...ofScript,
    title: 'Heartbeat',
    path: '/v3/scripts/{script_id}/heartbeat',
    description:
      'Called by a running script whose heartbeat is on, to check whether the license is still valid. Does not count as an execution.',
    body: Input({
      session: Type.String({ maxLength: 2_048, description: 'From Load Script.' }),
      nonce: Nonce,
    }),
    success: Heartbeat,
  },
} as const satisfies Record<string, EndpointData>

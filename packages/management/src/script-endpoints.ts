import { Type } from 'typebox'
import { Refused } from './answers.ts'
import { CHALLENGE_HEADER } from './challenge.ts'
import type { EndpointData } from './endpoint.ts'
import { PathText } from './fields.ts'
import { ScriptProgress, ScriptUpdated, UpdateScriptBody } from './script.ts'

const ids = {
  project_id: PathText('The ID of one of the account’s projects.'),
  script_id: PathText('The ID of one of its scripts.'),
}

const noSuchScript = 'the account has no such project, or the project has no such script'

/**
 * Source: interface, "Update Script" and "Get Update Progress". The interface lists 400 and 403
 * here: a missing API key is answered with 400, a wrong one with 403.
 */
export const SCRIPT_ENDPOINTS = {
  updateScript: {
    title: 'Update Script',
    subject: 'Scripts',
    method: 'PUT',
    path: '/v3/projects/{project_id}/scripts/{script_id}',
    credentials: { kind: 'api-key', missing: 400, wrong: 403 },
    challenged: true,
    description:
      'Replaces the source of a script and changes the given settings. With `use_reactor` the update is processed in the background, and `track_progress` is the track ID for Get Update Progress. After a 504 the upload may still have been accepted: check whether `script_version` changed before you try again.',
    params: Type.Object(ids),
    headers: Type.Object({
      [CHALLENGE_HEADER]: Type.Optional(
        Type.String({ maxLength: 1_024, description: 'A solved challenge, `token:counter`.' }),
      ),
    }),
    body: UpdateScriptBody,
    success: ScriptUpdated,
    refusals: [
      { status: 400, when: 'the plan allows no more obfuscations' },
      { status: 404, when: noSuchScript },
      { status: 413, when: 'the script is too large; trying again does not help' },
      { status: 504, when: 'the update took too long; the upload may still have been accepted' },
    ],
    refusal: Refused,
  },
  getUpdateProgress: {
    title: 'Get Update Progress',
    subject: 'Scripts',
    method: 'GET',
    path: '/v3/projects/{project_id}/scripts/{script_id}/progress/{track_id}',
    credentials: { kind: 'api-key', missing: 400, wrong: 403 },
    description:
      'Returns the progress of an update in the background. Request it every few seconds until `status` is no longer `processing`. Every status other than `processing` and `completed` is a failure, with the reason in `message`. A completed update can still have failed: see `result`.',
    params: Type.Object({ ...ids, track_id: PathText('The `track_progress` of the update.') }),
    success: ScriptProgress,
    refusals: [{ status: 400, when: `${noSuchScript}, or the track does not exist` }],
    refusal: Refused,
  },
} as const satisfies Record<string, EndpointData>

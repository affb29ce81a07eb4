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

const noSuchScript = 'the account has no such project, or the project no such script'

/**
 * Source: interface, "Update Script" and "Get Update Progress". An API key that is missing is a 400 here and one
 * that is wrong a 403: the interface lists both.
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
      'Replaces the source of a script and changes the settings that are given. With `use_reactor` it is processed in the background, and `track_progress` names the track to follow with Get Update Progress. After a 504 the upload may have been accepted all the same: see whether `script_version` changed before you try again.',
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
      { status: 413, when: 'the script is too large for this channel; trying again does not help' },
      { status: 504, when: 'it took too long; the upload may have been accepted all the same' },
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
      'How far an update in the background is. Ask every couple of seconds until `status` is no longer `processing`. Any status but `processing` and `completed` is a failure, `message` says why, and a completed update can still have failed: `result` says so.',
    params: Type.Object({ ...ids, track_id: PathText('The `track_progress` of the update.') }),
    success: ScriptProgress,
    refusals: [{ status: 400, when: `${noSuchScript}, or there is no such track` }],
    refusal: Refused,
  },
} as const satisfies Record<string, EndpointData>

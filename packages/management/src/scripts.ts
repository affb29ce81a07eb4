import { Type } from 'typebox'
import { CHALLENGE_HEADER } from './challenge.ts'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Flag, Input, PathText, Refused, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { NO_SUCH_PROJECT, OF_PROJECT, projectId } from './of-project.ts'

const ffa = Flag('Free for All: anyone may run the script, without a key.')
const silent = Flag('Turns off the output of the protection layer. Not recommended.')

/** Source: interface, "Script". */
export const ScriptRecord = Type.Object({
  script_name: Type.String(),
  script_id: Type.String(),
  script_version: AnyText('A zero-padded number that increases with every successful update.'),
  ffa,
  silent,
})
export type ScriptRecord = Type.Static<typeof ScriptRecord>

const heartbeat = Flag(
  'The running script checks regularly whether the license is still valid. More secure. Recommended.',
)
const lightning = Flag('No inline checks inside of loops: faster, but slightly less secure.')
const is_v4_loader = Flag('Use the v4 loader: the script is delivered encrypted for the requesting loader.')

/** The settings that an update can change. Source: interface, "Script". */
export const ScriptSettings = Input({
  script_name: Type.Optional(Text(TEXT_LIMITS.scriptName, undefined, { minLength: 1 })),
  ffa: Type.Optional(ffa),
  silent: Type.Optional(silent),
  heartbeat: Type.Optional(heartbeat),
  lightning: Type.Optional(lightning),
  is_v4_loader: Type.Optional(is_v4_loader),
})
export type ScriptSettings = Type.Static<typeof ScriptSettings>

/** Source: interface, "Update Script". */
export const UpdateScriptBody = Input({
  script: Type.String({
    minLength: 1,
    description: 'The new source. At most 4 MiB in UTF-8, unless the service is configured otherwise.',
  }),
  ...ScriptSettings.properties,
  use_reactor: Type.Optional(
    Flag('true: processes the update in the background; the answer has `track_progress`.'),
  ),
})
export type UpdateScriptBody = Type.Static<typeof UpdateScriptBody>

/** The answer of Update Script. */
export const ScriptUpdated = Type.Object({
  success: DoneFields.success,
  message: Type.Optional(DoneFields.message),
  track_progress: Type.Optional(AnyText('The track ID, if the update is processed in the background.')),
})
export type ScriptUpdated = Type.Static<typeof ScriptUpdated>

/** Source: interface, "Script update progress". */
export const ScriptProgress = Type.Object({
  success: DoneFields.success,
  status: Type.String({
    description: '`processing` or `completed`; any other value is a failure.',
    examples: ['processing', 'completed', 'failed'],
  }),
  message: AnyText('The reason of a failure.'),
  reactor_status: Type.String({
    description: 'The current stage.',
    examples: ['parsing', 'obfuscating', 'completed'],
  }),
  result: Type.Optional(
    Type.Object(DoneFields, {
      description: 'Present if `status` is `completed`. A completed update can still have failed.',
    }),
  ),
})
export type ScriptProgress = Type.Static<typeof ScriptProgress>

/** A script with all its settings, and its last update. */
export const ScriptDetails = Type.Object({
  ...ScriptRecord.properties,
  heartbeat,
  lightning,
  is_v4_loader,
  last_update: Type.Optional(
    Type.Object(
      {
        ...ScriptProgress.properties,
        track_progress: AnyText('The track ID of the update.'),
        started_at: Whole('Unix seconds.'),
      },
      { description: 'The update that began last, also one that failed. Absent before the first one.' },
    ),
  ),
})
export type ScriptDetails = Type.Static<typeof ScriptDetails>

/** The answer of List Scripts. */
export const ScriptList = Type.Object({
  ...DoneFields,
  scripts: Type.Array(ScriptDetails, { description: 'The oldest first.' }),
  max_script_bytes: Whole('The largest source that Update Script takes, in UTF-8.'),
})
export type ScriptList = Type.Static<typeof ScriptList>

const ids = { project_id: projectId, script_id: PathText('The ID of one of its scripts.') }

const noSuchScript = 'the account has no such project, or the project has no such script'

/** The interface lists 400 and 403: the former for a missing API key, the latter for a wrong one. */
const ofScript = {
  subject: 'Scripts',
  credentials: { kind: 'api-key', missing: 400, wrong: 403 },
  refusal: Refused,
} as const

/** Source: interface, "Update Script" and "Get Update Progress". List Scripts is an addition. */
export const SCRIPT_ENDPOINTS = {
  listScripts: {
    ...OF_PROJECT,
    title: 'List Scripts',
    subject: 'Scripts',
    method: 'GET',
    path: '/v3/projects/{project_id}/scripts',
    leastRole: 'read-only',
    description:
      'Returns the scripts of a project with all their settings, and the last update of each. After an upload that broke off, it shows whether an update began, and whether `script_version` changed.',
    success: ScriptList,
    refusals: [NO_SUCH_PROJECT],
  },
  updateScript: {
    ...ofScript,
    title: 'Update Script',
    method: 'PUT',
    path: '/v3/projects/{project_id}/scripts/{script_id}',
    leastRole: 'owner',
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
  },
  getUpdateProgress: {
    ...ofScript,
    title: 'Get Update Progress',
    method: 'GET',
    path: '/v3/projects/{project_id}/scripts/{script_id}/progress/{track_id}',
    leastRole: 'read-only',
    description:
      'Returns the progress of an update in the background. Request it every few seconds until `status` is no longer `processing`. Every status other than `processing` and `completed` is a failure, with the reason in `message`. A completed update can still have failed: see `result`.',
    params: Type.Object({ ...ids, track_id: PathText('The `track_progress` of the update.') }),
    success: ScriptProgress,
    refusals: [{ status: 400, when: `${noSuchScript}, or the track does not exist` }],
  },
} as const satisfies Record<string, EndpointData>

import { Type } from 'typebox'
import { DoneFields } from './answers.ts'
import { TEXT_LIMITS, Text } from './fields.ts'

const ffa = { description: 'Free for All: anyone may run the script, without a key.' }
const silent = { description: 'Turns off what the protection layer prints. Not recommended.' }

/** Source: interface, "Script". */
export const ScriptRecord = Type.Object({
  script_name: Type.String(),
  script_id: Type.String(),
  script_version: Type.String({
    description: 'A zero-padded number. It changes with every update that succeeded.',
  }),
  ffa: Type.Boolean(ffa),
  silent: Type.Boolean(silent),
})
export type ScriptRecord = Type.Static<typeof ScriptRecord>

/** The settings that an update may set. Source: interface, "Script". */
export const ScriptSettings = Type.Object(
  {
    script_name: Type.Optional(Text(TEXT_LIMITS.scriptName, { minLength: 1 })),
    ffa: Type.Optional(Type.Boolean(ffa)),
    silent: Type.Optional(Type.Boolean(silent)),
    heartbeat: Type.Optional(
      Type.Boolean({
        description: 'While it runs it asks whether the license still holds. More secure. Recommended.',
      }),
    ),
    lightning: Type.Optional(
      Type.Boolean({
        description: 'Leaves the inline checks out of loops: faster, and a little less secure.',
      }),
    ),
    is_v4_loader: Type.Optional(
      Type.Boolean({
        description: 'Use the v4 loader: the script is delivered sealed to the run that asked.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ScriptSettings = Type.Static<typeof ScriptSettings>

/** Source: interface, "Update Script". */
export const UpdateScriptBody = Type.Object(
  {
    script: Type.String({
      minLength: 1,
      description: 'The new source. At most 4 MiB in UTF-8, unless the service is set up otherwise.',
    }),
    ...ScriptSettings.properties,
    use_reactor: Type.Optional(
      Type.Boolean({ description: 'true: process it in the background and answer with `track_progress`.' }),
    ),
  },
  { additionalProperties: false },
)
export type UpdateScriptBody = Type.Static<typeof UpdateScriptBody>

export const ScriptUpdated = Type.Object({
  success: DoneFields.success,
  message: Type.Optional(DoneFields.message),
  track_progress: Type.Optional(
    Type.String({ description: 'The track ID, when it is processed in the background.' }),
  ),
})
export type ScriptUpdated = Type.Static<typeof ScriptUpdated>

/** Source: interface, "Script update progress". */
export const ScriptProgress = Type.Object({
  success: DoneFields.success,
  status: Type.String({
    description: '`processing`, `completed`, or anything else: it failed.',
    examples: ['processing', 'completed', 'failed'],
  }),
  message: Type.String({ description: 'The reason, when it failed.' }),
  reactor_status: Type.String({
    description: 'The current stage.',
    examples: ['parsing', 'obfuscating', 'completed'],
  }),
  result: Type.Optional(
    Type.Object(DoneFields, {
      description: 'Present when completed. A completed update can still have failed.',
    }),
  ),
})
export type ScriptProgress = Type.Static<typeof ScriptProgress>

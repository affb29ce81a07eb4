import { Type } from 'typebox'
import { DoneFields } from './answers.ts'
import { TEXT_LIMITS, Text } from './fields.ts'

const ffa = { description: 'Free for All: anyone may run the script, without a key.' }
const silent = { description: 'Turns off the output of the protection layer. Not recommended.' }

/** Source: interface, "Script". */
export const ScriptRecord = Type.Object({
  script_name: Type.String(),
  script_id: Type.String(),
  script_version: Type.String({
    description: 'A zero-padded number that increases with every successful update.',
  }),
  ffa: Type.Boolean(ffa),
  silent: Type.Boolean(silent),
})
export type ScriptRecord = Type.Static<typeof ScriptRecord>

/** The settings that an update can change. Source: interface, "Script". */
export const ScriptSettings = Type.Object(
  {
    script_name: Type.Optional(Text(TEXT_LIMITS.scriptName, { minLength: 1 })),
    ffa: Type.Optional(Type.Boolean(ffa)),
    silent: Type.Optional(Type.Boolean(silent)),
    heartbeat: Type.Optional(
      Type.Boolean({
        description:
          'The running script checks regularly whether the license is still valid. More secure. Recommended.',
      }),
    ),
    lightning: Type.Optional(
      Type.Boolean({
        description: 'No inline checks inside of loops: faster, but slightly less secure.',
      }),
    ),
    is_v4_loader: Type.Optional(
      Type.Boolean({
        description: 'Use the v4 loader: the script is delivered encrypted for the requesting loader.',
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
      description: 'The new source. At most 4 MiB in UTF-8, unless the service is configured otherwise.',
    }),
    ...ScriptSettings.properties,
    use_reactor: Type.Optional(
      Type.Boolean({
        description: 'true: processes the update in the background; the answer has `track_progress`.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type UpdateScriptBody = Type.Static<typeof UpdateScriptBody>

export const ScriptUpdated = Type.Object({
  success: DoneFields.success,
  message: Type.Optional(DoneFields.message),
  track_progress: Type.Optional(
    Type.String({ description: 'The track ID, if the update is processed in the background.' }),
  ),
})
export type ScriptUpdated = Type.Static<typeof ScriptUpdated>

/** Source: interface, "Script update progress". */
export const ScriptProgress = Type.Object({
  success: DoneFields.success,
  status: Type.String({
    description: '`processing` or `completed`; any other value is a failure.',
    examples: ['processing', 'completed', 'failed'],
  }),
  message: Type.String({ description: 'The reason of a failure.' }),
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

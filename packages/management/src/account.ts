import { Type } from 'typebox'
import { DoneFields } from './answers.ts'
import { Whole } from './fields.ts'
import { ScriptRecord } from './script.ts'

/** Source: interface, "Project". */
export const ProjectRecord = Type.Object({
  platform: Type.String({ description: 'The platform of the project.' }),
  id: Type.String(),
  name: Type.String(),
  settings: Type.Object({
    reset_hwid_cooldown: Whole('Seconds between two device resets. 0: no cooldown. -1: resets are disabled.'),
  }),
  scripts: Type.Array(ScriptRecord),
})
export type ProjectRecord = Type.Static<typeof ProjectRecord>

/** Source: interface, "API key details". */
export const ApiKeyDetails = Type.Object({
  ...DoneFields,
  email: Type.String(),
  chat_id: Type.String({ description: 'Empty when none is linked.' }),
  expires_at: Whole('Unix seconds; -1: the API key does not expire.'),
  registered_at: Whole('Unix seconds.'),
  plan: Type.String({ description: 'A plan code.' }),
  enabled: Whole('1: the API key is enabled. 0: it is disabled.'),
  projects: Type.Array(ProjectRecord, { description: 'Every project of the account.' }),
})
export type ApiKeyDetails = Type.Static<typeof ApiKeyDetails>

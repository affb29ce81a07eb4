import { Type } from 'typebox'
import { DoneFields } from './answers.ts'
import { Whole } from './fields.ts'

/** Source: interface, "Usage statistics". */
export const UsageStatistics = Type.Object({
  ...DoneFields,
  execution_data: Type.Object({
    frequency: Whole('The seconds that each value covers: 3600.'),
    executions: Type.Array(Type.Integer(), {
      description: 'The last 168 values, oldest first. The last value is the current hour.',
    }),
  }),
  stats: Type.Object({
    obfuscations: Whole('Obfuscations used since the last reset.'),
    scripts: Whole('The number of scripts.'),
    users: Whole('The number of users.'),
    attacks_blocked: Whole(
      'The number of key checks with a bad signature, a repeated nonce or a time outside of the window.',
    ),
    default: Type.Object(
      { scripts: Type.Integer(), users: Type.Integer(), obfuscations: Type.Integer() },
      { description: 'The limits of the plan.' },
    ),
    reset_at: Whole('Unix seconds at which `obfuscations` is reset to 0.'),
    users_detail: Type.Optional(
      Type.Object(
        {
          whitelisted: Whole('The number of users that are not banned.'),
          banned: Whole('The number of banned users.'),
        },
        { description: 'Omitted with `noUsers`.' },
      ),
    ),
  }),
})
export type UsageStatistics = Type.Static<typeof UsageStatistics>

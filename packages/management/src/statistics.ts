import { Type } from 'typebox'
import { DoneFields } from './answers.ts'
import { Whole } from './fields.ts'

/** Source: interface, "Usage statistics". */
export const UsageStatistics = Type.Object({
  ...DoneFields,
  execution_data: Type.Object({
    frequency: Whole('Seconds that each value stands for: 3600.'),
    executions: Type.Array(Type.Integer(), {
      description: 'The last 168 values, oldest first. The last one is the hour under way.',
    }),
  }),
  stats: Type.Object({
    obfuscations: Whole('Obfuscations used since the last reset.'),
    scripts: Whole('How many scripts there are.'),
    users: Whole('How many users there are.'),
    attacks_blocked: Whole(
      'Key checks with a bad signature, a nonce used before or a time outside the window.',
    ),
    default: Type.Object(
      { scripts: Type.Integer(), users: Type.Integer(), obfuscations: Type.Integer() },
      { description: 'The limits of the plan.' },
    ),
    reset_at: Whole('Unix seconds at which the obfuscations begin at 0 again.'),
    users_detail: Type.Optional(
      Type.Object(
        {
          whitelisted: Whole('Users that are not banned.'),
          banned: Whole('Users that are banned.'),
        },
        { description: 'Left out with `noUsers`.' },
      ),
    ),
  }),
})
export type UsageStatistics = Type.Static<typeof UsageStatistics>

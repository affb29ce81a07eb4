import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Whole } from './fields.ts'
import { NO_SUCH_PROJECT, OF_PROJECT } from './of-project.ts'

/** The numbers of users, scripts and obfuscations of an account. */
const PlanCounts = (description: string) =>
  Type.Object(
    { users: Type.Integer(), scripts: Type.Integer(), obfuscations: Type.Integer() },
    { description },
  )
const Values = (description: string) => Type.Array(Type.Integer(), { description })
const since = Whole('Unix seconds at which the first value begins, in UTC.')

/** The answer of Get Overview. Values are oldest first; the last one is of the hour or day now. */
export const Overview = Type.Object({
  ...DoneFields,
  at: Whole('Unix seconds of the answer.'),
  hours: Type.Object(
    {
      since,
      executions: Values('Key checks that counted as executions: 168 values.'),
      attacks_blocked: Values('Blocked attacks: 168 values.'),
    },
    { description: 'Each hour of the last week.' },
  ),
  refusals: Type.Array(
    Type.Object({ code: AnyText('Such as `KEY_EXPIRED`.'), hours: Values('As `hours`: 168 values.') }),
    {
      description:
        'Refused key checks by their code, the most frequent first. They are added every four seconds.',
    },
  ),
  days: Type.Object(
    {
      since,
      active_users: Values('Keys with an accepted check on the day, which begins at 00:00 UTC: 30 values.'),
    },
    { description: 'Each of the last 30 days.' },
  ),
  keys: Type.Object(
    {
      active: Type.Integer(),
      unused: Type.Integer(),
      expired: Type.Integer(),
      stopped: Type.Integer(),
      banned: Type.Integer(),
    },
    { description: 'The number of keys in each state; see List Keys.' },
  ),
  ends: Type.Object(
    {
      since: Whole('Unix seconds at which the present hour begins.'),
      keys: Values('Keys that are neither banned nor stopped and end in the hour: 768 values.'),
    },
    { description: 'Each hour of the next 32 days.' },
  ),
  plan: Type.Object(
    {
      code: AnyText('A plan code.'),
      used: PlanCounts('Of the account, over all its projects; obfuscations since the last reset.'),
      limits: PlanCounts('The limits of the plan. 2147483647: no limit.'),
      reset_at: Whole('Unix seconds at which the used obfuscations are reset to 0.'),
    },
    { description: 'The plan of the account.' },
  ),
})
export type Overview = Type.Static<typeof Overview>

/** An addition to the interface. */
export const OVERVIEW_ENDPOINTS = {
  getOverview: {
    ...OF_PROJECT,
    title: 'Get Overview',
    subject: 'Projects',
    method: 'GET',
    path: '/v3/projects/{project_id}/overview',
    leastRole: 'read-only',
    description:
      'Returns the counts of a project that the console plots: key checks, blocked attacks and refusals by hour, active users by day, keys by state, keys by the hour of their end, and what the plan of the account limits. Everything is counted when it happens, so the answer takes the same time for any number of keys. Refusals and active users are counted since the service has this endpoint.',
    success: Overview,
    refusals: [NO_SUCH_PROJECT],
  },
} as const satisfies Record<string, EndpointData>

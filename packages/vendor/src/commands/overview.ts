import { KEY_STATES, type Overview } from '@latchkey/management'
import { defineCommand } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { pairs } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'
import { executionChart, format, sum } from './account.ts'

const overview = defineCommand({
  name: 'overview',
  summary: 'Shows what happens in a project, as the console plots it.',
  description: 'Key checks, refusals, active users, keys by state and end, and the limits of the plan.',
  async run({ client, output, times }) {
    const answer = expectOk(await client.getOverview())
    output.show(answer, describeOverview(answer, times))
  },
})

const HOURS_OF_30_DAYS = 30 * 24

function describeOverview(answer: Overview, times: Times): readonly string[] {
  const { hours, refusals, days, keys, ends, plan } = answer
  const ofLimit = (name: 'users' | 'scripts' | 'obfuscations') =>
    `${format(plan.used[name])} of ${format(plan.limits[name])}`
  const byCode = refusals.map(({ code, hours }) => `${format(sum(hours))} ${code}`).join(', ')
  return [
    ...executionChart({ frequency: 3_600, executions: hours.executions }),
    '',
    ...pairs([
      ['Refusals in 7 days', byCode || 'none'],
      ['Attacks blocked in 7 days', format(sum(hours.attacks_blocked))],
      ['Active users today', format(days.active_users.at(-1) ?? 0)],
      ['Keys', KEY_STATES.map((state) => `${format(keys[state])} ${state}`).join(', ')],
      ['Keys that end in 30 days', format(sum(ends.keys.slice(0, HOURS_OF_30_DAYS)))],
      ['Users', ofLimit('users')],
      ['Scripts', ofLimit('scripts')],
      ['Obfuscations', `${ofLimit('obfuscations')}, reset at ${times.describe(plan.reset_at)}`],
    ]),
  ]
}

export const OVERVIEW_COMMANDS = [overview]

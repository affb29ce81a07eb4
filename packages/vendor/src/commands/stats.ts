import type { UsageStatistics } from '@latchkey/management'
import { chart } from '../command-line/chart.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { pairs } from '../command-line/table.ts'
import type { Times } from '../command-line/times.ts'

/** A week of hours in columns of three hours each; fits a terminal of 80. */
const CHART_WIDTH = 56
const SECONDS_AN_HOUR = 3_600

const numbers = new Intl.NumberFormat('en')

export const stats = defineCommand({
  verb: 'stats',
  summary: 'What the account used, with a chart of executions.',
  arguments: [],
  options: {
    'no-users': { type: 'boolean', help: 'Without counting banned users, which may be slightly faster.' },
  },
  needs: 'api-key',
  async run({ client, output, times }, options) {
    const outcome = await client.statistics(options['no-users'] === true ? { noUsers: true } : {})
    if (outcome.kind !== 'ok') return output.refuse(outcome)
    output.show(outcome.value, describe(outcome.value, times))
    return EXIT.ok
  },
})

function describe({ execution_data, stats: counts }: UsageStatistics, times: Times): readonly string[] {
  const { default: limits, users_detail: detail } = counts
  const split =
    detail === undefined
      ? ''
      : ` (${numbers.format(detail.whitelisted)} allowed in, ${numbers.format(detail.banned)} banned)`
  return [
    ...executionChart(execution_data),
    '',
    ...pairs([
      ['Users', `${ofLimit(counts.users, limits.users)}${split}`],
      ['Scripts', ofLimit(counts.scripts, limits.scripts)],
      [
        'Obfuscations',
        `${ofLimit(counts.obfuscations, limits.obfuscations)}, from 0 again ${times.describe(counts.reset_at)}`,
      ],
      ['Attacks blocked', numbers.format(counts.attacks_blocked)],
    ]),
  ]
}

function executionChart({ executions, frequency }: UsageStatistics['execution_data']): readonly string[] {
  const hours = (values: number) => numbers.format((values * frequency) / SECONDS_AN_HOUR)
  const total = executions.reduce((sum, value) => sum + value, 0)
  const title = `${numbers.format(total)} executions in the last ${hours(executions.length)} hours`
  if (total === 0) return [title]
  const { lines, valuesAColumn, peak } = chart(executions, CHART_WIDTH)
  return [
    title,
    '',
    ...lines.map((line) => line.trimEnd()),
    `${'─'.repeat(lines[0]?.length ?? 0)} now`,
    `One column is ${hours(valuesAColumn)} h; the highest is ${numbers.format(peak)}.`,
  ]
}

const ofLimit = (used: number, limit: number): string => `${numbers.format(used)} of ${numbers.format(limit)}`

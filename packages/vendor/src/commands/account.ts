import type { ApiKeyDetails, ProjectRecord, UsageStatistics } from '@latchkey/management'
import { defineCommand } from '../command-line/command.ts'
import { EXIT, expectOk } from '../command-line/exit.ts'
import { type Column, pairs, table } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'

const account = defineCommand({
  name: 'account',
  summary: 'Shows the account of the API key, and its projects.',
  needs: 'api-key',
  async run({ client, output, times }) {
    const details = expectOk(await client.getApiKeyDetails())
    output.show(details, describeAccount(details, times))
  },
})

const describeAccount = (details: ApiKeyDetails, times: Times): readonly string[] => [
  ...pairs([
    ['E-mail', details.email],
    ['Chat ID', details.chat_id || '–'],
    ['Plan', details.plan],
    ['API key', details.enabled === 1 ? 'enabled' : 'disabled'],
    ['Expires', times.describe(details.expires_at)],
    ['Registered', times.describe(details.registered_at)],
  ]),
  '',
  ...(details.projects.length === 0 ? ['No projects.'] : table(projectColumns(times), details.projects)),
]

const projectColumns = (times: Times): readonly Column<ProjectRecord>[] => [
  { title: 'PROJECT', cell: ({ id }) => id },
  { title: 'NAME', cell: ({ name }) => name, maxLength: 40 },
  { title: 'PLATFORM', cell: ({ platform }) => platform },
  { title: 'SCRIPTS', cell: ({ scripts }) => String(scripts.length), align: 'right' },
  {
    title: 'DEVICE RESETS',
    cell: ({ settings }) => times.cooldown(settings.reset_hwid_cooldown),
  },
]

const stats = defineCommand({
  name: 'stats',
  summary: 'Shows the usage of the account, with a chart of executions.',
  options: { 'no-users': { help: 'Do not count banned users. May be slightly faster.' } },
  needs: 'api-key',
  async run({ client, output, times }, { 'no-users': noUsers }) {
    const statistics = expectOk(await client.getApiKeyStats({ query: noUsers ? { noUsers } : {} }))
    output.show(statistics, describeStatistics(statistics, times))
  },
})

export const format = new Intl.NumberFormat('en').format
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function describeStatistics({ execution_data, stats }: UsageStatistics, times: Times): readonly string[] {
  const { default: limits, users_detail: detail } = stats
  const ofLimit = (name: 'users' | 'scripts' | 'obfuscations') =>
    `${format(stats[name])} of ${format(limits[name])}`
  const split = detail && ` (${format(detail.whitelisted)} allowed, ${format(detail.banned)} banned)`
  return [
    ...executionChart(execution_data),
    '',
    ...pairs([
      ['Users', `${ofLimit('users')}${split ?? ''}`],
      ['Scripts', ofLimit('scripts')],
      ['Obfuscations', `${ofLimit('obfuscations')}, reset at ${times.describe(stats.reset_at)}`],
      ['Attacks blocked', format(stats.attacks_blocked)],
    ]),
  ]
}

/** A week of hours in columns of three hours each fits a terminal of 80 columns. */
const CHART_WIDTH = 56
const CHART_HEIGHT = 4
const BLOCKS = ' ▁▂▃▄▅▆▇█'
const BLOCK_HEIGHT = BLOCKS.length - 1

/** A bar chart in block characters, oldest on the left. Every value above 0 is visible. */
export function executionChart({
  executions,
  frequency,
}: UsageStatistics['execution_data']): readonly string[] {
  const hours = (values: number) => format((values * frequency) / 3_600)
  const title = `${format(sum(executions))} executions in the last ${hours(executions.length)} hours`
  if (sum(executions) === 0) return [title]

  const perColumn = Math.ceil(executions.length / CHART_WIDTH)
  const columns: number[] = []
  // Starts with the newest, so that only the oldest column can contain fewer values.
  for (let end = executions.length; end > 0; end -= perColumn) {
    columns.unshift(sum(executions.slice(Math.max(0, end - perColumn), end)))
  }
  const peak = Math.max(...columns)
  const heights = columns.map((value) => Math.ceil((value / peak) * CHART_HEIGHT * BLOCK_HEIGHT))
  const lines = Array.from({ length: CHART_HEIGHT }, (_, row) => {
    const below = (CHART_HEIGHT - 1 - row) * BLOCK_HEIGHT
    return heights.map((height) => BLOCKS[Math.min(BLOCK_HEIGHT, Math.max(0, height - below))]).join('')
  })
  return [
    title,
    '',
    ...lines.map((line) => line.trimEnd()),
    `${'─'.repeat(columns.length)} now`,
    `One column is ${hours(perColumn)} h; the highest is ${format(peak)}.`,
  ]
}

const status = defineCommand({
  name: 'status',
  summary: 'Shows whether the service is working.',
  description: 'Needs no API key. Exits with 1 if the service reports that it is not working.',
  needs: 'nothing',
  async run({ client, output }) {
    const record = expectOk(await client.getStatus())
    const { active, version, message, warning, warning_message } = record
    output.show(record, [`${active ? 'active' : 'not active'}  version ${version}`])
    if (message !== '') output.notify(message)
    if (warning) output.notify(`Warning: ${warning_message}`)
    return active ? EXIT.ok : EXIT.refused
  },
})

export const ACCOUNT_COMMANDS = [account, stats, status]

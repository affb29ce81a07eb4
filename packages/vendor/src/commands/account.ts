import type { ApiKeyDetails, ProjectRecord } from '@latchkey/management'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { pairs, table } from '../command-line/table.ts'
import type { Times } from '../command-line/times.ts'

export const account = defineCommand({
  verb: 'account',
  summary: 'Whose API key it is, and its projects.',
  arguments: [],
  options: {},
  needs: 'api-key',
  async run({ client, output, times }) {
    const outcome = await client.account()
    if (outcome.kind !== 'ok') return output.refuse(outcome)
    output.show(outcome.value, describe(outcome.value, times))
    return EXIT.ok
  },
})

const describe = (details: ApiKeyDetails, times: Times): readonly string[] => [
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

const projectColumns = (times: Times) =>
  [
    { title: 'PROJECT', cell: ({ id }: ProjectRecord) => id },
    { title: 'NAME', cell: ({ name }: ProjectRecord) => name, most: 40 },
    { title: 'PLATFORM', cell: ({ platform }: ProjectRecord) => platform },
    { title: 'SCRIPTS', cell: ({ scripts }: ProjectRecord) => String(scripts.length), align: 'right' },
    {
      title: 'DEVICE RESETS',
      cell: ({ settings }: ProjectRecord) => resets(settings.reset_hwid_cooldown, times),
    },
  ] as const

function resets(cooldownSeconds: number, times: Times): string {
  if (cooldownSeconds < 0) return 'disabled'
  return cooldownSeconds === 0 ? 'at any time' : `once in ${times.length(cooldownSeconds)}`
}

import { DEFAULT_PAGE_SIZE, type UserQuery, type UserRecord } from '@latchkey/management'
import {
  defineCommand,
  given,
  type OptionSpecs,
  type OptionValues,
  type Tools,
} from '../command-line/command.ts'
import { EXIT, type ExitCode } from '../command-line/exit-codes.ts'
import { pairs, table } from '../command-line/table.ts'
import type { Times } from '../command-line/times.ts'
import { UsageError } from '../command-line/usage-error.ts'

const OPTIONS = {
  key: { type: 'string', value: 'KEY', help: 'The user of this key, with everything that is known.' },
  identifier: { type: 'string', value: 'ID', help: 'The user linked to this device.' },
  'chat-id': { type: 'string', value: 'ID', help: 'The user linked to this chat ID.' },
  search: { type: 'string', value: 'TEXT', help: 'Users with this text in key, device, chat ID or note.' },
  from: { type: 'string', value: 'N', help: 'The position of the first, from 0 on.' },
  to: {
    type: 'string',
    value: 'N',
    help: `The position after the last. Otherwise ${DEFAULT_PAGE_SIZE} users.`,
  },
  all: { type: 'boolean', help: 'Every user, in as many requests as it takes.' },
} as const satisfies OptionSpecs

export const usersList = defineCommand({
  verb: 'users list',
  summary: 'The users of a project, newest last.',
  arguments: [],
  options: OPTIONS,
  needs: 'project',
  run(tools, options) {
    if (options.all === true && options.to !== undefined) {
      throw new UsageError('--all and --to exclude each other.')
    }
    const query: UserQuery = given({
      user_key: options.key,
      identifier: options.identifier,
      chat_id: options['chat-id'],
      search: options.search,
      from: position(options.from, '--from'),
      until: position(options.to, '--to'),
    })
    return options.all === true ? listAll(tools, query) : listPage(tools, query, isForOne(options))
  },
})

const isForOne = (options: OptionValues<typeof OPTIONS>): boolean =>
  options.key !== undefined || options.identifier !== undefined || options['chat-id'] !== undefined

async function listPage(
  { client, projectId, output, times }: Tools,
  query: UserQuery,
  isForOne: boolean,
): Promise<ExitCode> {
  const outcome = await client.users.list(projectId, query)
  if (outcome.kind !== 'ok') return output.refuse(outcome)
  const { users } = outcome.value
  const [only] = users
  const lines = isForOne && only !== undefined ? describe(only, times) : table(columns(times), users)
  output.show(users, users.length === 0 ? [] : lines)
  if (users.length === 0) output.say('No users.')
  if (query.until === undefined && users.length === DEFAULT_PAGE_SIZE) {
    output.say(`These are ${DEFAULT_PAGE_SIZE}; there may be more. --all lists every user.`)
  }
  return EXIT.ok
}

/** A million users do not fit a terminal, but they fit in memory, and a table needs the widest cell. */
async function listAll({ client, projectId, output, times }: Tools, query: UserQuery): Promise<ExitCode> {
  const users: UserRecord[] = []
  for await (const outcome of client.users.all(projectId, query)) {
    if (outcome.kind !== 'ok') return output.refuse(outcome)
    users.push(outcome.value)
  }
  output.show(users, users.length === 0 ? [] : table(columns(times), users))
  output.say(users.length === 1 ? '1 user.' : `${users.length} users.`)
  return EXIT.ok
}

const columns = (times: Times) =>
  [
    { title: 'KEY', cell: (user: UserRecord) => user.user_key || '–' },
    { title: 'STATUS', cell: (user: UserRecord) => (user.banned === 1 ? 'banned' : user.status) },
    { title: 'EXPIRES', cell: (user: UserRecord) => times.describe(user.auth_expire) },
    { title: 'RUNS', cell: (user: UserRecord) => String(user.total_executions), align: 'right' },
    { title: 'DEVICE', cell: (user: UserRecord) => user.identifier || '–', most: 14 },
    { title: 'CHAT ID', cell: (user: UserRecord) => user.chat_id || '–', most: 20 },
    { title: 'NOTE', cell: (user: UserRecord) => user.note, most: 40 },
  ] as const

const describe = (user: UserRecord, times: Times): readonly string[] =>
  pairs([
    ['Key', user.user_key || '–'],
    ['Status', user.status],
    ['Expires', times.describe(user.auth_expire)],
    ['Executions', String(user.total_executions)],
    ['Device', user.identifier || '–'],
    ['Device resets', resets(user, times)],
    ['Chat ID', user.chat_id || '–'],
    ['Note', user.note || '–'],
    ...(user.banned === 1
      ? ([
          ['Banned', user.ban_expire === -1 ? 'for good' : `until ${times.describe(user.ban_expire)}`],
          ['Ban reason', user.ban_reason || '–'],
          ['Banned address', user.ban_ip || '–'],
          ['Unban token', user.unban_token],
        ] as const)
      : []),
  ])

const resets = ({ total_resets, last_reset }: UserRecord, times: Times): string =>
  total_resets === 0 ? '0' : `${total_resets}, the last ${times.describe(last_reset)}`

function position(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${option} takes a position: 0, 1, 2 and so on.`)
  return Number(text)
}

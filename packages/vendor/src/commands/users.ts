import { UsageError, wholeNumber } from '@latchkey/command-line'
import {
  DEFAULT_PAGE_SIZE,
  type KeyFound,
  type KeyRecord,
  type UserQuery,
  type UserRecord,
} from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import type { Unsuccessful } from '../client/outcome.ts'
import { waitOutRateLimit } from '../client/repeated-requests.ts'
import { defineCommand, given, type Tools } from '../command-line/command.ts'
import { EXIT, type ExitCode, exitCodeOf, expectOk, refusal } from '../command-line/exit.ts'
import { type Column, pairs, sentenceOf, table } from '../command-line/output.ts'
import { EXPIRY_OPTIONS, type Times } from '../command-line/times.ts'
import { CUSTOMER_OPTIONS } from './customers.ts'
import { LIMIT_OPTIONS } from './devices.ts'
import { describeTerms, TERM_CHANGES, TERM_OPTIONS, termsOf } from './terms.ts'

const parsePosition = wholeNumber(0, 999_999_999)
/** Options that select a part of a list. */
export const pageOptions = (item: string) =>
  ({
    from: { value: 'N', help: `The position of the first ${item}, from 0.`, parse: parsePosition },
    to: {
      value: 'N',
      help: `The position after the last ${item}. Default: ${DEFAULT_PAGE_SIZE} ${item}s.`,
      parse: parsePosition,
    },
  }) as const

const list = defineCommand({
  name: 'users list',
  summary: 'Lists the users of a project, newest last.',
  options: {
    key: { value: 'KEY', help: 'The user of this key, with all details.' },
    identifier: { value: 'ID', help: 'The user linked to this device.' },
    'chat-id': { value: 'ID', help: 'The user linked to this chat ID.' },
    search: {
      value: 'TEXT',
      help: 'Users with this text in key, device, chat ID or note. Vendor notes are found in the console.',
    },
    ...pageOptions('user'),
    all: { help: 'All users, in as many requests as necessary.' },
  },
  async run(tools, { key, identifier, 'chat-id': chatId, search, from, to, all = false }) {
    if (all && to !== undefined) throw new UsageError('--all and --to cannot be combined.')
    const query = given({
      user_key: key,
      identifier,
      chat_id: chatId,
      search,
      from,
      until: to,
    })
    const { client, output, times } = tools
    const users = all ? await readAll(tools, query) : expectOk(await client.getUsers({ query })).users
    const [first] = users
    const isForOne = !all && (key ?? identifier ?? chatId) !== undefined
    const lines = () =>
      isForOne && first ? pairs(detailsOf(first, times)) : table(userColumns(times), users)
    output.show(users, first && lines())
    if (all) output.notify(users.length === 1 ? '1 user.' : `${users.length} users.`)
    else if (first === undefined) output.notify('No users.')
    else if (to === undefined && users.length === DEFAULT_PAGE_SIZE) {
      output.notify(`These are ${DEFAULT_PAGE_SIZE} users; there may be more. --all lists every user.`)
    }
  },
})

const show = defineCommand({
  name: 'users show <KEY>',
  summary: 'Shows a key with all details, and what it opens.',
  async run({ client, output, times }, _, [key = '']) {
    const found = expectOk(await client.getKey({ query: { user_key: key } }))
    const { key: record, device_ban } = found
    const banned = device_ban && expectOk(await client.getKey({ query: { id: device_ban.id } })).key
    const lines = () => [
      ...detailsOf(record, times),
      ...describeDeviceBan(found, banned, times),
      ...describeTerms(record, times),
    ]
    output.show({ ...record, ...(device_ban && { device_ban }) }, pairs(lines()))
  },
})

/** Collects all users: the table needs the widest cell, and a million users fit into memory. */
async function readAll({ client }: Tools, query: UserQuery): Promise<UserRecord[]> {
  const users: UserRecord[] = []
  for await (const outcome of client.allUsers({ query })) users.push(expectOk(outcome))
  return users
}

const userColumns = (times: Times): readonly Column<UserRecord>[] => [
  { title: 'KEY', cell: (user) => user.user_key || '–' },
  { title: 'STATUS', cell: (user) => (user.banned === 1 ? 'banned' : STATUS_WORDS[wordOf(user)].short) },
  { title: 'EXPIRES', cell: (user) => times.describe(user.auth_expire) },
  { title: 'RUNS', cell: (user) => String(user.total_executions), align: 'right' },
  { title: 'DEVICE', cell: (user) => user.identifier || '–', maxLength: 14 },
  { title: 'CHAT ID', cell: (user) => user.chat_id || '–', maxLength: 20 },
  { title: 'NOTE', cell: (user) => user.note, maxLength: 40 },
]

/** The word for each status of the interface. The JSON has the status itself. */
const STATUS_WORDS = {
  active: { short: 'linked', long: 'linked to a device' },
  unused: { short: 'unused', long: 'not used yet: the first device that uses it is linked' },
  free: { short: 'free', long: 'free: the next device that uses it is linked' },
  banned: { short: 'banned', long: 'the key was deleted, and its device is banned' },
} as const

const wordOf = ({ status, last_reset }: UserRecord): keyof typeof STATUS_WORDS =>
  status !== 'reset' ? status : last_reset === 0 ? 'unused' : 'free'

function describeStatus(user: UserRecord & Partial<KeyRecord>): string {
  const { status, state } = user
  const { long } = STATUS_WORDS[wordOf(user)]
  const isBanned = user.banned === 1 && user.user_key !== ''
  const isRefused = state === 'stopped' || state === 'expired'
  const what = isBanned ? `banned; ${long}` : isRefused ? `${state}; ${long}` : long
  return `${what} (${status})`
}

/** The ban of a device, made with another key, that concerns this key. */
function describeDeviceBan({ device_ban }: KeyFound, banned: KeyRecord | undefined, times: Times) {
  if (device_ban === undefined || banned === undefined) return []
  const { is_linked, ban_reason, ban_expire } = device_ban
  const where = is_linked ? 'its device' : 'a device on which it was refused'
  const end = describeBan(ban_expire, times)
  const lift =
    banned.user_key === '' ? `--unban-token=${banned.unban_token}` : `${banned.user_key} --only-computers`
  return [
    ['Banned device', `${where} is banned ${end}, with ${banned.user_key || 'a key that was deleted'}`],
    ['Reason of that', ban_reason || '–'],
    ['To lift that', `latchkey users unban ${lift}`],
  ] as const
}

const detailsOf = (user: UserRecord & Partial<KeyRecord>, times: Times) =>
  [
    ['Key', user.user_key || '–'],
    ['Status', describeStatus(user)],
    ['Expires', times.describe(user.auth_expire)],
    ['Executions', String(user.total_executions)],
    ['Device', user.identifier || '–'],
    ['Device resets', describeResets(user, times)],
    ['Chat ID', user.chat_id || '–'],
    ['Note: shown to the customer', user.note || '–'],
    ...(user.customer_email === undefined
      ? []
      : ([['Customer', [user.customer_name, user.customer_email].filter(Boolean).join(', ')]] as const)),
    ...(user.vendor_note === undefined
      ? []
      : ([['Vendor note: only you see it', user.vendor_note || '–']] as const)),
    ...(user.stopped
      ? ([
          ['Stopped by its order', STOPS[user.stopped] ?? user.stopped],
          ['What its user reads', user.stop_words || 'the usual text'],
        ] as const)
      : []),
    ...(user.banned === 1
      ? ([
          ['Banned', describeBan(user.ban_expire, times)],
          ['Ban reason', user.ban_reason || '–'],
          ['Banned address', user.ban_ip || '–'],
          ...(user.ban_only_key === undefined
            ? []
            : ([
                [
                  'Ban of its devices',
                  user.ban_only_key ? 'no: only the key is banned' : 'yes: also with other keys',
                ],
              ] as const)),
          ['Unban token', `${user.unban_token} (lifts this ban, also after the key was deleted)`],
        ] as const)
      : []),
  ] as const

const STOPS: Readonly<Record<string, string>> = {
  refunded: 'its purchase was refunded',
  'charged-back': 'its payment was charged back',
  replaced: 'it was replaced by another key',
}

const describeResets = ({ total_resets, last_reset }: UserRecord, times: Times): string =>
  total_resets === 0 ? '0' : `${total_resets}, the last ${times.describe(last_reset)}`

const describeBan = (end: number, times: Times): string =>
  end === NEVER ? 'permanently' : `until ${times.describe(end)}`

/** Options for the notes, which all keys of a command get. */
const NOTE_OPTIONS = {
  note: { value: 'TEXT', help: 'A note that is shown to the customer.' },
  'vendor-note': { value: 'TEXT', help: 'A note that only you see, such as a name or an order.' },
} as const

const MAX_COUNT = 10_000

const create = defineCommand({
  name: 'users create',
  summary: 'Creates keys, and prints one per line.',
  description:
    'The days count from the first use of the key. So does the time until a date, unless the key is linked to a device or a chat ID at once. Without --days and --until the key never expires.',
  options: {
    ...EXPIRY_OPTIONS,
    count: { value: 'N', help: 'The number of keys.', parse: wholeNumber(1, MAX_COUNT), fallback: 1 },
    ...NOTE_OPTIONS,
    ...CUSTOMER_OPTIONS,
    mail: { help: 'With --customer: mails each key to the customer.' },
    identifier: { value: 'ID', help: 'Links a device at once.' },
    'chat-id': { value: 'ID', help: 'Links a chat ID at once.' },
    ...LIMIT_OPTIONS,
    ...TERM_OPTIONS,
  },
  async run({ client, output, times, wait }, options) {
    const { count, note, identifier, 'chat-id': chatId } = options
    if (count > 1 && (identifier ?? chatId) !== undefined) {
      throw new UsageError('A device or a chat ID can be linked to one key only.')
    }
    if (options['customer-name'] !== undefined && options.customer === undefined) {
      throw new UsageError('--customer-name needs --customer.')
    }
    if (options.mail && options.customer === undefined) throw new UsageError('--mail needs --customer.')
    const expiry = times.readExpiry(options)
    const body = given({
      key_days: expiry.kind === 'days' ? expiry.days : undefined,
      auth_expire: expiry.kind === 'at' ? expiry.second : undefined,
      note,
      vendor_note: options['vendor-note'],
      customer_email: options.customer,
      customer_name: options['customer-name'],
      identifier,
      chat_id: chatId,
      max_devices: options['max-devices'],
      moves_per_year: options['moves-per-year'],
      ...termsOf(options),
    })

    const keys: string[] = []
    const stopAt = (outcome: Unsuccessful): ExitCode => {
      // Reports the keys that exist already: there is no other way to learn which ones are new.
      output.show({ keys, error: sentenceOf(outcome) })
      output.notify(sentenceOf(outcome))
      if (count > 1) output.notify(`${keys.length} of ${count} keys were created.`)
      return exitCodeOf(outcome)
    }
    while (keys.length < count) {
      const outcome = await waitOutRateLimit(() => client.createUser({ body }), wait)
      if (outcome.kind !== 'ok') return stopAt(outcome)
      const { user_key } = outcome.value
      keys.push(user_key)
      if (!output.isJson) output.line(user_key)
      if (!options.mail) continue
      const mailed = await waitOutRateLimit(() => client.mailKey({ body: { user_key, kind: 'key' } }), wait)
      if (mailed.kind !== 'ok') return stopAt(mailed)
    }
    output.show({ keys })
    return EXIT.ok
  },
})

const update = defineCommand({
  name: 'users update <KEY>',
  summary: 'Changes the expiry, the notes, the links, the limits or the features of a key.',
  description:
    'Everything else stays unchanged. Days count from now. An empty device or chat ID removes the link.',
  options: {
    ...EXPIRY_OPTIONS,
    ...NOTE_OPTIONS,
    identifier: { value: 'ID', help: 'The new device.' },
    'chat-id': { value: 'ID', help: 'The new chat ID.' },
    ...LIMIT_OPTIONS,
    ...TERM_CHANGES,
    'not-trial': { help: 'Makes a trial an ordinary key. It keeps its end, unless one is given.' },
  },
  async run({ client, output, times }, options, [key = '']) {
    const changes = given({
      auth_expire: times.endOf(times.readExpiry(options)),
      note: options.note,
      vendor_note: options['vendor-note'],
      identifier: options.identifier,
      chat_id: options['chat-id'],
      max_devices: options['max-devices'],
      moves_per_year: options['moves-per-year'],
      ...termsOf(options),
      trial: options['not-trial'] ? (false as const) : undefined,
    })
    if (Object.keys(changes).length === 0) throw new UsageError('There is nothing to change.')
    const answer = expectOk(await client.updateUser({ body: { user_key: key, ...changes } }))
    const { auth_expire: end } = changes
    const expiry = end === undefined ? '' : ` It expires: ${times.describe(end)}.`
    output.done(answer, `The key was changed.${expiry}`)
  },
})

const remove = defineCommand({
  name: 'users delete <KEY>',
  summary: 'Deletes a key, and the access of its user.',
  description: 'The device of a banned user stays refused. This cannot be undone.',
  async run({ client, output }, _, [key = '']) {
    output.done(expectOk(await client.deleteUser({ query: { user_key: key } })), 'The key was deleted.')
  },
})

const reset = defineCommand({
  name: 'users reset <KEY>',
  summary: 'Unlinks the device of a key. The next device that uses the key is linked.',
  options: { force: { help: 'Ignores the cooldown, and works where resets are disabled.' } },
  async run({ client, output }, { force }, [key = '']) {
    const body = { user_key: key, ...given({ force }) }
    output.done(expectOk(await client.resetDevice({ body })), 'The device was unlinked.')
  },
})

const replace = defineCommand({
  name: 'users replace <KEY>',
  summary: 'Gives a license another key. The earlier one is refused from now on.',
  async run({ client, output }, _options, [key = '']) {
    const answer = expectOk(await client.replaceKey({ body: { user_key: key } }))
    output.show(answer, [answer.key.user_key])
    output.notify('The key was replaced. Send the new one to its customer with: latchkey mail key KEY')
  },
})

const ban = defineCommand({
  name: 'users ban <KEY>',
  summary: 'Bans a key and its computers.',
  description:
    'Permanently, unless --days or --until is given. Its computers are refused with other keys, too, also with one that their user buys later, unless --only-key is given.',
  options: {
    ...EXPIRY_OPTIONS,
    reason: { value: 'TEXT', help: 'Shown to the user.' },
    'only-key': { help: 'Bans the key alone: its computers can use other keys.' },
  },
  async run({ client, output, times }, options, [key = '']) {
    const { 'only-key': onlyKey } = options
    const end = times.endOf(times.readExpiry(options)) ?? NEVER
    const body = {
      user_key: key,
      ban_expire: end,
      ...given({ ban_reason: options.reason, ban_only_key: onlyKey }),
    }
    const answer = expectOk(await client.blacklistUser({ body }))
    const what = onlyKey ? 'The key alone is' : 'The key and its computers are'
    output.done(answer, `${what} banned ${describeBan(end, times)}.`)
  },
})

const unban = defineCommand({
  name: 'users unban [KEY]',
  summary: 'Lifts a ban.',
  description:
    'Takes the key, or the unban token if the key was deleted while it was banned. Each ban has a token of its own, which lifts that ban alone: `users show` and `users list` have it.',
  options: {
    'unban-token': { value: 'TOKEN', help: 'The token of the ban, instead of a key.' },
    'only-computers': { help: 'Its computers can use other keys again, and the key stays banned.' },
  },
  async run(tools, { 'unban-token': unbanToken, 'only-computers': onlyComputers }, [key]) {
    if ((key === undefined) === (unbanToken === undefined)) {
      throw new UsageError('Give either a key or --unban-token.')
    }
    const { client, output } = tools
    const token = key === undefined ? (unbanToken ?? '') : await readUnbanToken(tools, key)
    const scope = given({ unban_only_devices: onlyComputers })
    const answer = expectOk(await client.unbanUser({ body: { unban_token: token, ...scope } }))
    const text = onlyComputers ? 'The ban of the computers is lifted.' : 'The ban is lifted.'
    output.done(answer, text)
  },
})

async function readUnbanToken({ client }: Tools, key: string): Promise<string> {
  const [user] = expectOk(await client.getUsers({ query: { user_key: key } })).users
  if (user === undefined) throw refusal(404, 'The project has no such key.')
  if (user.unban_token === '') throw refusal(400, 'This key is not banned.')
  return user.unban_token
}

const link = defineCommand({
  name: 'users link <KEY> <CHAT-ID>',
  summary: 'Links a chat ID to a key.',
  options: { force: { help: 'Replaces the chat ID of the key.' } },
  async run({ client, output }, { force }, [key = '', chatId = '']) {
    const body = { user_key: key, chat_id: chatId, ...given({ force }) }
    output.done(expectOk(await client.linkChat({ body })), 'The chat ID is linked.')
  },
})

export const USER_COMMANDS = [list, show, create, update, remove, reset, replace, ban, unban, link]

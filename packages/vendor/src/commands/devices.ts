import type { wholeNumber } from '@latchkey/command-line'
import { AS_PROJECT, type DeviceList, type LinkedDevice } from '@latchkey/management'
import { defineCommand, given } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { type Column, pairs, table } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'
import { parseMaxDevices, parseMovesPerYear } from './project.ts'

const ofKey =
  (parse: ReturnType<typeof wholeNumber>) =>
  (text: string, option: string): number =>
    text === String(AS_PROJECT) ? AS_PROJECT : parse(text, option)

/** The limits of one key, for `users create` and `users update`. */
export const LIMIT_OPTIONS = {
  'max-devices': {
    value: 'N',
    help: 'The number of devices of the key; -1: as in its project.',
    parse: ofKey(parseMaxDevices),
  },
  'moves-per-year': {
    value: 'N',
    help: 'How often the user can move the key in 365 days; -1: as in its project.',
    parse: ofKey(parseMovesPerYear),
  },
} as const

const list = defineCommand({
  name: 'devices list <KEY>',
  summary: 'Lists the devices of a key, and how often its user can still move it.',
  async run({ client, output, times }, _, [key = '']) {
    const answer = expectOk(await client.getDevices({ query: { user_key: key } }))
    const { devices } = answer
    output.show(answer, [
      ...(devices.length === 0 ? [] : [...table(columns(times), devices), '']),
      ...pairs([
        ['Devices', `${devices.length} of ${answer.max_devices}`],
        ['Moves left', describeMoves(answer, times)],
      ]),
    ])
  },
})

const columns = (times: Times): readonly Column<LinkedDevice>[] => [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'NAME', cell: ({ name }) => name || '–', maxLength: 30 },
  { title: 'LINKED', cell: ({ linked_at }) => times.describe(linked_at) },
  { title: 'LAST USED', cell: ({ used_at }) => times.day(used_at) },
  { title: 'DEVICE ID', cell: ({ identifier }) => identifier, maxLength: 24 },
]

function describeMoves(answer: DeviceList, times: Times): string {
  const { moves_per_year, moves_left, move_from, move_waits } = answer
  if (moves_per_year === 0) return 'the user cannot move the key'
  const wait = move_from === 0 ? '' : `; the next from ${times.describe(move_from)}, ${WAITS[move_waits]}`
  return `${moves_left} of ${moves_per_year} in 365 days${wait}`
}

const WAITS: Readonly<Record<DeviceList['move_waits'], string>> = {
  '': '',
  cooldown: 'after the cooldown',
  limit: 'when an earlier one is a year ago',
  offline: 'when an offline license has ended',
}

const release = defineCommand({
  name: 'devices release <KEY> <DEVICE>',
  summary: 'Unlinks one device from a key, and leaves its others.',
  description: 'DEVICE is an ID from "devices list". A release counts as a reset.',
  options: {
    force: { help: 'Ignores the cooldown, disabled resets and an offline license.' },
  },
  async run({ client, output }, { force }, [key = '', device = '']) {
    const query = { user_key: key, device, ...given({ force }) }
    output.done(expectOk(await client.releaseDevice({ query })), 'The device was unlinked.')
  },
})

export const DEVICE_COMMANDS = [list, release]

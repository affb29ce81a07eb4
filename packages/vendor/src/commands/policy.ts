import { UsageError } from '@latchkey/command-line'
import {
  type DevicePolicy,
  NEED_KINDS,
  type Played,
  type PlayedEvent,
  playPolicies,
} from '@latchkey/management/policy'
import { defineCommand, given, type Tools } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { type Column, table } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'
import { parseCooldown, parseMaxDevices, parseMovesPerYear } from './project.ts'

const DEFAULT_DAYS = 365
const DEFAULT_MOVES = [1, 2, 4]
/** A table with more rows is too long to read. */
const MOST_POLICIES = 24

const simulate = defineCommand({
  name: 'policy simulate',
  summary: 'Shows what other settings for devices would have spared, from the events of the project.',
  description:
    'Several values can be compared, such as 1,2,4. Settings that are not given stay as they are today. Without any, 1, 2 and 4 moves a year are shown.',
  options: {
    'moves-per-year': {
      value: 'N,…',
      help: 'Moves of a key in 365 days.',
      parse: several(parseMovesPerYear),
    },
    'max-devices': { value: 'N,…', help: 'Devices of a key.', parse: several(parseMaxDevices) },
    cooldown: {
      value: 'SECONDS,…',
      help: 'Between two moves or resets; -1 disables both.',
      parse: several(parseCooldown),
    },
    since: { value: 'DATE', help: `Events from this day on. Default: the last ${DEFAULT_DAYS} days.` },
  },
  notes: `A key is locked out when somebody wanted to use it on another computer and needed help.
A mail is what you answered by freeing a key. A key is out of moves when its user wanted
more than a year allows, which is a sign of sharing.

What the events cannot tell: they have no device IDs, so each such wish counts as a new
computer, and devices spare more than shown. After a move, the other computer may want the
key back, so moves spare less where users have two computers. The service records at most
one refusal a minute, keeps the last 50 of each key, and deletes events after 400 days by
default. Limits of single keys and licenses for use without a network are not played.`,
  async run(tools, options) {
    const { client, output, times } = tools
    const { 'moves-per-year': moves, 'max-devices': devices, cooldown } = options
    const since =
      options.since === undefined ? times.daysAgo(DEFAULT_DAYS) : times.readPast(options.since, '--since')
    const today = expectOk(await client.getProjectSettings())
    const isAnyGiven = (moves ?? devices ?? cooldown) !== undefined
    const policies = combine({
      movesPerYear: moves ?? (isAnyGiven ? [today.moves_per_year] : DEFAULT_MOVES),
      maxDevices: devices ?? [today.max_devices],
      cooldownSeconds: cooldown ?? [today.reset_hwid_cooldown],
    })
    const events = await readEvents(tools, since)
    const { keys, cutKeys, happened, policies: played } = playPolicies(events, policies)
    const results = policies.map((policy, index) => ({ ...policy, ...(played[index] ?? happened) }))
    const record = (result: Played) => ({
      locked_out: result.lockedOut,
      mails: result.mails,
      mails_spared: happened.mails - result.mails,
      moves: result.moves,
      out_of_moves: result.outOfMoves,
    })
    output.show(
      {
        since,
        events: events.length,
        keys,
        cut_keys: cutKeys,
        happened: record(happened),
        simulated: results.map((result) => ({
          moves_per_year: result.movesPerYear,
          max_devices: result.maxDevices,
          reset_hwid_cooldown: result.cooldownSeconds,
          ...record(result),
        })),
      },
      table(columns(times, happened), [{ ...happened }, ...results]),
    )
    output.notify(`Since ${times.day(since)}: ${events.length} events, keys: ${keys}.`)
    if (cutKeys > 0) {
      output.notify(`Keys with 50 refusals, whose earlier ones are not stored any more: ${cutKeys}.`)
    }
  },
})

/** Reads a list of different values, such as `1,2,4`. */
function several(parse: (text: string, option: string) => number) {
  return (text: string, option: string): readonly number[] => [
    ...new Set(text.split(',').map((each) => parse(each.trim(), option))),
  ]
}

type Choices = { readonly [Name in keyof DevicePolicy]: readonly number[] }

function combine({ movesPerYear, maxDevices, cooldownSeconds }: Choices): readonly DevicePolicy[] {
  const policies = maxDevices.flatMap((devices) =>
    cooldownSeconds.flatMap((cooldown) =>
      movesPerYear.map((moves) => ({
        movesPerYear: moves,
        maxDevices: devices,
        cooldownSeconds: cooldown,
      })),
    ),
  )
  if (policies.length <= MOST_POLICIES) return policies
  throw new UsageError(`These are ${policies.length} combinations; ${MOST_POLICIES} are possible.`)
}

/** Reads only the kinds that are played: many keys of a project may have no such events. */
async function readEvents({ client, output }: Tools, since: number): Promise<PlayedEvent[]> {
  const events: PlayedEvent[] = []
  for (const kind of NEED_KINDS) {
    const bulks = new Set<string>()
    const read = async (bulk?: string): Promise<void> => {
      const filter = given({ kind, since, bulk })
      for await (const outcome of client.allEvents({ query: filter })) {
        const event = expectOk(outcome)
        if (event.subject === 'keys' && event.bulk !== undefined) bulks.add(event.bulk)
        if (event.subject !== 'key') continue
        if (events.push(event) % 10_000 === 0) output.status(`Reading ${events.length} events`)
      }
    }
    await read()
    // Reads the events of the keys that were changed together.
    for (const bulk of bulks) await read(bulk)
  }
  return events.sort((one, other) => one.at - other.at)
}

/** The first row is what happened. It has no settings: they may have changed in this time. */
type Row = Played & Partial<DevicePolicy>

const columns = (times: Times, happened: Played): readonly Column<Row>[] => [
  { title: 'MOVES A YEAR', cell: ({ movesPerYear }) => movesPerYear?.toString() ?? 'as it was' },
  { title: 'DEVICES', cell: ({ maxDevices }) => maxDevices?.toString() ?? '' },
  {
    title: 'RESETS AND MOVES',
    cell: ({ cooldownSeconds: cooldown }) => (cooldown === undefined ? '' : times.cooldown(cooldown)),
  },
  { title: 'LOCKED OUT', cell: ({ lockedOut }) => String(lockedOut), align: 'right' },
  { title: 'MAILS', cell: ({ mails }) => String(mails), align: 'right' },
  {
    title: 'SPARED',
    cell: ({ mails, movesPerYear }) => (movesPerYear === undefined ? '' : String(happened.mails - mails)),
    align: 'right',
  },
  { title: 'MOVED', cell: ({ moves }) => String(moves), align: 'right' },
  { title: 'OUT OF MOVES', cell: ({ outOfMoves }) => String(outOfMoves), align: 'right' },
]

export const POLICY_COMMANDS = [simulate]

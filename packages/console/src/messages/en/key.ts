import type { Situation } from '../../key/answers.ts'
import type { KeyFormats } from '../../key/key-formats.ts'
import { type Computers, NEVER, type Standing, type Trouble } from '../../key/standing.ts'
import type { TimelineEntry } from '../../key/timeline.ts'

/** The texts of the page of one key. */
export type KeyMessages = typeof key

const until = (end: number, { date }: KeyFormats): string =>
  end === NEVER ? ', without an end' : ` until ${date(end)}`

const computersOf = ({ linked, most }: Computers, { number }: KeyFormats): string =>
  most <= 1 && linked === 1 ? 'one computer' : `${number(linked)} of ${number(most)} computers`

const days = (count: number, { number }: KeyFormats): string =>
  count === 1 ? '1 day' : `${number(count)} days`

const times = (count: number, { number }: KeyFormats): string =>
  count === 1 ? '' : ` ${number(count)} times`

/** Why a check was refused, by its code. */
const refusals: Readonly<Record<string, string>> = {
  KEY_HWID_LOCKED: 'another computer',
  KEY_EXPIRED: 'the key has expired',
  KEY_BANNED: 'the key or the computer is banned',
  MOVE_DISABLED: 'a move, which is not allowed',
  MOVE_ON_COOLDOWN: 'a move, too soon after the last one',
  MOVE_LIMIT_REACHED: 'a move, and there are no more this year',
  OFFLINE_LICENSE_ACTIVE: 'a move, while the other computer has an offline license',
  DEVICE_NOT_FOUND: 'the computer is not linked',
}

const fields: Readonly<Record<string, string>> = {
  auth_expire: 'end',
  key_days: 'days',
  days: 'end',
  note: 'note',
  chat_id: 'chat ID',
  identifier: 'computer',
  max_devices: 'number of computers',
  moves_per_year: 'moves a year',
}

export const key = {
  title: 'Key',
  /** Whether the key works, in a sentence. */
  standing(standing: Standing, f: KeyFormats): string {
    switch (standing.kind) {
      case 'works':
        return `Works on ${computersOf(standing.computers, f)}${until(standing.end, f)}.`
      case 'free':
        return `Works on the next computer that uses it${until(standing.end, f)}.`
      case 'unused':
        if (standing.days !== undefined) {
          return `Not used yet; its ${days(standing.days, f)} begin with the first use.`
        }
        return standing.end === 0
          ? 'Not used yet; its days begin with the first use.'
          : `Not used yet; works${until(standing.end, f)}.`
      case 'expired':
        return `Does not work: it expired on ${f.date(standing.at)}.`
      case 'banned': {
        const what = standing.hasKey ? 'it is banned' : 'the key was deleted, and its computer is banned'
        const end = standing.end === NEVER ? 'for good' : `until ${f.moment(standing.end)}`
        return `Does not work: ${what} ${end}${standing.reason === '' ? '.' : `, reason: “${standing.reason}”.`}`
      }
    }
  },
  /** What the user sees although the key works. */
  trouble(trouble: Trouble, f: KeyFormats): string {
    const what =
      trouble.kind === 'other-computer'
        ? 'Another computer was refused'
        : 'A computer was refused that is banned with another key'
    return trouble.times === 1
      ? `${what} on ${f.moment(trouble.last)}.`
      : `${what}${times(trouble.times, f)} since ${f.date(trouble.since)}, last on ${f.moment(trouble.last)}.`
  },
  state: {
    works: 'Works',
    free: 'Works',
    unused: 'Not used',
    expired: 'Expired',
    banned: 'Banned',
  } satisfies Record<Standing['kind'], string>,
  /** An entry of the timeline. */
  event({ kind, code, times: count, fields: names }: TimelineEntry, f: KeyFormats): string {
    const changed = f.list([...new Set(names.flatMap((name) => fields[name] ?? []))])
    switch (kind) {
      case 'created':
        return 'Created'
      case 'linked':
        return names.includes('chat_id') ? 'Chat ID linked' : 'Linked to a computer'
      case 'refused':
        return `Refused${times(count, f)}: ${refusals[code] ?? code}`
      case 'expired':
        return 'Expired'
      case 'reset':
        return 'Computer reset'
      case 'moved':
        return 'Moved to another computer'
      case 'released':
        return 'Computer released'
      case 'banned':
        return 'Banned'
      case 'unbanned':
        return 'Ban lifted'
      case 'updated':
        return changed === '' ? 'Changed' : `Changed: ${changed}`
      case 'deleted':
        return 'Deleted'
      default:
        return kind
    }
  },
  /** By whom, without a name. */
  actors: {
    user: 'the user',
    'api-key': 'an API key',
    'command-line': 'the command line',
    chat: 'the chat',
    service: 'by itself',
    person: 'a person',
  } as Readonly<Record<string, string>>,
  situations: {
    works: 'The key works',
    unused: 'Not used yet',
    free: 'Free for a new computer',
    locked: 'Linked to another computer',
    expired: 'Expired',
    banned: 'Banned',
    'computer-banned': 'The computer is banned',
    unknown: 'No such key',
  } satisfies Record<Situation, string>,
}

import type { CountedState, ImportCounts, ReportLine, StateEffect } from '@latchkey/import-file'
import type { ReadFile } from './plan-import.ts'

const REASONS: Readonly<Record<string, string>> = {
  'no-key': 'There is no key in this line.',
  'key-too-long': 'The key has more than 256 characters.',
  'key-twice': 'An earlier line has the same key.',
  'end-unreadable': 'The end is not a date such as 2027-01-31.',
  'end-ambiguous': 'Day and month of the end can be confused: use --dates.',
  'end-too-late': 'The end is after 2038-01-18. Leave it empty for a key that never ends.',
  'note-too-long': 'A note has more than 1,000 characters.',
  'device-too-long': 'The device ID has more than 256 characters.',
  'days-unreadable': 'The days are not a number from 1 to 36,500.',
  'devices-unreadable': 'The number of devices is not a number.',
  'devices-too-many': 'A key can have at most 100 devices.',
  'wrong-character': 'The line has a NUL character.',
  'open-quotation': 'A quotation mark is not closed.',
  'left-out': 'Left out, as --leave-out says.',
  'state-unknown': 'Does this key work? Use --works, --ban or --leave-out.',
  KEY_EXISTS: 'The project has this key already.',
  KEY_TWICE: 'An earlier line has the same key in another form.',
  KEY_UNUSABLE: 'The key is shorter than 6 or longer than 128 characters.',
  PLAN_LIMIT: 'The plan of the account allows no more keys.',
  INVALID_EMAIL: 'No mail can be sent to the e-mail address. Correct it in the file.',
  HAS_LICENSES: 'The key was imported, but another key of its order is in use.',
  KEY_WORKS_HERE: 'The project has this key, and it stays working (--keep-working).',
  KEY_BANNED_HERE: 'The project has this key, and it is banned here. --revive lifts the ban.',
}

const CHANGES: Readonly<Record<string, string>> = {
  note: 'note',
  vendor_note: 'vendor note',
  auth_expire: 'end',
  max_devices: 'number of devices',
  identifier: 'device',
  customer: 'customer',
  ended: 'end, which has passed',
  banned: 'banned',
  unbanned: 'ban lifted',
}

/** The result of a line, for the report and for the lines that were not imported. */
export function describeLine({ code, isBanned, changed, link }: ReportLine): string {
  if (link !== '' && link !== 'LINKED') return REASONS[link] ?? link
  if (code === '') return isBanned ? 'imported as a banned key' : 'imported'
  if (code === 'KEY_EXISTS' && changed.length > 0) {
    return `The project had this key. Added: ${changed.map((change) => CHANGES[change] ?? change).join(', ')}.`
  }
  return REASONS[code] ?? code
}

const EFFECTS: Readonly<Record<StateEffect, string>> = {
  works: 'keys that work',
  ends: 'keys that work until their end, banned without one',
  banned: 'banned keys',
  'left-out': 'left out',
  ask: 'not imported. Say what it means: --works, --ban or --leave-out',
}

const describeState = (state: CountedState, titles: readonly string[]): string => {
  const value = `${titles[state.column] ?? ''} = ${state.answer ?? state.word}`
  return `status: ${value}, lines: ${state.lines}: ${EFFECTS[state.effect]}`
}

/** What the file says about its keys, and what a vendor should know before the import. */
export function describeFile({ plan, titles, states, unused }: ReadFile): readonly string[] {
  return [
    ...plan.states.map((state) => describeState(state, titles)),
    ...(states.length === 0
      ? [
          'Careful: no column says whether a key was refunded or disabled, so all of them will work. --state names such a column.',
        ]
      : []),
    ...(unused.length === 0
      ? []
      : [`Careful: these columns have e-mail addresses that are not imported: ${unused.join(', ')}.`]),
  ]
}

/** The numbers of an import, or of what it would do. */
export function describeCounts(counts: ImportCounts, isDone: boolean): readonly string[] {
  const { imported, created, aliases, banned } = counts
  const optional: readonly (readonly [count: number, text: string])[] = [
    [counts.completed, 'Keys of the project that are completed'],
    [counts.stopped, 'Of these stopped, because they do not work in the file (--keep-working leaves them)'],
    [counts.revived, 'Of these revived'],
    [counts.worksHere, 'Keys that work here, but not in the file, and stay so'],
    [counts.linked, 'Keys that follow their order at the shop'],
    [
      counts.notLinked,
      'Keys that do not, because another one of their order is in use (--report lists them)',
    ],
    [counts.bannedHere, 'Keys that are banned here, but not in the file, and stay so (--revive lifts it)'],
  ]
  return [
    `${isDone ? 'Imported keys' : 'Keys to import'}: ${imported}. New: ${created}. By an alias: ${aliases}. Banned: ${banned}.`,
    ...optional.filter(([count]) => count > 0).map(([count, text]) => `${text}: ${count}.`),
  ]
}

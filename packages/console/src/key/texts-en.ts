import type { Formats } from '../messages/formats.ts'
import type { Situation } from './answers.ts'
import { type Computers, type KeyEnd, NEVER, type Standing, type Trouble } from './standing.ts'
import type { TimelineEntry } from './timeline.ts'
import type { Change } from './use-key.ts'

const until = ({ end, isPerpetual }: KeyEnd, { date }: Formats): string =>
  end === NEVER ? ', without an end' : `${isPerpetual ? ', with updates' : ''} until ${date(end)}`

const computersOf = ({ linked, most }: Computers, { number }: Formats): string =>
  most <= 1 && linked === 1 ? 'one computer' : `${number(linked)} of ${number(most)} computers`

const banEnd = (end: number, { longMoment }: Formats): string =>
  end === NEVER ? 'for good' : `until ${longMoment(end)}`

const because = (reason: string): string => (reason === '' ? '.' : `, reason: “${reason}”.`)

const days = (count: number, { number }: Formats): string => (count === 1 ? '1 day' : `${number(count)} days`)

const times = (count: number, { number }: Formats): string => (count === 1 ? '' : ` ${number(count)} times`)

/** Why a check was refused, by its code. */
const refusalReasons: Readonly<Record<string, string>> = {
  KEY_HWID_LOCKED: 'another computer',
  KEY_EXPIRED: 'the key has expired',
  KEY_BANNED: 'the key is banned or stopped, or the computer is banned',
  MOVE_DISABLED: 'a move, which is not allowed',
  MOVE_ON_COOLDOWN: 'a move, too soon after the last one',
  MOVE_LIMIT_REACHED: 'a move, and there are no more this year',
  OFFLINE_LICENSE_ACTIVE: 'a move, while the other computer has an offline license',
  DEVICE_NOT_FOUND: 'the computer is not linked',
}

/** Why a key is stopped. */
const causes: Readonly<Record<string, string>> = {
  refunded: 'the purchase was refunded',
  'charged-back': 'the payment was charged back',
  replaced: 'it was replaced by another key',
}

const fields: Readonly<Record<string, string>> = {
  auth_expire: 'end',
  key_days: 'days',
  days: 'end',
  note: 'note',
  vendor_note: 'vendor note',
  shop: 'a shop',
  product: 'a product',
  chat_id: 'chat ID',
  identifier: 'computer',
  max_devices: 'number of computers',
  trial: 'no trial any more',
  moves_per_year: 'moves a year',
  features: 'features',
  add_features: 'features',
  remove_features: 'features',
  updates_until: 'end of updates',
  perpetual: 'use after the end',
  stopped: 'stop by its order',
}

/** The page of one key. */
export const en = {
  /** Whether the key works, in a sentence. */
  standing(standing: Standing, f: Formats): string {
    switch (standing.kind) {
      case 'works': {
        const start = standing.isTrial ? 'A trial: works on' : 'Works on'
        return `${start} ${computersOf(standing.computers, f)}${until(standing, f)}.`
      }
      case 'free':
        return `${standing.isTrial ? 'A trial: works' : 'Works'} on the next computer that uses it${until(standing, f)}.`
      case 'unused':
        if (standing.days !== undefined) {
          return `Not used yet; its ${days(standing.days, f)} begin with the first use.`
        }
        return standing.end === 0
          ? 'Not used yet; its days begin with the first use.'
          : `Not used yet; works${until(standing, f)}.`
      case 'expired':
        return `Does not work: ${standing.isTrial ? 'the trial ended' : 'it expired'} on ${f.date(standing.at)}.`
      case 'banned': {
        const what = standing.hasKey ? 'it is banned' : 'the key was deleted, and its computer is banned'
        return `Does not work: ${what} ${banEnd(standing.end, f)}${because(standing.reason)}`
      }
      case 'stopped':
        return standing.cause === 'replaced'
          ? 'Does not work: it was replaced by another key.'
          : `Does not work: its order stopped it, because ${causes[standing.cause] ?? standing.cause}.`
      case 'computer-banned': {
        const which = standing.isLinked ? 'its computer' : 'the computer on which it was entered'
        const begin =
          standing.days === undefined
            ? ''
            : ` Its ${days(standing.days, f)} ${standing.days === 1 ? 'begins' : 'begin'} with the first use.`
        return `Does not work: ${which} is banned ${banEnd(standing.end, f)}, with another key${because(standing.reason)}${begin}`
      }
    }
  },
  /** What the user sees although the key works. */
  trouble(trouble: Trouble, f: Formats): string {
    const what =
      trouble.kind === 'other-computer'
        ? 'Another computer was refused'
        : 'A computer was refused that is banned with another key'
    return trouble.times === 1
      ? `${what} on ${f.longMoment(trouble.last)}.`
      : `${what}${times(trouble.times, f)} since ${f.date(trouble.since)}, last on ${f.longMoment(trouble.last)}.`
  },
  state: {
    works: 'Works',
    free: 'Works',
    unused: 'Not used',
    expired: 'Expired',
    banned: 'Banned',
    stopped: 'Stopped',
    'computer-banned': 'Computer banned',
  } satisfies Record<Standing['kind'], string>,
  /** An entry of the timeline. */
  event({ kind, code, times: count, fields: names }: TimelineEntry, f: Formats): string {
    const changed = f.list([...new Set(names.flatMap((name) => fields[name] ?? []))])
    switch (kind) {
      case 'created':
        return 'Created'
      case 'linked':
        return names.includes('chat_id') ? 'Chat ID linked' : 'Linked to a computer'
      case 'refused':
        return `Refused${times(count, f)}: ${refusalReasons[code] ?? code}`
      case 'expired':
        return 'Expired'
      case 'reset':
        return 'Computer reset'
      case 'moved':
        return 'Moved to another computer'
      case 'released':
        return 'Computer released'
      case 'asked':
        return 'The owner was asked for a place'
      case 'banned':
        return 'Banned'
      case 'unbanned':
        return names.includes('unban_only_devices') ? 'Ban of the computers lifted' : 'Ban lifted'
      case 'updated':
        return changed === '' ? 'Changed' : `Changed: ${changed}`
      case 'deleted':
        return 'Deleted'
      case 'erased':
        return 'Erased'
      default:
        return kind
    }
  },
  /** The words for actors without a name. */
  actors: {
    user: 'the user',
    'api-key': 'an API key',
    'command-line': 'the command line',
    chat: 'the chat',
    customer: 'its customer',
    shop: 'the order',
    service: 'by itself',
    person: 'a person',
  } as Readonly<Record<string, string>>,
  situations: {
    works: 'The key works',
    unused: 'Not used yet',
    free: 'Free for a new computer',
    locked: 'Linked to another computer',
    expired: 'Expired',
    trial: 'A trial that works',
    'trial-over': 'The trial is over',
    banned: 'Banned',
    stopped: 'Stopped by its order',
    'computer-banned': 'The computer is banned',
    unknown: 'No such key',
  } satisfies Record<Situation, string>,
  title: (ending: string) => `Key ending in ${ending}`,
  deletedTitle: 'A deleted key',
  back: 'All keys',
  copyKey: 'Copy key',
  loadingTitle: 'Key',
  notFound: {
    title: 'There is no such key',
    text: 'It was deleted, or the link is wrong. If a customer sent you this key, one letter may be wrong.',
  },
  /** Why the service refused a change, by its code. */
  refusals: {
    ALREADY_CLAIMED: 'The key was used meanwhile, so its days have begun.',
    BAN_ALREADY_OVER: 'This end has passed already.',
    DEVICES_NOT_BANNED: 'Only the key is banned, and not its computers.',
    CHANGED_MEANWHILE: 'Nothing was done, because somebody else changed this key.',
    CHAT_ID_TAKEN: 'Another key is linked to this chat ID.',
    HAS_CHAT_ID: 'This key has another chat ID already.',
    INVALID_EMAIL: 'No mail can be sent to this address. Enter one such as ann@example.org.',
    INVALID_CHAT_ID: 'A chat ID has 1 to 64 letters, digits or _ . : -',
    KEY_DELETED: 'The key was deleted. Only its ban is left, which can be lifted.',
    NEVER_EXPIRES: 'This key never expires.',
    NOT_BANNED: 'This key is not banned any more.',
    NOTE_TOO_LONG: 'The note is too long: at most 1,000 characters.',
    NO_SUCH_DEVICE: 'This computer was released meanwhile.',
    NO_SUCH_KEY: 'This key was deleted meanwhile.',
    OFFLINE_LICENSE_ACTIVE:
      'The computer has an offline license, and goes on with it until it ends, also after this.',
    RESET_ON_COOLDOWN: 'The last reset was a short time ago: the settings of the project ask to wait.',
    RESETS_DISABLED: 'The settings of the project do not allow resets.',
    TOO_MANY_FEATURES: 'A key has at most 32 features.',
    TRIAL_KEY: 'A trial gets no license file. Make it a bought key first.',
    USER_BANNED: 'The key is banned. Lift the ban first.',
    KEY_HWID_LOCKED: 'The key is linked to another computer.',
    KEY_EXPIRED: 'The key has expired. Give it a later end first.',
    KEY_BANNED: 'The key is banned or stopped, or the computer is banned.',
    KEY_INCORRECT: 'The request is for a key that this project does not have.',
    INVALID_REQUEST:
      'There is no whole request in this text. It begins with BEGIN LATCHKEY ACTIVATION REQUEST, and its last line is needed, too.',
    APP_NOT_APPROVED: 'The request is from another app than the one of this project.',
    SECURITY_ERROR:
      'The signature of the request is wrong: it was changed on its way, or it is not from your app.',
    PUBLIC_KEY_UNKNOWN:
      'The app on that computer has none of the public keys in use. It needs a newer version of the app.',
  } as Readonly<Record<string, string>>,
  badDays: 'A number of days from 1 to 36,500.',
  badDate: 'A day between tomorrow and the year 2038.',
  undone: 'Undone.',
  cannotUndo: 'The key has changed since, so this cannot be undone.',
  extend: {
    heading: 'Extend',
    by: (count: number, { number }: Formats) => (count === 365 ? '+ 1 year' : `+ ${number(count)} days`),
    other: 'Set the end…',
    title: 'Set the end of this key',
    how: 'The key',
    days: 'gets more days',
    date: 'ends on a day',
    never: 'never ends',
    daysLabel: 'Days',
    /** A part of the day in the person's time zone. */
    dateLabel: 'Last day',
    expiredHint: 'The key has expired, so the days begin now.',
    unusedHint: 'The days begin with the first use.',
    save: 'Set end',
    done: (standing: string) => `Extended. ${standing}`,
  },
  reset: {
    action: 'Reset computer',
    actionAll: 'Reset all computers',
    done: 'Reset. The next computer that uses the key is linked to it.',
    title: (count: number) => (count === 1 ? 'Reset the computer?' : `Reset all ${count} computers?`),
    text: 'They are unlinked, and the next computer that uses the key is linked to it. This cannot be undone.',
    anyway: 'Reset anyway',
  },
  ban: {
    scope: 'What is banned',
    scopeHint: 'A person who buys again uses another key on the same computer.',
    scopes: { all: 'the key and its computers, also with other keys', key: 'only this key' },
    /** The sentence below the one about a banned key. */
    withComputers: 'Its computers are refused with other keys, too.',
    onlyKey: 'Only the key is banned: its computers can use other keys.',
    liftComputers: 'Lift ban of the computer',
    liftedComputers: 'The computer can use other keys again. The banned key stays banned.',
    action: 'Ban…',
    title: (ending: string) => `Ban the key ending in ${ending}?`,
    text: 'It is refused at the next check. The ban can be lifted.',
    reason: 'Reason',
    reasonHint: 'The customer sees it in the app. May be empty.',
    ends: 'Ends',
    never: 'never',
    afterDays: (count: number) => (count === 1 ? 'after 1 day' : `after ${count} days`),
    onDate: 'on a day',
    dateLabel: 'Last day of the ban',
    save: 'Ban',
    done: 'Banned.',
    lift: 'Lift ban',
    lifted: 'The ban was lifted.',
    other: 'Show the banned key',
  },
  stop: {
    causes,
    /** What its user reads in the app. */
    words: (text: string) => `The customer reads: “${text}”`,
    next: 'Other keys work on its computers. If this key should work all the same, lift the stop at its order.',
  },
  customer: {
    add: 'Add',
    change: 'Change',
    hint: 'An e-mail address. Empty: the key belongs to nobody.',
    saved: 'The customer of the key was changed.',
  },
  chat: {
    label: 'Chat ID',
    link: 'Link',
    change: 'Change',
    unlink: 'Unlink',
    replace: 'Replace it',
    linked: 'The chat ID was linked.',
    unlinked: 'The chat ID was unlinked.',
  },
  note: {
    labels: { note: 'Note', vendor_note: 'Vendor note' },
    /** Who sees each note, behind its name. */
    seenBy: { note: 'shown to the customer', vendor_note: 'only you see it' },
    hints: {
      note: 'The customer sees it in the app and in license files.',
      vendor_note: 'Only people who sign in here see it. It is never sent to the customer.',
    },
    edit: 'Edit',
    add: 'Add',
    saved: { note: 'The note was saved.', vendor_note: 'The vendor note was saved.' },
  },
  replace: {
    action: 'Replace…',
    title: (ending: string) => `Replace the key ending in ${ending}?`,
    text: 'For a key that leaked: it is refused from now on. The license goes on with a new key; its computers, its end and its order stay. Mail the new key to its customer afterwards.',
    save: 'Replace this key',
    done: 'This is the new key. Its customer does not have it yet.',
  },
  remove: {
    action: 'Delete…',
    title: (ending: string) => `Delete the key ending in ${ending}?`,
    text: 'The customer loses access, and the key cannot be restored.',
    banned: 'The ban stays: its computers are refused with other keys, too.',
    typeLabel: (ending: string) => `Type ${ending}, the last letters of the key`,
    save: 'Delete this key',
    done: 'The key was deleted.',
  },
  conflict: {
    title: 'Somebody changed this key meanwhile',
    by: (who: string, when: string) => `Changed by ${who} at ${when}.`,
    lead: 'Nothing was done yet. Compare what you saw with what it is now.',
    before: 'What you saw',
    now: 'Now',
    yours: 'What you are about to do',
    /** What the person is about to do; absent: delete the key. */
    describe(change: Change | undefined, f: Formats): string {
      switch (change?.action) {
        case undefined:
          return 'Delete the key.'
        case 'extend':
          return `Extend it by ${days(change.days ?? 0, f)}.`
        case 'expire':
          if (change.key_days !== undefined)
            return `Let it work for ${days(change.key_days, f)} from its first use.`
          return change.auth_expire === NEVER
            ? 'Let it never end.'
            : `Set the end to ${f.date(change.auth_expire ?? 0)}.`
        case 'note':
          return change.vendor_note === undefined
            ? `Write the note “${change.note}”.`
            : `Write the vendor note “${change.vendor_note}”.`
        case 'customer':
          return change.customer_email ? `Give it to ${change.customer_email}.` : 'Take it from its customer.'
        case 'terms':
          return 'Change what the key opens.'
        case 'ban':
          return `Ban it ${banEnd(change.ban_expire ?? NEVER, f)}${because(change.ban_reason ?? '')}`
        case 'unban':
          return 'Lift the ban.'
        case 'reset':
          return 'Reset its computers.'
        case 'link':
          return change.chat_id === '' ? 'Unlink the chat ID.' : `Link the chat ID “${change.chat_id}”.`
      }
    },
    anyway: 'Do it anyway',
    keep: 'Leave it as it is now',
    empty: 'empty',
  },
  limits: {
    change: 'Change',
    label: 'Computers and moves',
    title: 'Computers and moves of this key',
    most: 'Computers',
    moves: 'Moves a year',
    hint: (number: string) => `Empty: as in the project (${number}).`,
    saved: 'The limits of the key were changed.',
    badMost: 'A number from 1 to 100, or nothing.',
    badMoves: 'A number from 0 to 100, or nothing.',
  },
  trial: {
    label: 'Trial',
    text: 'A user started it in the app, for one computer.',
    keep: 'Make it a bought key',
    keepTitle: 'Make this trial a bought key?',
    keepText:
      'The key gets the limits of the project and keeps its end, which you can set afterwards. It counts as a user of your plan.',
    kept: 'The trial is a bought key now.',
  },
  details: {
    heading: 'Details',
    customer: 'Customer',
    ends: 'Ends',
    never: 'Never',
    withFirstUse: (count: number, f: Formats) => `${days(count, f)} after the first use`,
    executions: 'Executions',
    resets: 'Resets',
    lastReset: (count: string, day: string) => `${count}, the last on ${day}`,
    features: 'Features',
    updates: 'Updates until',
    perpetual: 'After its end',
    trial: 'Trial',
    offline: 'Offline license until',
    none: 'None',
    stopped: 'Stopped, because',
    banReason: 'Ban reason',
    banned: 'Banned',
    bannedUntil: 'Ban ends',
    yes: 'Yes',
    no: 'No',
    computer: 'Computer',
  },
  computers: {
    heading: 'Computers',
    none: 'No computer is linked. The next one that uses the key will be.',
    count: (linked: number, most: number) => `${linked} of ${most} linked.`,
    moves(left: number): string {
      if (left === 0) return 'The customer cannot move it at the moment.'
      return left === 1
        ? 'The customer can move it once more this year.'
        : `The customer can move it ${left} times more this year.`
    },
    movesFrom: (day: string) => `The customer can move it again from ${day}.`,
    unnamed: (number: number) => `Computer ${number}`,
    id: 'Device ID',
    used: (day: string) => `Last used ${day}`,
    linkedAt: (day: string) => `Linked on ${day}`,
    release: 'Release',
    releaseLabel: (name: string) => `Release ${name}`,
    releaseTitle: (name: string) => `Release “${name}”?`,
    releaseText: 'It is unlinked. If it uses the key again while there is room, it is linked again.',
    released: (name: string) => `“${name}” was released.`,
    anyway: 'Release anyway',
  },
  answer: {
    heading: 'Answer for the customer',
    situation: 'About',
    copyIn: { en: 'Copy in English', de: 'Copy in German' },
    text: 'The answer',
  },
  timeline: {
    heading: 'What happened',
    today: 'Today',
    yesterday: 'Yesterday',
    by: (who: string) => `by ${who}`,
    between: (from: string, to: string) => `${from} to ${to}`,
    earlier: 'Show what happened before',
    nothing: 'Nothing was recorded in the last 90 days.',
    nothingAtAll: 'Nothing was recorded.',
  },
  offline: {
    action: 'Offline license…',
    title: 'License for a computer without internet',
    lead: 'The customer presses “This computer has no internet” in the app, and sends you the request.',
    request: 'Activation request',
    requestHint: 'The text or the whole mail. You can also drop the file here.',
    days: 'Days',
    daysHint: 'It ends with the key at the latest, and cannot be taken back before.',
    issue: 'Make license',
    move: 'Move it to this computer',
    moveAnyway: 'Move it anyway',
    moveText: '“Move it” unlinks the other computer, and links that of the request.',
    done: (day: string) => `The license works until ${day}. Send it to the customer as an attachment.`,
    otherKey: 'The request was for another key than this page:',
    license: 'License file',
    download: 'Download',
    close: 'Done',
  },
}

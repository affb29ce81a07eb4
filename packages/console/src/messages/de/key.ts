import type { KeyFormats } from '../../key/key-formats.ts'
import { type Computers, NEVER } from '../../key/standing.ts'
import type { KeyMessages } from '../en/key.ts'

const until = (end: number, { date }: KeyFormats): string =>
  end === NEVER ? ' ohne Ende' : ` bis ${date(end)}`

const computersOf = ({ linked, most }: Computers, { number }: KeyFormats): string =>
  most <= 1 && linked === 1 ? 'einem Computer' : `${number(linked)} von ${number(most)} Computern`

const times = (count: number, { number }: KeyFormats): string => (count === 1 ? '' : ` ${number(count)}-mal`)

const refusals: Readonly<Record<string, string>> = {
  KEY_HWID_LOCKED: 'ein anderer Computer',
  KEY_EXPIRED: 'der Schlüssel ist abgelaufen',
  KEY_BANNED: 'Schlüssel oder Computer gesperrt',
  MOVE_DISABLED: 'ein Umzug, der nicht erlaubt ist',
  MOVE_ON_COOLDOWN: 'ein Umzug, zu bald nach dem letzten',
  MOVE_LIMIT_REACHED: 'ein Umzug; in diesem Jahr ist keiner mehr frei',
  OFFLINE_LICENSE_ACTIVE: 'ein Umzug; der andere Computer hat eine Offline-Lizenz',
  DEVICE_NOT_FOUND: 'der Computer ist nicht verknüpft',
}

const fields: Readonly<Record<string, string>> = {
  auth_expire: 'Ende',
  key_days: 'Tage',
  days: 'Ende',
  note: 'Notiz',
  chat_id: 'Chat-ID',
  identifier: 'Computer',
  max_devices: 'Anzahl der Computer',
  moves_per_year: 'Umzüge im Jahr',
}

export const key: KeyMessages = {
  title: 'Schlüssel',
  standing(standing, f) {
    switch (standing.kind) {
      case 'works':
        return `Gilt auf ${computersOf(standing.computers, f)}${until(standing.end, f)}.`
      case 'free':
        return `Gilt auf dem nächsten Computer, der ihn benutzt,${until(standing.end, f)}.`
      case 'unused':
        if (standing.days !== undefined) {
          return standing.days === 1
            ? 'Noch nicht benutzt; sein Tag beginnt mit der ersten Nutzung.'
            : `Noch nicht benutzt; seine ${f.number(standing.days)} Tage beginnen mit der ersten Nutzung.`
        }
        return standing.end === 0
          ? 'Noch nicht benutzt; seine Tage beginnen mit der ersten Nutzung.'
          : `Noch nicht benutzt; gilt${until(standing.end, f)}.`
      case 'expired':
        return `Gilt nicht: Er ist am ${f.date(standing.at)} abgelaufen.`
      case 'banned': {
        const what = standing.hasKey ? 'Er ist' : 'Der Schlüssel wurde gelöscht, und sein Computer ist'
        const end = standing.end === NEVER ? 'dauerhaft' : `bis ${f.moment(standing.end)}`
        return `Gilt nicht: ${what} ${end} gesperrt${standing.reason === '' ? '.' : `, Grund: „${standing.reason}“.`}`
      }
    }
  },
  trouble(trouble, f) {
    const what =
      trouble.kind === 'other-computer'
        ? 'Ein anderer Computer'
        : 'Ein Computer, der mit einem anderen Schlüssel gesperrt ist,'
    return trouble.times === 1
      ? `${what} wurde am ${f.moment(trouble.last)} abgelehnt.`
      : `${what} wurde seit dem ${f.date(trouble.since)}${times(trouble.times, f)} abgelehnt, zuletzt am ${f.moment(trouble.last)}.`
  },
  state: {
    works: 'Gilt',
    free: 'Gilt',
    unused: 'Unbenutzt',
    expired: 'Abgelaufen',
    banned: 'Gesperrt',
  },
  event({ kind, code, times: count, fields: names }, f) {
    const changed = f.list([...new Set(names.flatMap((name) => fields[name] ?? []))])
    switch (kind) {
      case 'created':
        return 'Erstellt'
      case 'linked':
        return names.includes('chat_id') ? 'Chat-ID verknüpft' : 'Mit einem Computer verknüpft'
      case 'refused':
        return `Abgelehnt${times(count, f)}: ${refusals[code] ?? code}`
      case 'expired':
        return 'Abgelaufen'
      case 'reset':
        return 'Computer zurückgesetzt'
      case 'moved':
        return 'Auf einen anderen Computer umgezogen'
      case 'released':
        return 'Computer freigegeben'
      case 'banned':
        return 'Gesperrt'
      case 'unbanned':
        return 'Sperre aufgehoben'
      case 'updated':
        return changed === '' ? 'Geändert' : `Geändert: ${changed}`
      case 'deleted':
        return 'Gelöscht'
      default:
        return kind
    }
  },
  actors: {
    user: 'Nutzer',
    'api-key': 'ein API-Schlüssel',
    'command-line': 'die Befehlszeile',
    chat: 'der Chat',
    service: 'von selbst',
    person: 'eine Person',
  },
  situations: {
    works: 'Der Schlüssel gilt',
    unused: 'Noch nicht benutzt',
    free: 'Frei für einen neuen Computer',
    locked: 'Mit einem anderen Computer verknüpft',
    expired: 'Abgelaufen',
    banned: 'Gesperrt',
    'computer-banned': 'Der Computer ist gesperrt',
    unknown: 'Kein solcher Schlüssel',
  },
}

import type { Formats } from '../messages/formats.ts'
import { type Computers, type KeyEnd, NEVER } from './standing.ts'
import type { en } from './texts-en.ts'

const until = ({ end, isPerpetual }: KeyEnd, { date }: Formats): string =>
  end === NEVER ? ' ohne Ende' : `${isPerpetual ? ' mit Updates' : ''} bis ${date(end)}`

const computersOf = ({ linked, most }: Computers, { number }: Formats): string =>
  most <= 1 && linked === 1 ? 'einem Computer' : `${number(linked)} von ${number(most)} Computern`

const banEnd = (end: number, { longMoment }: Formats): string =>
  end === NEVER ? 'dauerhaft' : `bis ${longMoment(end)}`

const because = (reason: string): string => (reason === '' ? '.' : `, Grund: „${reason}“.`)

const times = (count: number, { number }: Formats): string => (count === 1 ? '' : ` ${number(count)}-mal`)

const refusalReasons: Readonly<Record<string, string>> = {
  KEY_HWID_LOCKED: 'ein anderer Computer',
  KEY_EXPIRED: 'der Schlüssel ist abgelaufen',
  KEY_BANNED: 'Schlüssel gesperrt oder gestoppt, oder Computer gesperrt',
  MOVE_DISABLED: 'ein Umzug, der nicht erlaubt ist',
  MOVE_ON_COOLDOWN: 'ein Umzug, zu bald nach dem letzten',
  MOVE_LIMIT_REACHED: 'ein Umzug; in diesem Jahr ist keiner mehr frei',
  OFFLINE_LICENSE_ACTIVE: 'ein Umzug; der andere Computer hat eine Offline-Lizenz',
  DEVICE_NOT_FOUND: 'der Computer ist nicht verknüpft',
}

const causes: Readonly<Record<string, string>> = {
  refunded: 'der Kauf erstattet wurde',
  'charged-back': 'die Zahlung zurückgebucht wurde',
  replaced: 'er durch einen anderen Schlüssel ersetzt wurde',
}

const fields: Readonly<Record<string, string>> = {
  auth_expire: 'Ende',
  key_days: 'Tage',
  days: 'Ende',
  note: 'Notiz',
  vendor_note: 'interne Notiz',
  shop: 'ein Shop',
  product: 'ein Produkt',
  chat_id: 'Chat-ID',
  identifier: 'Computer',
  max_devices: 'Anzahl der Computer',
  trial: 'keine Testzeit mehr',
  moves_per_year: 'Umzüge im Jahr',
  features: 'Funktionen',
  add_features: 'Funktionen',
  remove_features: 'Funktionen',
  updates_until: 'Ende der Updates',
  perpetual: 'Nutzung nach dem Ende',
  stopped: 'Stopp durch die Bestellung',
}

export const de: typeof en = {
  standing(standing, f) {
    switch (standing.kind) {
      case 'works': {
        const start = standing.isTrial ? 'Eine Testzeit: Gilt auf' : 'Gilt auf'
        return `${start} ${computersOf(standing.computers, f)}${until(standing, f)}.`
      }
      case 'free':
        return `${standing.isTrial ? 'Eine Testzeit: Gilt' : 'Gilt'} auf dem nächsten Computer, der ihn benutzt,${until(standing, f)}.`
      case 'unused':
        if (standing.days !== undefined) {
          return standing.days === 1
            ? 'Noch nicht benutzt; sein Tag beginnt mit der ersten Nutzung.'
            : `Noch nicht benutzt; seine ${f.number(standing.days)} Tage beginnen mit der ersten Nutzung.`
        }
        return standing.end === 0
          ? 'Noch nicht benutzt; seine Tage beginnen mit der ersten Nutzung.'
          : `Noch nicht benutzt; gilt${until(standing, f)}.`
      case 'expired':
        return `Gilt nicht: ${standing.isTrial ? 'Die Testzeit' : 'Er'} ist am ${f.date(standing.at)} abgelaufen.`
      case 'banned': {
        const what = standing.hasKey ? 'Er ist' : 'Der Schlüssel wurde gelöscht, und sein Computer ist'
        return `Gilt nicht: ${what} ${banEnd(standing.end, f)} gesperrt${because(standing.reason)}`
      }
      case 'stopped':
        return standing.cause === 'replaced'
          ? 'Gilt nicht: Er wurde durch einen anderen Schlüssel ersetzt.'
          : `Gilt nicht: Seine Bestellung hat ihn gestoppt, weil ${causes[standing.cause] ?? standing.cause}.`
      case 'computer-banned': {
        const which = standing.isLinked ? 'Sein Computer' : 'Der Computer, auf dem er eingegeben wurde,'
        const begin =
          standing.days === undefined
            ? ''
            : standing.days === 1
              ? ' Sein Tag beginnt mit der ersten Nutzung.'
              : ` Seine ${f.number(standing.days)} Tage beginnen mit der ersten Nutzung.`
        return `Gilt nicht: ${which} ist ${banEnd(standing.end, f)} gesperrt, mit einem anderen Schlüssel${because(standing.reason)}${begin}`
      }
    }
  },
  trouble(trouble, f) {
    const what =
      trouble.kind === 'other-computer'
        ? 'Ein anderer Computer'
        : 'Ein Computer, der mit einem anderen Schlüssel gesperrt ist,'
    return trouble.times === 1
      ? `${what} wurde am ${f.longMoment(trouble.last)} abgelehnt.`
      : `${what} wurde seit dem ${f.date(trouble.since)}${times(trouble.times, f)} abgelehnt, zuletzt am ${f.longMoment(trouble.last)}.`
  },
  state: {
    works: 'Gilt',
    free: 'Gilt',
    unused: 'Unbenutzt',
    expired: 'Abgelaufen',
    banned: 'Gesperrt',
    stopped: 'Gestoppt',
    'computer-banned': 'Computer gesperrt',
  },
  event({ kind, code, times: count, fields: names }, f) {
    const changed = f.list([...new Set(names.flatMap((name) => fields[name] ?? []))])
    switch (kind) {
      case 'created':
        return 'Erstellt'
      case 'linked':
        return names.includes('chat_id') ? 'Chat-ID verknüpft' : 'Mit einem Computer verknüpft'
      case 'refused':
        return `Abgelehnt${times(count, f)}: ${refusalReasons[code] ?? code}`
      case 'expired':
        return 'Abgelaufen'
      case 'reset':
        return 'Computer zurückgesetzt'
      case 'moved':
        return 'Auf einen anderen Computer umgezogen'
      case 'released':
        return 'Computer freigegeben'
      case 'asked':
        return 'Um einen Platz gebeten'
      case 'banned':
        return 'Gesperrt'
      case 'unbanned':
        return names.includes('unban_only_devices') ? 'Sperre der Computer aufgehoben' : 'Sperre aufgehoben'
      case 'updated':
        return changed === '' ? 'Geändert' : `Geändert: ${changed}`
      case 'deleted':
        return 'Gelöscht'
      case 'erased':
        return 'Daten gelöscht'
      default:
        return kind
    }
  },
  actors: {
    user: 'Nutzer',
    'api-key': 'ein API-Schlüssel',
    'command-line': 'die Befehlszeile',
    chat: 'der Chat',
    customer: 'sein Kunde',
    shop: 'die Bestellung',
    service: 'von selbst',
    person: 'eine Person',
  },
  situations: {
    works: 'Der Schlüssel gilt',
    unused: 'Noch nicht benutzt',
    free: 'Frei für einen neuen Computer',
    locked: 'Mit einem anderen Computer verknüpft',
    expired: 'Abgelaufen',
    trial: 'Eine Testzeit, die läuft',
    'trial-over': 'Die Testzeit ist vorbei',
    banned: 'Gesperrt',
    stopped: 'Von seiner Bestellung gestoppt',
    'computer-banned': 'Der Computer ist gesperrt',
    unknown: 'Kein solcher Schlüssel',
  },
  title: (ending) => `Schlüssel mit der Endung ${ending}`,
  deletedTitle: 'Ein gelöschter Schlüssel',
  back: 'Alle Schlüssel',
  copyKey: 'Schlüssel kopieren',
  loadingTitle: 'Schlüssel',
  notFound: {
    title: 'Diesen Schlüssel gibt es nicht',
    text: 'Er wurde gelöscht, oder der Link stimmt nicht. Hat ein Kunde ihn geschickt, ist vielleicht ein Buchstabe falsch.',
  },
  refusals: {
    ALREADY_CLAIMED: 'Der Schlüssel wurde inzwischen benutzt; seine Tage haben begonnen.',
    BAN_ALREADY_OVER: 'Dieses Ende ist schon vorbei.',
    DEVICES_NOT_BANNED: 'Nur der Schlüssel ist gesperrt, seine Computer sind es nicht.',
    CHANGED_MEANWHILE: 'Nichts wurde getan, weil jemand anders diesen Schlüssel geändert hat.',
    CHAT_ID_TAKEN: 'Ein anderer Schlüssel ist mit dieser Chat-ID verknüpft.',
    HAS_CHAT_ID: 'Dieser Schlüssel hat schon eine andere Chat-ID.',
    INVALID_EMAIL: 'An diese Adresse geht keine Mail. Geben Sie eine wie ann@example.org ein.',
    INVALID_CHAT_ID: 'Eine Chat-ID hat 1 bis 64 Buchstaben, Ziffern oder _ . : -',
    KEY_DELETED: 'Der Schlüssel wurde gelöscht. Nur seine Sperre ist noch da und lässt sich aufheben.',
    NEVER_EXPIRES: 'Dieser Schlüssel läuft nie ab.',
    NOT_BANNED: 'Dieser Schlüssel ist nicht mehr gesperrt.',
    NOTE_TOO_LONG: 'Die Notiz ist zu lang: höchstens 1.000 Zeichen.',
    NO_SUCH_DEVICE: 'Dieser Computer wurde inzwischen freigegeben.',
    NO_SUCH_KEY: 'Dieser Schlüssel wurde inzwischen gelöscht.',
    OFFLINE_LICENSE_ACTIVE:
      'Der Computer hat eine Offline-Lizenz und arbeitet damit weiter, bis sie endet, auch danach.',
    RESET_ON_COOLDOWN:
      'Das letzte Zurücksetzen ist kurz her: Nach den Einstellungen des Projekts ist zu warten.',
    RESETS_DISABLED: 'Die Einstellungen des Projekts erlauben kein Zurücksetzen.',
    TOO_MANY_FEATURES: 'Ein Schlüssel hat höchstens 32 Funktionen.',
    TRIAL_KEY: 'Eine Testzeit bekommt keine Lizenzdatei. Machen Sie sie zuerst zum gekauften Schlüssel.',
    USER_BANNED: 'Der Schlüssel ist gesperrt. Heben Sie zuerst die Sperre auf.',
    KEY_HWID_LOCKED: 'Der Schlüssel ist mit einem anderen Computer verknüpft.',
    KEY_EXPIRED: 'Der Schlüssel ist abgelaufen. Geben Sie ihm zuerst ein späteres Ende.',
    KEY_BANNED: 'Der Schlüssel ist gesperrt oder gestoppt, oder der Computer ist gesperrt.',
    KEY_INCORRECT: 'Die Anforderung ist für einen Schlüssel, den dieses Projekt nicht hat.',
    INVALID_REQUEST:
      'In diesem Text ist keine ganze Anforderung. Sie beginnt mit BEGIN LATCHKEY ACTIVATION REQUEST, und auch ihre letzte Zeile gehört dazu.',
    APP_NOT_APPROVED: 'Die Anforderung ist von einem anderen Programm als dem dieses Projekts.',
    SECURITY_ERROR:
      'Die Signatur der Anforderung ist falsch: Sie wurde unterwegs verändert oder ist nicht von Ihrem Programm.',
    PUBLIC_KEY_UNKNOWN:
      'Das Programm auf jenem Computer hat keinen der gültigen öffentlichen Schlüssel. Es braucht eine neuere Version.',
  },
  badDays: 'Eine Zahl von 1 bis 36.500 Tagen.',
  badDate: 'Ein Tag zwischen morgen und dem Jahr 2038.',
  undone: 'Rückgängig gemacht.',
  cannotUndo: 'Der Schlüssel hat sich seither geändert; das lässt sich nicht rückgängig machen.',
  extend: {
    heading: 'Verlängern',
    by: (count, { number }) => (count === 365 ? '+ 1 Jahr' : `+ ${number(count)} Tage`),
    other: 'Ende festlegen …',
    title: 'Ende dieses Schlüssels festlegen',
    how: 'Der Schlüssel',
    days: 'bekommt mehr Tage',
    date: 'endet an einem Tag',
    never: 'endet nie',
    daysLabel: 'Tage',
    dateLabel: 'Letzter Tag',
    expiredHint: 'Der Schlüssel ist abgelaufen; die Tage beginnen daher jetzt.',
    unusedHint: 'Die Tage beginnen mit der ersten Nutzung.',
    save: 'Ende festlegen',
    done: (standing) => `Verlängert. ${standing}`,
  },
  reset: {
    action: 'Computer zurücksetzen',
    actionAll: 'Alle Computer zurücksetzen',
    done: 'Zurückgesetzt. Der nächste Computer, der den Schlüssel benutzt, wird verknüpft.',
    title: (count) => (count === 1 ? 'Den Computer zurücksetzen?' : `Alle ${count} Computer zurücksetzen?`),
    text: 'Die Verknüpfung endet, und der nächste Computer, der den Schlüssel benutzt, wird verknüpft. Das lässt sich nicht rückgängig machen.',
    anyway: 'Trotzdem zurücksetzen',
  },
  ban: {
    scope: 'Was gesperrt wird',
    scopeHint: 'Wer neu kauft, benutzt auf demselben Computer einen anderen Schlüssel.',
    scopes: {
      all: 'der Schlüssel und seine Computer, auch mit anderen Schlüsseln',
      key: 'nur dieser Schlüssel',
    },
    withComputers: 'Seine Computer werden auch mit anderen Schlüsseln abgelehnt.',
    onlyKey: 'Nur der Schlüssel ist gesperrt: Seine Computer können andere Schlüssel benutzen.',
    liftComputers: 'Sperre des Computers aufheben',
    liftedComputers:
      'Der Computer kann wieder andere Schlüssel benutzen. Der gesperrte Schlüssel bleibt gesperrt.',
    action: 'Sperren …',
    title: (ending) => `Den Schlüssel mit der Endung ${ending} sperren?`,
    text: 'Er wird bei der nächsten Prüfung abgelehnt. Die Sperre lässt sich aufheben.',
    reason: 'Grund',
    reasonHint: 'Der Kunde sieht ihn im Programm. Darf leer sein.',
    ends: 'Endet',
    never: 'nie',
    afterDays: (count) => (count === 1 ? 'nach 1 Tag' : `nach ${count} Tagen`),
    onDate: 'an einem Tag',
    dateLabel: 'Letzter Tag der Sperre',
    save: 'Sperren',
    done: 'Gesperrt.',
    lift: 'Sperre aufheben',
    lifted: 'Die Sperre wurde aufgehoben.',
    other: 'Den gesperrten Schlüssel zeigen',
  },
  stop: {
    causes,
    words: (text) => `Der Kunde liest: „${text}“`,
    next: 'Andere Schlüssel gelten auf seinen Computern. Soll dieser trotzdem gelten, heben Sie den Stopp bei seiner Bestellung auf.',
  },
  customer: {
    add: 'Hinzufügen',
    change: 'Ändern',
    hint: 'Eine E-Mail-Adresse. Leer: Der Schlüssel gehört niemandem.',
    saved: 'Der Kunde des Schlüssels wurde geändert.',
  },
  chat: {
    label: 'Chat-ID',
    link: 'Verknüpfen',
    change: 'Ändern',
    unlink: 'Trennen',
    replace: 'Ersetzen',
    linked: 'Die Chat-ID wurde verknüpft.',
    unlinked: 'Die Chat-ID wurde getrennt.',
  },
  note: {
    labels: { note: 'Notiz', vendor_note: 'Interne Notiz' },
    seenBy: { note: 'für den Kunden sichtbar', vendor_note: 'nur Sie sehen sie' },
    hints: {
      note: 'Der Kunde sieht sie im Programm und in Lizenzdateien.',
      vendor_note: 'Nur wer sich hier anmeldet, sieht sie. Der Kunde bekommt sie nie.',
    },
    edit: 'Bearbeiten',
    add: 'Hinzufügen',
    saved: { note: 'Die Notiz wurde gespeichert.', vendor_note: 'Die interne Notiz wurde gespeichert.' },
  },
  replace: {
    action: 'Ersetzen …',
    title: (ending) => `Den Schlüssel mit der Endung ${ending} ersetzen?`,
    text: 'Für einen Schlüssel, der bekannt geworden ist: Er wird ab sofort abgelehnt. Die Lizenz gilt mit einem neuen Schlüssel weiter; ihre Computer, ihr Ende und ihre Bestellung bleiben. Schicken Sie den neuen Schlüssel danach dem Kunden.',
    save: 'Diesen Schlüssel ersetzen',
    done: 'Das ist der neue Schlüssel. Der Kunde hat ihn noch nicht.',
  },
  remove: {
    action: 'Löschen …',
    title: (ending) => `Den Schlüssel mit der Endung ${ending} löschen?`,
    text: 'Der Kunde verliert den Zugang, und der Schlüssel lässt sich nicht wiederherstellen.',
    banned: 'Die Sperre bleibt: Seine Computer werden auch mit anderen Schlüsseln abgelehnt.',
    typeLabel: (ending) => `Tippen Sie ${ending}, die letzten Buchstaben des Schlüssels`,
    save: 'Diesen Schlüssel löschen',
    done: 'Der Schlüssel wurde gelöscht.',
  },
  conflict: {
    title: 'Jemand hat diesen Schlüssel inzwischen geändert',
    by: (who, when) => `Geändert von ${who} um ${when}.`,
    lead: 'Noch wurde nichts getan. Vergleichen Sie, was Sie sahen, mit dem jetzigen Stand.',
    before: 'Was Sie sahen',
    now: 'Jetzt',
    yours: 'Was Sie tun wollen',
    describe(change, f) {
      switch (change?.action) {
        case undefined:
          return 'Den Schlüssel löschen.'
        case 'extend':
          return `Um ${f.number(change.days ?? 0)} ${change.days === 1 ? 'Tag' : 'Tage'} verlängern.`
        case 'expire':
          if (change.key_days !== undefined) {
            return `Ab der ersten Nutzung ${f.number(change.key_days)} ${change.key_days === 1 ? 'Tag' : 'Tage'} gelten lassen.`
          }
          return change.auth_expire === NEVER
            ? 'Nie enden lassen.'
            : `Das Ende auf ${f.date(change.auth_expire ?? 0)} setzen.`
        case 'note':
          return change.vendor_note === undefined
            ? `Die Notiz „${change.note}“ schreiben.`
            : `Die interne Notiz „${change.vendor_note}“ schreiben.`
        case 'customer':
          return change.customer_email
            ? `Ihn ${change.customer_email} zuordnen.`
            : 'Keinem Kunden mehr zuordnen.'
        case 'terms':
          return 'Ändern, was der Schlüssel öffnet.'
        case 'ban':
          return `Ihn ${banEnd(change.ban_expire ?? NEVER, f)} sperren${because(change.ban_reason ?? '')}`
        case 'unban':
          return 'Die Sperre aufheben.'
        case 'reset':
          return 'Seine Computer zurücksetzen.'
        case 'link':
          return change.chat_id === ''
            ? 'Die Chat-ID trennen.'
            : `Die Chat-ID „${change.chat_id}“ verknüpfen.`
      }
    },
    anyway: 'Trotzdem tun',
    keep: 'So lassen, wie es jetzt ist',
    empty: 'leer',
  },
  limits: {
    change: 'Ändern',
    label: 'Computer und Umzüge',
    title: 'Computer und Umzüge dieses Schlüssels',
    most: 'Computer',
    moves: 'Umzüge im Jahr',
    hint: (number) => `Leer: wie im Projekt (${number}).`,
    saved: 'Die Grenzen des Schlüssels wurden geändert.',
    badMost: 'Eine Zahl von 1 bis 100 oder nichts.',
    badMoves: 'Eine Zahl von 0 bis 100 oder nichts.',
  },
  trial: {
    label: 'Testzeit',
    text: 'Ein Nutzer hat sie im Programm begonnen, für einen Computer.',
    keep: 'Zum gekauften Schlüssel machen',
    keepTitle: 'Diese Testzeit zum gekauften Schlüssel machen?',
    keepText:
      'Er bekommt die Grenzen des Projekts und behält sein Ende, das Sie danach festlegen können. Er zählt als Nutzer Ihres Tarifs.',
    kept: 'Aus der Testzeit ist ein gekaufter Schlüssel geworden.',
  },
  details: {
    heading: 'Einzelheiten',
    customer: 'Kunde',
    ends: 'Endet',
    never: 'Nie',
    withFirstUse: (count, f) => `${f.number(count)} ${count === 1 ? 'Tag' : 'Tage'} nach der ersten Nutzung`,
    executions: 'Ausführungen',
    resets: 'Zurückgesetzt',
    lastReset: (count, day) => `${count}-mal, zuletzt am ${day}`,
    features: 'Funktionen',
    updates: 'Updates bis',
    perpetual: 'Nach dem Ende',
    trial: 'Testzeit',
    offline: 'Offline-Lizenz bis',
    none: 'Keine',
    stopped: 'Gestoppt, weil',
    banReason: 'Grund der Sperre',
    banned: 'Gesperrt',
    bannedUntil: 'Sperre endet',
    yes: 'Ja',
    no: 'Nein',
    computer: 'Computer',
  },
  computers: {
    heading: 'Computer',
    none: 'Kein Computer ist verknüpft. Der nächste, der den Schlüssel benutzt, wird es.',
    count: (linked, most) => `${linked} von ${most} verknüpft.`,
    moves(left) {
      if (left === 0) return 'Der Kunde kann ihn zurzeit nicht umziehen.'
      return left === 1
        ? 'Der Kunde kann ihn in diesem Jahr noch einmal umziehen.'
        : `Der Kunde kann ihn in diesem Jahr noch ${left}-mal umziehen.`
    },
    movesFrom: (day) => `Der Kunde kann ihn ab ${day} wieder umziehen.`,
    unnamed: (number) => `Computer ${number}`,
    id: 'Geräte-ID',
    used: (day) => `Zuletzt benutzt: ${day}`,
    linkedAt: (day) => `Verknüpft am ${day}`,
    release: 'Freigeben',
    releaseLabel: (name) => `${name} freigeben`,
    releaseTitle: (name) => `„${name}“ freigeben?`,
    releaseText:
      'Die Verknüpfung endet. Benutzt er den Schlüssel wieder, solange Platz ist, wird er neu verknüpft.',
    released: (name) => `„${name}“ wurde freigegeben.`,
    anyway: 'Trotzdem freigeben',
  },
  answer: {
    heading: 'Antwort an den Kunden',
    situation: 'Über',
    copyIn: { en: 'Auf Englisch kopieren', de: 'Auf Deutsch kopieren' },
    text: 'Die Antwort',
  },
  timeline: {
    heading: 'Was geschah',
    today: 'Heute',
    yesterday: 'Gestern',
    by: (who) => `durch ${who}`,
    between: (from, to) => `${from} bis ${to}`,
    earlier: 'Früheres zeigen',
    nothing: 'In den letzten 90 Tagen wurde nichts aufgezeichnet.',
    nothingAtAll: 'Nichts wurde aufgezeichnet.',
  },
  offline: {
    action: 'Offline-Lizenz …',
    title: 'Lizenz für einen Computer ohne Internet',
    lead: 'Der Kunde wählt im Programm „Dieser Computer hat kein Internet“ und schickt Ihnen die Anforderung.',
    request: 'Aktivierungsanforderung',
    requestHint: 'Der Text oder die ganze E-Mail. Sie können auch die Datei hierher ziehen.',
    days: 'Tage',
    daysHint: 'Sie endet spätestens mit dem Schlüssel und lässt sich vorher nicht zurückholen.',
    issue: 'Lizenz erstellen',
    move: 'Auf diesen Computer umziehen',
    moveAnyway: 'Trotzdem umziehen',
    moveText: '„Umziehen“ trennt den anderen Computer und verknüpft den der Anforderung.',
    done: (day) => `Die Lizenz gilt bis ${day}. Schicken Sie sie dem Kunden als Anhang.`,
    otherKey: 'Die Anforderung war für einen anderen Schlüssel als diese Seite:',
    license: 'Lizenzdatei',
    download: 'Herunterladen',
    close: 'Fertig',
  },
}

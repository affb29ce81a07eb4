import { useFormats, useTexts } from '../messages/messages.ts'

/** The keys table. Counts come formatted; `keys` is a text such as `1 key` or `5,000 keys`. */
const en = {
  title: 'Keys',
  count: (count: number, number: string) => (count === 1 ? '1 key' : `${number} keys`),
  search: {
    label: 'Search keys',
    placeholder: 'Key, notes, device or chat ID',
    shortcut: 'Press / to search',
  },
  filters: {
    state: 'State',
    states: {
      active: 'In use',
      unused: 'Not used yet',
      expired: 'Expired',
      stopped: 'Stopped',
      banned: 'Banned',
    },
    trials: 'Trials',
    ends: 'Ends',
    anyTime: 'any time',
    between: (from: string, to: string) => `${from} to ${to}`,
    from: (day: string) => `from ${day}`,
    to: (day: string) => `until ${day}`,
    presets: {
      week: 'In the next 7 days',
      month: 'In the next 30 days',
      lately: 'Ended in the last 30 days',
      always: 'Any time',
    },
    fromDay: 'From',
    toDay: 'To',
    clear: 'Show all keys',
  },
  columns: {
    key: 'Key',
    state: 'State',
    note: 'Notes',
    device: 'Device',
    chatId: 'Chat ID',
    ends: 'Ends',
    lastReset: 'Last reset',
    opens: 'Opens',
    offline: 'Offline until',
    executions: 'Checks',
  },
  cells: {
    never: 'Never',
    daysAfterUse: (days: string) => (days === '1' ? '1 day of use' : `${days} days of use`),
    notStarted: 'Not yet known',
    trial: 'Trial',
    perpetual: 'perpetual',
    noKey: 'The key was deleted',
    notes: { vendor: 'Vendor note: only you see it', customer: 'Note: shown to the customer' },
    selectRow: (key: string) => `Select ${key}`,
    selectPage: 'Select this page',
  },
  grid: {
    label: 'Keys',
    help: 'Arrow keys move, Space selects, Shift selects a range, Enter opens the key.',
  },
  pages: {
    label: 'Pages',
    range: (first: string, last: string, of: string) => `${first} to ${last} of ${of}`,
    atLeast: (count: string) => `more than ${count}`,
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    last: 'Last page',
  },
  empty: {
    title: 'No key yet',
    text: 'A key unlocks your app for one customer. Create the first one and send it by e-mail.',
    textReadOnly: 'There is no key in this project yet. An owner or a support person can create one.',
    noMatchTitle: 'No key matches',
    noMatchText: 'Choose other states or other days, or show all keys.',
    noMatchOther: (search: string) =>
      `The search looks for “${search}” in keys, notes, devices and chat IDs. Perhaps it is in another project.`,
  },
  failure: {
    tooManyTitle: 'Too many keys for this order',
    tooManyText: 'More than 10,000 keys match. Search or filter first, then sort.',
    sortByCreated: 'Show the newest first',
  },
  selection: {
    label: 'Selected keys',
    count: (keys: string) => `${keys} selected`,
    all: (count: string) => `Select all ${count} that match`,
    clear: 'Clear selection',
    more: 'More',
  },
  actions: {
    create: 'Create keys',
    import: 'Import',
    paste: 'Paste keys',
    download: 'Download CSV',
    extend: 'Extend',
    note: 'Note',
    ban: 'Ban',
    terms: 'What they open',
    unban: 'Lift ban',
    reset: 'Reset device',
    delete: 'Delete',
    done: 'Done',
  },
}

const de: typeof en = {
  title: 'Schlüssel',
  count: (count, number) => (count === 1 ? '1 Schlüssel' : `${number} Schlüssel`),
  search: {
    label: 'Schlüssel suchen',
    placeholder: 'Schlüssel, Notizen, Gerät oder Chat-ID',
    shortcut: 'Mit / zur Suche',
  },
  filters: {
    state: 'Zustand',
    states: {
      active: 'In Benutzung',
      unused: 'Unbenutzt',
      expired: 'Abgelaufen',
      stopped: 'Gestoppt',
      banned: 'Gesperrt',
    },
    trials: 'Testzeiten',
    ends: 'Ende',
    anyTime: 'jederzeit',
    between: (from, to) => `${from} bis ${to}`,
    from: (day) => `ab ${day}`,
    to: (day) => `bis ${day}`,
    presets: {
      week: 'In den nächsten 7 Tagen',
      month: 'In den nächsten 30 Tagen',
      lately: 'In den letzten 30 Tagen',
      always: 'Jederzeit',
    },
    fromDay: 'Von',
    toDay: 'Bis',
    clear: 'Alle Schlüssel zeigen',
  },
  columns: {
    key: 'Schlüssel',
    state: 'Zustand',
    note: 'Notizen',
    device: 'Gerät',
    chatId: 'Chat-ID',
    ends: 'Ende',
    lastReset: 'Zurückgesetzt',
    opens: 'Öffnet',
    offline: 'Offline bis',
    executions: 'Prüfungen',
  },
  cells: {
    never: 'Nie',
    daysAfterUse: (days) => (days === '1' ? '1 Tag Nutzung' : `${days} Tage Nutzung`),
    notStarted: 'Noch offen',
    trial: 'Testzeit',
    perpetual: 'ohne Ende nutzbar',
    noKey: 'Der Schlüssel wurde gelöscht',
    notes: { vendor: 'Interne Notiz: nur Sie sehen sie', customer: 'Notiz: für den Kunden sichtbar' },
    selectRow: (key) => `${key} auswählen`,
    selectPage: 'Diese Seite auswählen',
  },
  grid: {
    label: 'Schlüssel',
    help: 'Pfeiltasten bewegen, Leertaste wählt aus, Umschalt einen Bereich, Eingabe öffnet den Schlüssel.',
  },
  pages: {
    label: 'Seiten',
    range: (first, last, of) => `${first} bis ${last} von ${of}`,
    atLeast: (count) => `mehr als ${count}`,
    first: 'Erste Seite',
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
    last: 'Letzte Seite',
  },
  empty: {
    title: 'Noch kein Schlüssel',
    text: 'Ein Schlüssel schaltet Ihre App für einen Kunden frei. Erstellen Sie den ersten, und schicken Sie ihn per E-Mail.',
    textReadOnly: 'Dieses Projekt hat noch keinen Schlüssel. Inhaber und Support können einen erstellen.',
    noMatchTitle: 'Kein Schlüssel passt',
    noMatchText: 'Wählen Sie andere Zustände oder andere Tage, oder zeigen Sie alle Schlüssel.',
    noMatchOther: (search) =>
      `Gesucht wird „${search}“ in Schlüsseln, Notizen, Geräten und Chat-IDs. Vielleicht gehört es zu einem anderen Projekt.`,
  },
  failure: {
    tooManyTitle: 'Zu viele Schlüssel für diese Reihenfolge',
    tooManyText: 'Mehr als 10.000 Schlüssel passen. Suchen oder filtern Sie zuerst, dann sortieren Sie.',
    sortByCreated: 'Neueste zuerst zeigen',
  },
  selection: {
    label: 'Ausgewählte Schlüssel',
    count: (keys) => `${keys} ausgewählt`,
    all: (count) => `Alle ${count} passenden auswählen`,
    clear: 'Auswahl aufheben',
    more: 'Mehr',
  },
  actions: {
    create: 'Erstellen',
    import: 'Importieren',
    paste: 'Einfügen',
    download: 'CSV herunterladen',
    extend: 'Verlängern',
    note: 'Notiz',
    ban: 'Sperren',
    terms: 'Was sie öffnen',
    unban: 'Sperre aufheben',
    reset: 'Gerät zurücksetzen',
    delete: 'Löschen',
    done: 'Fertig',
  },
}

/** The texts of the keys table. */
export const KEYS = { en, de }

/** Formats a number of keys, such as `1 key` or `5,000 keys`. */
export function useKeyCount(): (keys: number) => string {
  const { count } = useTexts(KEYS)
  const { number } = useFormats()
  return (keys) => count(keys, number(keys))
}

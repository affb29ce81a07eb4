/** A customer that ends when two are joined. `count` is the formatted number of its keys. */
interface Ended {
  readonly email: string
  readonly name: string
  readonly keys: number
  readonly count: string
  /** The customer that stays has a name of its own. */
  readonly nameGoes: boolean
}

/** The customers of the account, and the page of one. */
const en = {
  lead: 'Who has your keys, over all projects.',
  title: 'Newest first',
  one: 'Customer',
  back: 'All customers',
  search: {
    label: 'Search customers',
    placeholder: 'Address or name',
    shortcut: 'Press / to search',
  },
  email: 'E-mail address',
  name: 'Name',
  key: 'Key',
  keys: 'Keys',
  keysOf: (keys: number, count: string) => (keys === 1 ? '1 key' : `${count} keys`),
  newest: (shown: string) => `The newest ${shown} are shown. Search the keys of a project for the others.`,
  noKeys: 'No key belongs to this customer any more.',
  created: 'Since',
  since: (day: string) => `Since ${day}`,
  state: 'State',
  project: 'Project',
  ends: 'Ends',
  more: 'Show more',
  copyEmail: 'Copy address',
  export: 'Export',
  empty: {
    title: 'No customer yet',
    text: 'A key that is created or imported with an e-mail address makes a customer. Import a file that has addresses, or send customer_email when your shop makes a key.',
    import: 'Import keys',
    noMatch: 'No customer matches',
    short: (search: string) =>
      `No address and no name begins with “${search}”. Type a third character to find it in the middle, too.`,
    other: (search: string) =>
      `No address and no name has “${search}”. Try a shorter part of it, or the order number in the search of keys.`,
    showAll: 'Show all customers',
  },
  gone: {
    title: 'There is no such customer',
    text: 'It was erased or joined with another one, or the link is wrong. Search for the address in the list.',
  },
  change: {
    action: 'Change…',
    title: 'Change address and name',
    hint: 'Mails go to this address from now on. The keys stay as they are.',
    done: 'The customer was changed.',
  },
  join: {
    action: 'Join…',
    title: 'Join with another customer',
    save: 'Join customers',
    lead: 'If one person has two addresses, make one customer of both.',
    search: 'Address or name of the other customer',
    other: 'The other customer',
    kept: 'Which address stays?',
    thisOne: 'this customer',
    otherOne: 'the other customer',
    choose: 'Type a part of the address or the name, then choose the other customer.',
    preview: ({ email, name, keys, count, nameGoes }: Ended, kept: string) =>
      [
        keys === 0
          ? `${email} has no keys.`
          : `${keys === 1 ? '1 key moves' : `${count} keys move`} to ${kept}.`,
        `The customer ${email} is deleted.`,
        ...(name === '' ? [] : [`The name “${name}” ${nameGoes ? 'is deleted, too' : 'stays'}.`]),
        'This cannot be undone.',
      ].join(' '),
    done: 'The two customers are one now.',
  },
  erase: {
    action: 'Erase…',
    title: 'Erase this customer?',
    goesTitle: 'What is deleted for good',
    goes: [
      'The address and the name.',
      'Both also in the notes of all keys of the account and in the reasons of bans: they become [erased].',
      'Mails to this address that wait or are files, and the address of those that were sent.',
    ],
    staysTitle: 'What stays',
    keys: (keys: number, count: string) => {
      if (keys === 0) return 'Events, without the address.'
      const which = keys === 1 ? 'The key, which goes' : `The ${count} keys, which go`
      return `${which} on working without a customer, and the events.`
    },
    stays: [
      'In a note: another spelling, a part of the name, or an earlier address. Search for them. The names of computers stay, too.',
      'Backups and files that exist already, and what your shop and your mailbox have.',
    ],
    typeLabel: (email: string) => `Type ${email} to confirm`,
    save: 'Erase customer',
    done: (notes: number, count: string, isInLog: boolean) =>
      [
        'The customer was erased.',
        ...(notes === 0 ? [] : [`Notes of ${notes === 1 ? '1 key' : `${count} keys`} were changed.`]),
        ...(isInLog ? ['The log of the database has the old texts until SQLite writes over them.'] : []),
      ].join(' '),
  },
  asked: {
    title: 'These customers ask to be erased',
    since: (when: string) => `asked ${when}`,
    text: (when: string) =>
      `This customer asked on ${when} to be erased. Erase it, or decline and write to the customer why.`,
    decline: 'Decline',
    declined: 'The request was declined. Write to the customer why.',
  },
  refusals: {
    CUSTOMER_EXISTS: 'Another customer has this address. Close this, and join the two.',
    INVALID_EMAIL: 'No mail can be sent to this address. Enter one such as ann@example.org.',
    NO_SUCH_CUSTOMER: 'This customer was erased or joined meanwhile.',
    SAME_CUSTOMER: 'Choose another customer.',
  },
}

const de: typeof en = {
  lead: 'Wem Ihre Schlüssel gehören, in allen Projekten.',
  title: 'Die neuesten zuerst',
  one: 'Kunde',
  back: 'Alle Kunden',
  search: {
    label: 'Kunden suchen',
    placeholder: 'Adresse oder Name',
    shortcut: 'Mit / zur Suche',
  },
  email: 'E-Mail-Adresse',
  name: 'Name',
  key: 'Schlüssel',
  keys: 'Schlüssel',
  keysOf: (_, count) => `${count} Schlüssel`,
  newest: (shown) =>
    `Gezeigt werden die neuesten ${shown}. Die anderen finden Sie bei den Schlüsseln eines Projekts.`,
  noKeys: 'Diesem Kunden gehört kein Schlüssel mehr.',
  created: 'Seit',
  since: (day) => `Seit ${day}`,
  state: 'Zustand',
  project: 'Projekt',
  ends: 'Endet',
  more: 'Weitere zeigen',
  copyEmail: 'Adresse kopieren',
  export: 'Exportieren',
  empty: {
    title: 'Noch kein Kunde',
    text: 'Ein Schlüssel, der mit einer E-Mail-Adresse angelegt oder importiert wird, macht einen Kunden. Importieren Sie eine Datei mit Adressen, oder senden Sie customer_email, wenn Ihr Shop einen Schlüssel macht.',
    import: 'Schlüssel importieren',
    noMatch: 'Kein Kunde passt',
    short: (search) =>
      `Keine Adresse und kein Name beginnt mit „${search}“. Ab drei Zeichen wird auch in der Mitte gesucht.`,
    other: (search) =>
      `Keine Adresse und kein Name enthält „${search}“. Versuchen Sie einen kürzeren Teil, oder suchen Sie die Bestellnummer bei den Schlüsseln.`,
    showAll: 'Alle Kunden zeigen',
  },
  gone: {
    title: 'Diesen Kunden gibt es nicht',
    text: 'Seine Daten wurden gelöscht, er wurde mit einem anderen verbunden, oder der Link ist falsch. Suchen Sie die Adresse in der Liste.',
  },
  change: {
    action: 'Ändern…',
    title: 'Adresse und Namen ändern',
    hint: 'Mails gehen ab jetzt an diese Adresse. Die Schlüssel bleiben, wie sie sind.',
    done: 'Der Kunde ist geändert.',
  },
  join: {
    action: 'Verbinden…',
    title: 'Mit einem anderen Kunden verbinden',
    save: 'Kunden verbinden',
    lead: 'Hat eine Person zwei Adressen, machen Sie aus beiden einen Kunden.',
    search: 'Adresse oder Name des anderen Kunden',
    other: 'Der andere Kunde',
    kept: 'Welche Adresse bleibt?',
    thisOne: 'dieser Kunde',
    otherOne: 'der andere Kunde',
    choose: 'Geben Sie einen Teil der Adresse oder des Namens ein, und wählen Sie dann den anderen Kunden.',
    preview: ({ email, name, keys, count, nameGoes }, kept) =>
      [
        keys === 0
          ? `${email} hat keine Schlüssel.`
          : `${keys === 1 ? '1 Schlüssel geht' : `${count} Schlüssel gehen`} an ${kept}.`,
        `Der Kunde ${email} wird gelöscht.`,
        ...(name === '' ? [] : [`Der Name „${name}“ ${nameGoes ? 'wird auch gelöscht' : 'bleibt'}.`]),
        'Das lässt sich nicht rückgängig machen.',
      ].join(' '),
    done: 'Die beiden sind jetzt ein Kunde.',
  },
  erase: {
    action: 'Daten löschen…',
    title: 'Die Daten dieses Kunden löschen?',
    goesTitle: 'Was endgültig gelöscht wird',
    goes: [
      'Die Adresse und der Name.',
      'Beide auch in den Notizen aller Schlüssel des Kontos und in den Gründen von Sperren: Dort steht dann [erased].',
      'Mails an diese Adresse, die warten oder Dateien sind, und die Adresse bei gesendeten.',
    ],
    staysTitle: 'Was bleibt',
    keys: (keys, count) => {
      if (keys === 0) return 'Ereignisse, ohne die Adresse.'
      const which = keys === 1 ? 'Der Schlüssel: Er gilt' : `Die ${count} Schlüssel: Sie gelten`
      return `${which} weiter, ohne Kunden. Auch die Ereignisse bleiben.`
    },
    stays: [
      'In einer Notiz: eine andere Schreibweise, ein Teil des Namens oder eine frühere Adresse. Suchen Sie danach. Auch die Namen von Computern bleiben.',
      'Sicherungen und Dateien, die es schon gibt, und was Ihr Shop und Ihr Postfach haben.',
    ],
    typeLabel: (email) => `Geben Sie zur Bestätigung ${email} ein`,
    save: 'Daten löschen',
    done: (notes, count, isInLog) =>
      [
        'Die Daten des Kunden sind gelöscht.',
        ...(notes === 0
          ? []
          : [`Notizen von ${notes === 1 ? '1 Schlüssel' : `${count} Schlüsseln`} wurden geändert.`]),
        ...(isInLog ? ['Im Protokoll der Datenbank stehen sie, bis SQLite es überschreibt.'] : []),
      ].join(' '),
  },
  asked: {
    title: 'Diese Kunden bitten um Löschung',
    since: (when) => `gebeten ${when}`,
    text: (when) =>
      `Dieser Kunde hat am ${when} um Löschung gebeten. Löschen Sie die Daten, oder lehnen Sie ab und schreiben Sie ihm, warum.`,
    decline: 'Ablehnen',
    declined: 'Die Bitte ist abgelehnt. Schreiben Sie dem Kunden, warum.',
  },
  refusals: {
    CUSTOMER_EXISTS: 'Ein anderer Kunde hat diese Adresse. Schließen Sie dies, und verbinden Sie die beiden.',
    INVALID_EMAIL: 'An diese Adresse geht keine Mail. Geben Sie eine wie ann@example.org ein.',
    NO_SUCH_CUSTOMER: 'Die Daten dieses Kunden wurden inzwischen gelöscht, oder er wurde verbunden.',
    SAME_CUSTOMER: 'Wählen Sie einen anderen Kunden.',
  },
}

/** The texts of the pages of customers. */
export const CUSTOMERS = { en, de }

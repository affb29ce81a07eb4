import type { MailState } from '@latchkey/management'

/** The list of mails, and the mails of a key. Counts come formatted. */
const en = {
  lead: 'What this project mails to its customers. The list keeps what became of a mail for 30 days.',
  toSettings: 'Texts, colours and other settings',
  title: 'Mail',
  all: 'All',
  kinds: {
    key: 'The key',
    'key-again': 'The key again',
    'ends-soon': 'The key ends soon',
    ended: 'The key has ended',
    'sign-in': 'Link to sign in',
    'ask-owner': 'Request for a computer',
    'shop-connected': 'To owners: a shop was connected',
    'computer-freed': 'A computer was removed',
    'key-replaced': 'The key was replaced',
    'license-file-made': 'A license file was made',
    'license-offered': 'The license is offered',
    'license-offer': 'Offer of a license',
    'license-taken': 'The license was handed over',
    'new-address': 'Confirm a new address',
    'address-changed': 'The address was changed',
    'erasure-asked': 'To owners: a customer asks for erasure',
  } as Readonly<Record<string, string>>,
  heads: { kind: 'What', receiver: 'To', created: 'Written', state: 'State' },
  states: { waiting: 'Waiting', sent: 'Sent', 'given-up': 'Given up' } satisfies Record<MailState, string>,
  reasons: {
    expired: 'It could not be sent in time.',
    refused: 'The mail server refused it for good.',
    unreadable: 'Its content does not open with the key of the service.',
  } as Readonly<Record<string, string>>,
  answer: 'Answer of the mail server',
  erased: 'an erased customer',
  tries: (count: number, number: string) => (count === 1 ? '1 try' : `${number} tries`),
  nextTry: (when: string) => `next try ${when}`,
  again: 'Send again',
  older: 'Older',
  queued: 'The mail leaves in the next seconds.',
  empty: {
    all: 'No mail yet',
    waiting: 'No mail waits',
    sent: 'No mail was sent in the last 30 days',
    'given-up': 'No mail was given up in the last 30 days',
  },
  emptyText:
    'Enter the address of a customer when you create a key, or on its page. Then mail it from there.',
  folder:
    'Mail reaches nobody: it is written as files into the folder mail beside the database, or into the one of --mail-folder. To send it, start the service with --mail.',
  none: 'Mail reaches nobody: it waits, because the service has no way to send it. Start the service with --mail, or with --mail-folder.',
  noneOfKey: 'No mail about this key in the last 30 days.',
  mailKey: 'Mail the key',
  noCustomer: 'The key has no customer, so there is no address. Add one in the details above.',
  /** Why the service refused to mail a key, by its code. */
  refusals: {
    KEY_BANNED: 'The key is banned, so it is not mailed. Lift the ban first.',
    KEY_STOPPED: 'Its order stopped the key, so it is not mailed. Lift the stop at the order first.',
    NO_CUSTOMER: 'The key has no customer any more, so there is no address.',
    NO_END: 'The end of the key has changed, so this mail would be wrong. Mail the key itself, or nothing.',
    NO_SUCH_KEY: 'The key was deleted meanwhile.',
  } as Readonly<Record<string, string>>,
}

const de: typeof en = {
  lead: 'Was dieses Projekt seinen Kunden schickt. Die Liste weiß 30 Tage lang, was aus einer Mail wurde.',
  toSettings: 'Texte, Farben und andere Einstellungen',
  title: 'Mails',
  all: 'Alle',
  kinds: {
    key: 'Der Schlüssel',
    'key-again': 'Noch einmal der Schlüssel',
    'ends-soon': 'Der Schlüssel endet bald',
    ended: 'Der Schlüssel ist beendet',
    'sign-in': 'Link zum Anmelden',
    'ask-owner': 'Bitte um einen Computer',
    'shop-connected': 'An Inhaber: ein Shop wurde verbunden',
    'computer-freed': 'Ein Computer wurde entfernt',
    'key-replaced': 'Der Schlüssel wurde ersetzt',
    'license-file-made': 'Eine Lizenzdatei wurde erstellt',
    'license-offered': 'Die Lizenz wird angeboten',
    'license-offer': 'Angebot einer Lizenz',
    'license-taken': 'Die Lizenz wurde übergeben',
    'new-address': 'Neue Adresse bestätigen',
    'address-changed': 'Die Adresse wurde geändert',
    'erasure-asked': 'An Inhaber: ein Kunde bittet um Löschung',
  },
  heads: { kind: 'Was', receiver: 'An', created: 'Geschrieben', state: 'Zustand' },
  states: { waiting: 'Wartet', sent: 'Gesendet', 'given-up': 'Aufgegeben' },
  reasons: {
    expired: 'Sie konnte nicht rechtzeitig gesendet werden.',
    refused: 'Der Mailserver hat sie endgültig abgelehnt.',
    unreadable: 'Ihr Inhalt lässt sich mit dem Schlüssel des Dienstes nicht öffnen.',
  },
  answer: 'Antwort des Mailservers',
  erased: 'ein gelöschter Kunde',
  tries: (count, number) => (count === 1 ? '1 Versuch' : `${number} Versuche`),
  nextTry: (when) => `nächster Versuch ${when}`,
  again: 'Noch einmal senden',
  older: 'Ältere',
  queued: 'Die Mail geht in den nächsten Sekunden hinaus.',
  empty: {
    all: 'Noch keine Mail',
    waiting: 'Keine Mail wartet',
    sent: 'In den letzten 30 Tagen wurde keine Mail gesendet',
    'given-up': 'In den letzten 30 Tagen wurde keine Mail aufgegeben',
  },
  emptyText:
    'Geben Sie beim Erstellen eines Schlüssels oder auf seiner Seite die Adresse des Kunden ein. Dort senden Sie ihn dann.',
  folder:
    'Mails erreichen niemanden: Sie werden als Dateien in den Ordner mail neben der Datenbank geschrieben, oder in den von --mail-folder. Um sie zu senden, starten Sie den Dienst mit --mail.',
  none: 'Mails erreichen niemanden: Sie warten, weil der Dienst sie auf keinem Weg senden kann. Starten Sie ihn mit --mail oder mit --mail-folder.',
  noneOfKey: 'In den letzten 30 Tagen gab es keine Mail zu diesem Schlüssel.',
  mailKey: 'Schlüssel senden',
  noCustomer:
    'Der Schlüssel hat keinen Kunden, also gibt es keine Adresse. Geben Sie ihm oben bei den Einzelheiten einen.',
  refusals: {
    KEY_BANNED: 'Der Schlüssel ist gesperrt und wird nicht gesendet. Heben Sie zuerst die Sperre auf.',
    KEY_STOPPED:
      'Seine Bestellung hat den Schlüssel gestoppt; er wird nicht gesendet. Heben Sie zuerst den Stopp bei der Bestellung auf.',
    NO_CUSTOMER: 'Der Schlüssel hat keinen Kunden mehr, also gibt es keine Adresse.',
    NO_END:
      'Das Ende des Schlüssels hat sich geändert, diese Mail wäre also falsch. Senden Sie den Schlüssel selbst, oder nichts.',
    NO_SUCH_KEY: 'Der Schlüssel wurde inzwischen gelöscht.',
  },
}

/** The texts of mails and what becomes of them. */
export const MAIL = { en, de }

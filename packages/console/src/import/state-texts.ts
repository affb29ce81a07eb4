import type { BanReasons, StateEffect } from '@latchkey/import-file'

interface StateTexts {
  readonly title: string
  readonly lead: string
  readonly noColumn: string
  readonly column: string
  readonly otherColumn: string
  readonly columnHint: string
  readonly none: string
  readonly line: string
  readonly lines: (lines: string) => string
  readonly more: (values: string) => string
  readonly ask: (lines: string) => string
  readonly answers: Readonly<Record<'yes' | 'no', string>>
  readonly effects: Readonly<Record<StateEffect, string>>
  /** The reasons of bans, which customers read when their key is refused. */
  readonly reasons: BanReasons
}

const en: StateTexts = {
  title: 'Refunded and disabled keys',
  lead: 'What the file says about its keys, and what becomes of them. A banned key does not work, and its record stays.',
  noColumn:
    'No column says whether a key was refunded or disabled, so all keys of the file will work. Choose such a column, or compare the file with the refunds of your shop.',
  column: 'Column that says whether a key works',
  otherColumn: 'Another such column',
  columnHint: 'Such as a status, or the date of a refund.',
  none: 'None',
  line: '1 line',
  lines: (lines) => `${lines} lines`,
  more: (values) => `${values} more values. Lines with a value that is not known are not imported.`,
  ask: (lines) => `Lines: ${lines}. They are imported when you have chosen.`,
  answers: { yes: 'yes', no: 'no' },
  effects: {
    ask: 'Does this key work?',
    works: 'Works',
    ends: 'Works until its end; banned without one',
    banned: 'Banned',
    'left-out': 'Not imported',
  },
  reasons: {
    refunded: 'The purchase was refunded.',
    disputed: 'The payment was disputed.',
    disabled: 'The key was disabled.',
    expired: 'The license has ended.',
    cancelled: 'The subscription was cancelled.',
    unpaid: 'The purchase was not paid.',
    unknown: 'The key is not in use.',
  },
}

const de: StateTexts = {
  title: 'Erstattete und gesperrte Schlüssel',
  lead: 'Was die Datei über ihre Schlüssel sagt, und was aus ihnen wird. Ein gesperrter Schlüssel funktioniert nicht, sein Eintrag bleibt.',
  noColumn:
    'Keine Spalte sagt, ob ein Schlüssel erstattet oder gesperrt wurde: Alle Schlüssel der Datei werden funktionieren. Wählen Sie eine solche Spalte, oder vergleichen Sie die Datei mit den Erstattungen Ihres Shops.',
  column: 'Spalte, die sagt, ob ein Schlüssel gilt',
  otherColumn: 'Weitere solche Spalte',
  columnHint: 'Etwa ein Status oder das Datum einer Erstattung.',
  none: 'Keine',
  line: '1 Zeile',
  lines: (lines) => `${lines} Zeilen`,
  more: (values) => `${values} weitere Werte. Zeilen mit einem unbekannten Wert werden nicht importiert.`,
  ask: (lines) => `Zeilen: ${lines}. Sie werden importiert, wenn Sie gewählt haben.`,
  answers: { yes: 'ja', no: 'nein' },
  effects: {
    ask: 'Gilt dieser Schlüssel?',
    works: 'Funktioniert',
    ends: 'Funktioniert bis zum Ende, ohne Ende gesperrt',
    banned: 'Gesperrt',
    'left-out': 'Nicht importiert',
  },
  reasons: {
    refunded: 'Der Kauf wurde erstattet.',
    disputed: 'Die Zahlung wurde zurückgebucht.',
    disabled: 'Der Schlüssel wurde gesperrt.',
    expired: 'Die Lizenz ist abgelaufen.',
    cancelled: 'Das Abonnement wurde gekündigt.',
    unpaid: 'Der Kauf wurde nicht bezahlt.',
    unknown: 'Der Schlüssel ist nicht in Gebrauch.',
  },
}

/** The texts about keys that were refunded or disabled elsewhere. */
export const IMPORT_STATES = { en, de }

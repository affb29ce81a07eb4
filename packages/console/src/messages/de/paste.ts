import type { PasteTexts } from '../en/paste.ts'

export const paste: PasteTexts = {
  title: 'Schlüssel einfügen',
  text: 'Eine Liste, eine CSV-Datei oder eine ganze E-Mail. Bis zu 5.000 Schlüssel werden gelesen.',
  field: 'Text mit Schlüsseln',
  read: 'Schlüssel lesen',
  none: 'In diesem Text ist kein Schlüssel. Ein Schlüssel hat 32 Buchstaben von A bis Z, ohne Ziffern.',
  known: (keys) => `In diesem Projekt: ${keys}`,
  unknown: (keys) => `Nicht in diesem Projekt: ${keys}`,
  repeated: (number) => `${number} doppelt`,
  surplus: (number) => `${number} ausgelassen, weil es mehr als 5.000 sind`,
  rejected: (number) => `Kein Schlüssel: ${number}`,
  line: (number) => `Zeile ${number}`,
  reasons: {
    'too-short': (letters) => `${letters} von 32 Buchstaben`,
    'too-long': (letters) => `${letters} Buchstaben statt 32`,
    'wrong-character': (character) => `„${character}“ ist kein Buchstabe von A bis Z`,
    'no-key': 'kein Schlüssel darin',
  },
  select: (keys) => `${keys} auswählen`,
  downloadReport: 'Bericht herunterladen',
}

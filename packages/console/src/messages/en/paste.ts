export type PasteTexts = typeof paste

/** The texts of the dialog that reads pasted keys, which are loaded with it. */
export const paste = {
  title: 'Paste keys',
  text: 'A list, a CSV file or a whole e-mail. Up to 5,000 keys are read from it.',
  field: 'Text with keys',
  read: 'Read keys',
  none: 'There is no key in this text. A key has 32 letters from A to Z, without digits.',
  known: (keys: string) => `In this project: ${keys}`,
  unknown: (keys: string) => `Not in this project: ${keys}`,
  repeated: (number: string) => `${number} repeated`,
  surplus: (number: string) => `${number} left out, because there are more than 5,000`,
  rejected: (number: string) => `Not a key: ${number}`,
  line: (number: string) => `Line ${number}`,
  reasons: {
    'too-short': (letters: string) => `${letters} of 32 letters`,
    'too-long': (letters: string) => `${letters} letters instead of 32`,
    'wrong-character': (character: string) => `“${character}” is not a letter from A to Z`,
    'no-key': 'no key in it',
  },
  select: (keys: string) => `Select ${keys}`,
  downloadReport: 'Download the report',
}

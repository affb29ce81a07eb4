export type TermsTexts = typeof terms

/** What keys open: in the dialogs of one key, of new keys, and of many keys. */
export const terms = {
  label: 'What it opens',
  change: 'Change',
  title: 'What this key opens',
  features: 'Features',
  featuresHint: 'Names such as export or 3d-view, with spaces between them.',
  ofProject: (names: string) => `All keys of the project also have: ${names}.`,
  updates: 'Updates',
  allUpdates: 'All versions',
  untilDay: 'Versions that are made until a day',
  dateLabel: 'Last day of updates',
  perpetual: 'Goes on working after its end, for the versions made before',
  isPerpetual: 'Goes on working after its end',
  more: 'Features and updates',
  none: 'None of its own',
  save: 'Save',
  saved: 'What the key opens was changed.',
  problems: {
    features: 'At most 32 names, each with 1 to 32 of a to z, 0 to 9 and -.',
    updates_until: 'A day until the year 2037.',
    none: 'Nothing is chosen yet.',
  },
  bulk: {
    title: (keys: string) => `What ${keys} open`,
    text: 'What you leave empty stays as it is.',
    add: 'Add features',
    remove: 'Take features away',
    leave: 'Leave as it is',
    ending: 'After the end of a key',
    goesOn: 'It goes on working, for the versions made before',
    stops: 'It does not work',
    submit: (keys: string) => `Change ${keys}`,
    done: (keys: string) => `What they open was changed: ${keys}`,
  },
}

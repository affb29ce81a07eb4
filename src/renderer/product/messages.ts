/** The texts of the sample, by language. */
export const MESSAGES = {
  en: {
    heading: 'Today',
    lead: 'A sample page, unlocked by your license. Your own app goes here.',
    pageLabel: 'Page for today',
    placeholder: 'What is on your mind?',
    saveAs: 'Save as…',
    exportAs: 'Save as web page…',
    wordCount: (words: number) => (words === 1 ? '1 word' : `${words} words`),
  },
  de: {
    heading: 'Heute',
    lead: 'Eine Beispielseite. Hierher kommt Ihr eigenes Programm.',
    pageLabel: 'Seite für heute',
    placeholder: 'Was beschäftigt Sie?',
    saveAs: 'Speichern unter …',
    exportAs: 'Als Webseite speichern …',
    wordCount: (words: number) => (words === 1 ? '1 Wort' : `${words} Wörter`),
  },
} as const

const nights = (days: string): string => (days === '1' ? '1 day' : `${days} days`)

/** The policy simulator. Numbers come formatted. */
const en = {
  title: 'What other settings would have spared',
  lead: (events: string, keys: string) =>
    `Events of the last 365 days: ${events}. Keys that they are about: ${keys}. They are played again under other settings for devices.`,
  back: 'Overview',
  reading: (events: string) => `${events} events read`,
  form: 'Settings to compare',
  moves: 'Moves a year',
  several: 'One number or several, such as 1, 2, 4.',
  devices: 'Computers of a key',
  cooldown: 'Days between two moves',
  cooldownHint: '0: no wait. -1: no move and no reset by users.',
  problems: {
    moves: 'Whole numbers from 0 to 100.',
    devices: 'Whole numbers from 1 to 100.',
    cooldown: 'Numbers of days up to 24,000, or -1.',
    many: (most: string, found: string) => `At most ${most} combinations; these are ${found}.`,
  },
  settings: 'Settings',
  happened: 'What happened',
  before: 'As it was',
  today: (name: string) => `${name} (today)`,
  name(moves: string, devices: string, days: string | undefined): string {
    const moved = moves === '1' ? '1 move' : `${moves} moves`
    const on = devices === '1' ? '1 computer' : `${devices} computers`
    const wait = days === undefined ? 'moves disabled' : days === '0' ? 'no wait' : `${nights(days)} between`
    return `${moved}, ${on}, ${wait}`
  },
  plot: {
    title: 'Mails and locked out keys',
    empty: 'Nobody wanted to use a key on another computer in this time.',
  },
  series: {
    mails: 'Mails',
    lockedOut: 'Keys locked out',
    moves: 'Moves by users',
    outOfMoves: 'Keys out of moves',
  },
  summary: (today: string, happened: string) =>
    `Mails: ${happened} as it happened, ${today} with the settings of today.`,
  ticks: 'Below the plot: moves a year · computers · days between two moves.',
  cut: (keys: string) => `Keys with 50 refusals, whose earlier ones are not stored any more: ${keys}.`,
  meaning: {
    title: 'What this means, and what it cannot know',
    mails:
      'A mail is what you answered by freeing a key. A key is locked out when somebody wanted to use it on another computer and needed help. A key is out of moves when its user wanted more than a year allows, which is a sign of sharing.',
    limits:
      'Events have no device IDs, so each such wish counts as a new computer, and more computers spare more than shown. After a move, the other computer may want the key back, so moves spare less where users have two computers. Limits of single keys and offline licenses are not played.',
  },
}

const de: typeof en = {
  title: 'Was andere Einstellungen erspart hätten',
  lead: (events, keys) =>
    `Ereignisse der letzten 365 Tage: ${events}. Schlüssel, um die es geht: ${keys}. Sie werden mit anderen Einstellungen für Geräte nachgespielt.`,
  back: 'Überblick',
  reading: (events) => `${events} Ereignisse gelesen`,
  form: 'Einstellungen zum Vergleich',
  moves: 'Umzüge im Jahr',
  several: 'Eine Zahl oder mehrere, etwa 1, 2, 4.',
  devices: 'Computer eines Schlüssels',
  cooldown: 'Tage zwischen zwei Umzügen',
  cooldownHint: '0: keine Wartezeit. -1: kein Umzug und kein Zurücksetzen durch Nutzer.',
  problems: {
    moves: 'Ganze Zahlen von 0 bis 100.',
    devices: 'Ganze Zahlen von 1 bis 100.',
    cooldown: 'Zahlen von Tagen bis 24.000, oder -1.',
    many: (most, found) => `Höchstens ${most} Kombinationen; dies sind ${found}.`,
  },
  settings: 'Einstellungen',
  happened: 'Was geschah',
  before: 'Wie es war',
  today: (name) => `${name} (heute)`,
  name(moves, devices, days) {
    const moved = moves === '1' ? '1 Umzug' : `${moves} Umzüge`
    const wait =
      days === undefined
        ? 'Umzüge abgeschaltet'
        : days === '0'
          ? 'ohne Wartezeit'
          : `${days} ${days === '1' ? 'Tag' : 'Tage'} dazwischen`
    return `${moved}, ${devices} Computer, ${wait}`
  },
  plot: {
    title: 'E-Mails und ausgesperrte Schlüssel',
    empty: 'Niemand wollte in dieser Zeit einen Schlüssel auf einem anderen Computer benutzen.',
  },
  series: {
    mails: 'E-Mails',
    lockedOut: 'Ausgesperrte Schlüssel',
    moves: 'Umzüge durch Nutzer',
    outOfMoves: 'Schlüssel ohne freien Umzug',
  },
  summary: (today, happened) =>
    `E-Mails: ${happened}, wie es geschah; ${today} mit den heutigen Einstellungen.`,
  ticks: 'Unter der Kurve: Umzüge im Jahr · Computer · Tage zwischen zwei Umzügen.',
  cut: (keys) => `Schlüssel mit 50 Ablehnungen, deren frühere nicht mehr gespeichert sind: ${keys}.`,
  meaning: {
    title: 'Was das bedeutet und was es nicht wissen kann',
    mails:
      'Eine E-Mail ist, was Sie beantwortet haben, indem Sie einen Schlüssel freigaben. Ausgesperrt ist ein Schlüssel, wenn jemand ihn auf einem anderen Computer benutzen wollte und Hilfe brauchte. Ohne freien Umzug ist einer, dessen Nutzer mehr wollte, als ein Jahr erlaubt; das deutet auf geteilte Schlüssel hin.',
    limits:
      'Ereignisse haben keine Geräte-IDs. Deshalb zählt jeder solche Wunsch als neuer Computer, und mehr Computer ersparen mehr als gezeigt. Nach einem Umzug kann der andere Computer den Schlüssel zurückwollen; Umzüge ersparen also weniger, wo Nutzer zwei Computer haben. Grenzen einzelner Schlüssel und Offline-Lizenzen werden nicht nachgespielt.',
  },
}

/** The texts of the policy simulator. */
export const POLICY = { en, de }

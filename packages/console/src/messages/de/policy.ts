import type { PolicyTexts } from '../en/policy.ts'

export const policy: PolicyTexts = {
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

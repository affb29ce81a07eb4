import type { ServiceTexts } from '../en/service.ts'

export const service: ServiceTexts = {
  title: 'Dienst',
  lead: (version) => `Latchkey ${version}.`,
  health: {
    title: 'Zustand',
    databases: {
      well: 'Die Datenbank lässt sich lesen und schreiben.',
      'read-only':
        'Die Datenbank lässt sich nicht schreiben: Prüfungen und Änderungen werden abgelehnt. Sehen Sie nach dem freien Speicherplatz und nach einem anderen Programm, das sie gesperrt hat.',
      unreachable: 'Die Datenbank ist nicht erreichbar: Nur diese Seite und /sync antworten.',
    },
    good: 'Gut',
    bad: 'Nicht gut',
    database: 'Datenbank',
    clock: 'Uhr',
    steady: 'Gleichmäßig seit dem Start.',
    jumped: (seconds) =>
      `Sie ist seit dem Start um ${seconds} Sekunden gesprungen. Sorgen Sie dafür, dass NTP läuft: Ablauf und Sperren richten sich nach ihr.`,
    nodes: 'Knoten, zu denen Apps geschickt werden',
    publicUrl: 'Dieser Knoten, für Apps',
    consoleUrl: 'Diese Konsole',
    nodeId: 'Knoten-ID',
  },
  findings: {
    title: 'Ist alles richtig?',
    lead: 'Was latchkey-service doctor mit den Adressen findet, mit denen der Dienst gestartet wurde, auf Englisch. Es ändert nichts.',
    examine: 'Noch einmal nachsehen',
    examining: 'Der Dienst sieht nach seiner Datenbank und seinen Adressen. Das kann einige Sekunden dauern.',
    well: 'Es gibt kein Problem.',
    problems: (count) => (count === 1 ? 'Es gibt 1 Problem.' : `Es gibt ${count} Probleme.`),
    states: { ok: 'Richtig', problem: 'Problem', skipped: 'Nicht angesehen' },
    remedy: 'Was zu tun ist:',
    byHand: 'Auf dem Rechner des Dienstes sieht doctor auch nach der Sicherung:',
    notOperator:
      'Dieser Dienst hat mehrere Konten. Das sieht darum nur sein Betreiber, auf dem Rechner des Dienstes:',
  },
}

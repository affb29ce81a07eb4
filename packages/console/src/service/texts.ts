import { CHECKS_DE, FINDINGS_DE } from './findings-de.ts'

/** The health of the service and what `doctor` finds. */
const en = {
  title: 'Service',
  lead: (version: string) => `Latchkey ${version}.`,
  health: {
    title: 'Health',
    databases: {
      well: 'The database takes reads and writes.',
      'read-only':
        'The database takes no writes: key checks and changes are refused. Look at the free disk space, and for another process that has locked it.',
      replaced:
        'The file of the database was deleted or replaced: key checks and changes are refused. Put it back, or stop the service and restore a backup.',
      unreachable: 'The database cannot be reached: only this page and /sync answer.',
    } as Readonly<Record<string, string>>,
    good: 'Well',
    bad: 'Not well',
    database: 'Database',
    clock: 'Clock',
    steady: 'Steady since the start.',
    jumped: (seconds: string) =>
      `It has jumped by ${seconds} seconds since the start. Make sure that NTP is running: expiries and bans go by it.`,
    nodes: 'Nodes, to which apps are sent',
    publicUrl: 'This node, for apps',
    consoleUrl: 'This console',
    nodeId: 'Node ID',
  },
  findings: {
    title: 'Is everything right?',
    lead: 'What latchkey-service doctor finds with the addresses that the service was started with. It changes nothing.',
    examine: 'Look again',
    examining: 'The service looks at its database and its addresses. This can take some seconds.',
    well: 'There is no problem.',
    problems: (count: number) => (count === 1 ? 'There is 1 problem.' : `There are ${count} problems.`),
    states: { ok: 'Right', problem: 'Problem', skipped: 'Not looked at' } as Readonly<Record<string, string>>,
    /**
     * The names of checks, and the texts by the code of a finding. The English texts are the
     * service's.
     */
    checks: {} as typeof CHECKS_DE,
    codes: {} as typeof FINDINGS_DE,
    remedy: 'What to do:',
    byHand: 'On the machine of the service, doctor also looks at the backup:',
    notOperator:
      'This service has several accounts, so only its operator sees that, on the machine of the service:',
  },
}

const de: typeof en = {
  title: 'Dienst',
  lead: (version) => `Latchkey ${version}.`,
  health: {
    title: 'Zustand',
    databases: {
      well: 'Die Datenbank lässt sich lesen und schreiben.',
      'read-only':
        'Die Datenbank lässt sich nicht schreiben: Prüfungen und Änderungen werden abgelehnt. Sehen Sie nach dem freien Speicherplatz und nach einem anderen Programm, das sie gesperrt hat.',
      replaced:
        'Die Datei der Datenbank wurde gelöscht oder ersetzt: Prüfungen und Änderungen werden abgelehnt. Stellen Sie sie zurück, oder halten Sie den Dienst an und spielen Sie eine Sicherung ein.',
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
    lead: 'Was latchkey-service doctor mit den Adressen findet, mit denen der Dienst gestartet wurde. Es ändert nichts.',
    examine: 'Noch einmal nachsehen',
    examining: 'Der Dienst sieht nach seiner Datenbank und seinen Adressen. Das kann einige Sekunden dauern.',
    well: 'Es gibt kein Problem.',
    problems: (count) => (count === 1 ? 'Es gibt 1 Problem.' : `Es gibt ${count} Probleme.`),
    states: { ok: 'Richtig', problem: 'Problem', skipped: 'Nicht angesehen' },
    checks: CHECKS_DE,
    codes: FINDINGS_DE,
    remedy: 'Was zu tun ist:',
    byHand: 'Auf dem Rechner des Dienstes sieht doctor auch nach der Sicherung:',
    notOperator:
      'Dieser Dienst hat mehrere Konten. Das sieht darum nur sein Betreiber, auf dem Rechner des Dienstes:',
  },
}

/** The texts of the page of the service. */
export const SERVICE = { en, de }

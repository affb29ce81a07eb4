import type { ProjectTexts } from '../en/project.ts'

export const project: ProjectTexts = {
  title: 'Einstellungen',
  lead: (name) => `Des Projekts ${name}.`,
  ownersOnly: 'Nur ein Inhaber kann das ändern.',
  save: 'Speichern',
  saved: 'Die Einstellungen sind gespeichert.',
  undone: 'Die Einstellungen sind wieder wie vorher.',
  devices: {
    title: 'Computer eines Schlüssels',
    lead: 'Für alle Schlüssel ohne eigene Grenzen. Eine kleinere Zahl trennt keinen Computer: Sie gilt für neue.',
    most: 'Computer je Schlüssel',
    mostHint: 'Von 1 bis 100.',
    moves: 'Umzüge im Jahr',
    movesHint:
      'Wie oft Nutzer in 365 Tagen einen Schlüssel auf einen anderen Computer umziehen oder einen freigeben können. 0: nie, sie müssen Sie fragen.',
    cooldown: 'Wartezeit',
    cooldowns: {
      none: 'Keine Wartezeit',
      disabled: 'Zurücksetzen und Umziehen sind abgeschaltet',
      seconds: 'Sekunden',
      minutes: 'Minuten',
      hours: 'Stunden',
      days: 'Tage',
    },
    cooldownHint:
      'Zwischen zwei Zurücksetzungen oder Umzügen. Sie selbst können trotzdem zurücksetzen: Die Konsole fragt nach.',
    amount: 'Wie viele',
  },
  apps: {
    title: 'Apps, die Schlüssel prüfen dürfen',
    lead: 'Eine Prüfung braucht den App-Namen, die drei Geheimnisse und einen dieser User-Agents.',
    approved: 'Freigegeben',
    notApproved: 'Nicht freigegeben',
    notApprovedText: 'Alle Prüfungen werden abgelehnt, bis der Betreiber des Dienstes das Projekt freigibt:',
    appName: 'App-Name',
    executor: 'Executor',
    projectId: 'Projekt-ID',
    userAgents: 'User-Agents',
    userAgentsHint: 'Einer je Zeile. Ein * am Ende einer Zeile passt auf jede Fortsetzung: Harbour/*',
    needsOne: 'Geben Sie mindestens einen User-Agent ein: Ohne ihn wird jede Prüfung abgelehnt.',
    removes: 'Installierte Apps, deren User-Agent hier fehlt, werden sofort abgelehnt.',
  },
}

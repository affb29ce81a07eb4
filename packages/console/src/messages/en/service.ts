export type ServiceTexts = typeof service

/** The health of the service and what `doctor` finds. */
export const service = {
  title: 'Service',
  lead: (version: string) => `Latchkey ${version}.`,
  health: {
    title: 'Health',
    databases: {
      well: 'The database takes reads and writes.',
      'read-only':
        'The database takes no writes: key checks and changes are refused. Look at the free disk space, and for another process that has locked it.',
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
    remedy: 'What to do:',
    byHand: 'On the machine of the service, doctor also looks at the backup:',
    notOperator:
      'This service has several accounts, so only its operator sees that, on the machine of the service:',
  },
}

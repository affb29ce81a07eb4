export type ProjectTexts = typeof project

/** The settings of a project. */
export const project = {
  title: 'Settings',
  lead: (name: string) => `Of the project ${name}.`,
  ownersOnly: 'Only an owner can change this.',
  save: 'Save',
  saved: 'The settings were saved.',
  undone: 'The settings are as they were before.',
  devices: {
    title: 'Computers of a key',
    lead: 'For all keys without limits of their own. A lower limit unlinks no computer: it holds for new ones.',
    most: 'Computers of a key',
    mostHint: 'From 1 to 100.',
    moves: 'Moves a year',
    movesHint:
      'How often users can move a key to another computer, or release one, in 365 days. 0: never, they have to ask you.',
    cooldown: 'Waiting time',
    cooldowns: {
      none: 'No waiting time',
      disabled: 'Resets and moves are disabled',
      seconds: 'Seconds',
      minutes: 'Minutes',
      hours: 'Hours',
      days: 'Days',
    },
    cooldownHint:
      'Between two resets or moves of a key. You can reset it all the same: the console asks first.',
    amount: 'How many',
  },
  apps: {
    title: 'Apps that may check keys',
    lead: 'A key check needs the app name, the three shared secrets, and one of these User-Agents.',
    approved: 'Approved',
    notApproved: 'Not approved',
    notApprovedText: 'All key checks are refused until the operator of the service approves the project:',
    appName: 'App name',
    executor: 'Executor',
    projectId: 'Project ID',
    userAgents: 'User-Agents',
    userAgentsHint: 'One in each line. A * at the end of a line matches every continuation: Harbour/*',
    needsOne: 'Enter at least one User-Agent: without one, every key check is refused.',
    removes: 'Installed apps whose User-Agent is not here any more are refused at once.',
  },
}

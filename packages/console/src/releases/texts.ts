/** The versions of the app. Counts come formatted. */
const en = {
  title: 'Releases',
  lead: 'The versions of your app. Each license gets the newest one that it covers.',
  empty: {
    title: 'No release yet',
    text: 'Build the app, and publish it from its folder:',
  },
  heads: {
    version: 'Version',
    state: 'State',
    channels: 'Channels, devices',
    downloads: 'Downloads',
  },
  states: { draft: 'Draft', offered: 'Offered', paused: 'Paused', withdrawn: 'Withdrawn' },
  half: 'Incomplete',
  none: 'none',
  percent: (share: string) => `${share} %`,
  change: 'Change…',
  changeOf: (version: string) => `Change ${version}`,
  offer: (channel: string) => `Offer in ${channel}`,
  share: 'Offer to',
  pause: 'Pause',
  withdraw: 'Withdraw…',
  offered: (version: string, channel: string) => `Version ${version} is offered in ${channel}.`,
  shared: (version: string, share: string) => `Version ${version} is offered to ${share} of the devices.`,
  paused: (version: string) => `Version ${version} is paused.`,
  withdrawn: (version: string) => `Version ${version} was withdrawn.`,
  confirm: {
    title: (version: string) => `Withdraw version ${version}?`,
    text: 'No app gets it any more, and it can never be offered again. For those who have it, publish a higher version.',
    save: 'Withdraw version',
  },
  refusals: {
    HALF_UPLOAD:
      'No file of this version is whole yet. Publish it again: the upload goes on where it stopped.',
    RELEASE_WITHDRAWN: 'Somebody has withdrawn this version meanwhile.',
  } as Readonly<Record<string, string>>,
}

const de: typeof en = {
  title: 'Versionen',
  lead: 'Die Versionen Ihrer App. Jede Lizenz bekommt die neueste, die sie abdeckt.',
  empty: {
    title: 'Noch keine Version',
    text: 'Bauen Sie die App, und veröffentlichen Sie sie aus ihrem Ordner:',
  },
  heads: {
    version: 'Version',
    state: 'Zustand',
    channels: 'Kanäle, Geräte',
    downloads: 'Downloads',
  },
  states: { draft: 'Entwurf', offered: 'Angeboten', paused: 'Pausiert', withdrawn: 'Zurückgezogen' },
  half: 'Unvollständig',
  none: 'keine',
  percent: (share) => `${share} %`,
  change: 'Ändern…',
  changeOf: (version) => `${version} ändern`,
  offer: (channel) => `In ${channel} anbieten`,
  share: 'Anbieten für',
  pause: 'Pausieren',
  withdraw: 'Zurückziehen…',
  offered: (version, channel) => `Version ${version} wird in ${channel} angeboten.`,
  shared: (version, share) => `Version ${version} wird ${share} der Geräte angeboten.`,
  paused: (version) => `Version ${version} ist pausiert.`,
  withdrawn: (version) => `Version ${version} wurde zurückgezogen.`,
  confirm: {
    title: (version) => `Version ${version} zurückziehen?`,
    text: 'Keine App bekommt sie mehr, und sie kann nie wieder angeboten werden. Veröffentlichen Sie eine höhere Version für alle, die sie haben.',
    save: 'Version zurückziehen',
  },
  refusals: {
    HALF_UPLOAD:
      'Noch keine Datei dieser Version ist vollständig. Veröffentlichen Sie sie erneut: Der Upload geht weiter, wo er aufhörte.',
    RELEASE_WITHDRAWN: 'Jemand hat diese Version inzwischen zurückgezogen.',
  },
}

export const RELEASES = { en, de }

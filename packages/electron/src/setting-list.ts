// Apart from settings.ts: the start of the app needs only this, and no `node:crypto` for public keys.

interface SettingLine {
  readonly name: `LATCHKEY_${string}`
  /** For `.env.example`. */
  readonly description: string
  /** The app cannot check a key without it. */
  readonly isRequired?: boolean
  /** A shared secret: never printed, and only in the main process. */
  readonly isSecret?: boolean
  readonly default?: string
}

const LIST = [
  {
    name: 'LATCHKEY_SYNC_URL',
    description:
      'The address of the license service. The app appends `/sync`. https:, or http: on this machine.',
    isRequired: true,
  },
  {
    name: 'LATCHKEY_APP_NAME',
    description: 'The name of your app at the license service (`by` in the key check).',
    isRequired: true,
  },
  {
    name: 'LATCHKEY_EXECUTOR',
    description: 'The name of your platform in the fingerprint header, `{executor}-fingerprint`.',
    isRequired: true,
  },
  {
    name: 'LATCHKEY_SECRET_1',
    description:
      'The three shared secrets of your project. The service shows them once, when it creates the project.',
    isRequired: true,
    isSecret: true,
  },
  { name: 'LATCHKEY_SECRET_2', description: '', isRequired: true, isSecret: true },
  { name: 'LATCHKEY_SECRET_3', description: '', isRequired: true, isSecret: true },
  {
    name: 'LATCHKEY_PUBLIC_KEYS',
    description:
      'The public keys of your project, as the service prints them: `ID=KEY,ID=KEY`. The app then accepts only answers that the service has signed. none: any answer that is signed with the shared secrets.',
  },
  {
    name: 'LATCHKEY_USER_AGENT',
    description:
      "A User-Agent that your project allows. Empty: your app's name and version, such as `Latchkey/0.1.0`.",
  },
  {
    name: 'LATCHKEY_SUPPORT_URL',
    description: 'The target of "Contact support": https: or mailto:. Empty: no button.',
  },
  {
    name: 'LATCHKEY_RENEW_URL',
    description: 'The target of "Renew license": https: or mailto:. Empty: no button.',
  },
  {
    name: 'LATCHKEY_SHOP_URL',
    description:
      'The target of "Buy a license", for people with a trial: https: or mailto:. Empty: no button.',
  },
  {
    name: 'LATCHKEY_TRIAL',
    description:
      'yes: people without a key can start a trial, if your project offers one (guide sell-and-try.md). Needs LATCHKEY_PUBLIC_KEYS. no: only a key opens the app.',
    default: 'no',
  },
  {
    name: 'LATCHKEY_GRACE_HOURS',
    description:
      'How many hours a verified license opens the app while the service cannot be reached. At most 744 (31 days). 0: not at all.',
    default: '72',
  },
  {
    name: 'LATCHKEY_CHECK_FIRST',
    description:
      'no: a stored license that was verified within the grace opens the app at once, and is checked behind it. yes: each start waits for its check, or for the grace when the service cannot be reached.',
    default: 'no',
  },
  {
    name: 'LATCHKEY_CHECK_EVERY',
    description:
      'An app that stays open checks its license once in so many hours, at a moment of its own. Each of these checks counts as an execution. At least 1, at most 744 (31 days). 0: never. Empty: 24, or 0 with LATCHKEY_GRACE_HOURS=0, where a check that fails closes the app.',
  },
  {
    name: 'LATCHKEY_OTHER_KEYS',
    description:
      'yes: the key field also takes keys of another form than 32 letters, which the service has imported (guide move-from-another-licensing.md). no: such a text is not a key.',
    default: 'no',
  },
  {
    name: 'LATCHKEY_UPDATES',
    description:
      'latchkey: newer versions come from your license service, for those whose license covers them (guide releases.md). Empty: from LATCHKEY_UPDATE_URL, if that is set.',
  },
  {
    name: 'LATCHKEY_UPDATE_CHANNEL',
    description: 'The channel of your releases that this build follows.',
    default: 'latest',
  },
  {
    name: 'LATCHKEY_RELEASE_KEYS',
    description:
      'Public keys of your releases (latchkey releases keys), `ID=KEY,ID=KEY`. For LATCHKEY_UPDATES.',
  },
  {
    name: 'LATCHKEY_UPDATE_URL',
    description: 'An https: folder with latest.yml, for newer versions (guide ship-it.md). Empty: none.',
  },
  {
    name: 'LATCHKEY_UPDATES_NEED_LICENSE',
    description: 'yes: updates are found and installed only while a license is valid. no: always.',
    default: 'no',
  },
] as const satisfies readonly SettingLine[]

/**
 * The licensing settings. A build compiles them into the app. While the app is not packaged,
 * environment variables override them. `.env.example`, the checks of a release and the release
 * workflow follow from this list.
 */
export const SETTINGS: readonly (SettingLine & { readonly name: SettingName })[] = LIST
/** The names of all settings. */
export const SETTING_NAMES = SETTINGS.map(({ name }) => name)
/** The names of the three shared secrets. */
export const SECRET_NAMES = SETTINGS.filter(({ isSecret }) => isSecret).map(({ name }) => name)
/** The names of the settings that every app needs. */
export const REQUIRED_NAMES = SETTINGS.filter(({ isRequired }) => isRequired).map(({ name }) => name)

/** The name of a setting, which is that of its environment variable. */
export type SettingName = (typeof LIST)[number]['name']
/** Settings as text, by name. */
export type RawSettings = Partial<Record<SettingName, string | undefined>>

/** Undefined without one. */
export const defaultOf = (wanted: SettingName): string | undefined =>
  SETTINGS.find(({ name }) => name === wanted)?.default

/**
 * SECURITY: deletes the secrets of a development build from the environment. Child processes would
 * inherit them, and sandboxed preload scripts get a copy of `process.env`.
 */
export function deleteSecrets(environment: RawSettings): void {
  for (const name of SECRET_NAMES) delete environment[name]
}

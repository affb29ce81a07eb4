import type { ExchangeSettings } from '@latchkey/client'
import { parsePublicKeys } from '@latchkey/protocol'

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

/**
 * The licensing settings. A build compiles them into the app. While the app is not packaged,
 * environment variables override them. `.env.example`, the checks of a release and the release
 * workflow follow from this list.
 */
export const SETTINGS = [
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
      'yes: people without a key can start a trial, if your project offers one (docs/guides/sell-and-try.md). Needs LATCHKEY_PUBLIC_KEYS. no: only a key opens the app.',
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
    name: 'LATCHKEY_OTHER_KEYS',
    description:
      'yes: the key field also takes keys of another form than 32 letters, which the service has imported (docs/guides/move-from-another-licensing.md). no: such a text is not a key.',
    default: 'no',
  },
  {
    name: 'LATCHKEY_UPDATE_URL',
    description:
      'Where newer versions are published: an https: folder with latest.yml (docs/guides/ship-it.md). Empty: the app does not look for updates.',
  },
  {
    name: 'LATCHKEY_UPDATES_NEED_LICENSE',
    description: 'yes: updates are found and installed only while a license is valid. no: always.',
    default: 'no',
  },
] as const satisfies readonly SettingLine[]

const LINES: readonly (SettingLine & { readonly name: SettingName })[] = SETTINGS
/** The names of all settings. */
export const SETTING_NAMES = LINES.map(({ name }) => name)
/** The names of the three shared secrets. */
export const SECRET_NAMES = LINES.filter(({ isSecret }) => isSecret).map(({ name }) => name)
/** The names of the settings that every app needs. */
export const REQUIRED_NAMES = LINES.filter(({ isRequired }) => isRequired).map(({ name }) => name)

/** The name of a setting, which is that of its environment variable. */
export type SettingName = (typeof SETTINGS)[number]['name']
/** Settings as text, by name. */
export type RawSettings = Partial<Record<SettingName, string | undefined>>

/** The settings of an app, checked. */
export interface Settings {
  /** Undefined if required settings are missing or invalid: see `problems`. */
  readonly licensing: ExchangeSettings | undefined
  /** One sentence for each problem. Contains the name of the setting, never its value. */
  readonly problems: readonly string[]
  readonly supportUrl: string | undefined
  readonly renewUrl: string | undefined
  readonly shopUrl: string | undefined
  /** The gate offers a trial, if the service does. Only with public keys. */
  readonly hasTrials: boolean
  /** How long the last verified answer is valid while the service is unreachable. 0: not. */
  readonly graceSeconds: number
  /** A stored license opens the app only after a check, which needs the service. */
  readonly isCheckFirst: boolean
  /** A key of another form than 32 letters is checked by its alias. */
  readonly takesOtherKeys: boolean
  /** Undefined: the app does not check for updates. */
  readonly updates: UpdateSettings | undefined
  /** When this version of the app was built: Unix seconds. Undefined: unknown. */
  readonly builtAt: number | undefined
}

/** How the app checks for updates. */
export interface UpdateSettings {
  /** Base URL of the folder with `latest.yml`, `latest-mac.yml` and `latest-linux.yml`. */
  readonly feedUrl: string
  /** Check for, download and install updates only while a license is valid. */
  readonly needLicense: boolean
}

/** 31 days. With a much longer grace, an offline copy would run for years. */
const LONGEST_GRACE_HOURS = 744
const HEADER_NAME_PART = /^[a-zA-Z0-9-]{1,64}$/

/** Where settings are read from. The environment has priority, unless the app is packaged. */
export interface SettingsSources {
  readonly baked: RawSettings
  readonly environment: RawSettings & { readonly LATCHKEY_BUILT_AT?: string | undefined }
  readonly isPackaged: boolean
  /** What the build has written. `LATCHKEY_BUILT_AT` is for tests. */
  readonly builtAt?: number | undefined
  /** Used if the settings contain no user agent. */
  readonly defaultUserAgent: string
}

/** Reads the settings. Never throws: errors are listed in `problems`. */
export function readSettings({
  baked,
  environment,
  isPackaged,
  builtAt,
  defaultUserAgent,
}: SettingsSources): Settings {
  const text = (name: SettingName): string | undefined =>
    // SECURITY: a packaged app ignores the environment. Otherwise users could select their own
    // service.
    (isPackaged ? undefined : environment[name]) || baked[name] || defaultOf(name)
  const problems = REQUIRED_NAMES.filter((name) => text(name) === undefined).map(
    (name) => `${name} is not set.`,
  )
  const required = (name: SettingName): string => text(name) ?? ''

  const link = (name: SettingName): string | undefined => {
    const value = text(name)
    if (value === undefined || /^(https:\/\/|mailto:)/.test(value)) return value
    problems.push(`${name} must be an https: or mailto: address.`)
    return undefined
  }

  const yesOrNo = (name: SettingName): string | undefined => {
    const value = text(name)
    if (value !== 'yes' && value !== 'no') problems.push(`${name} must be yes or no.`)
    return value
  }
  /** Whether the setting is an address of a server. Not set: no problem. */
  const isServer = (name: SettingName): boolean => {
    const value = text(name)
    const isSecure = value !== undefined && isSecureBase(value, !isPackaged)
    if (value !== undefined && !isSecure) {
      problems.push(`${name} must be an https: address (or, while not packaged, http: on this machine).`)
    }
    return isSecure
  }

  isServer('LATCHKEY_SYNC_URL')
  const executor = required('LATCHKEY_EXECUTOR')
  if (executor !== '' && !HEADER_NAME_PART.test(executor)) {
    problems.push('LATCHKEY_EXECUTOR must be 1 to 64 letters, digits or dashes: it is part of a header name.')
  }
  const licensing: ExchangeSettings = {
    syncUrl: required('LATCHKEY_SYNC_URL'),
    appName: required('LATCHKEY_APP_NAME'),
    executor,
    secrets: [required('LATCHKEY_SECRET_1'), required('LATCHKEY_SECRET_2'), required('LATCHKEY_SECRET_3')],
    userAgent: text('LATCHKEY_USER_AGENT') ?? defaultUserAgent,
    allowLoopbackHttp: !isPackaged,
  }
  const publicKeys = parsePublicKeys(text('LATCHKEY_PUBLIC_KEYS') ?? 'none')
  // SECURITY: a mistake in the keys must not turn the verification off.
  if (publicKeys === undefined) problems.push('LATCHKEY_PUBLIC_KEYS must be none, or ID=KEY,ID=KEY.')
  const isUsable = problems.length === 0

  const graceHours = Number(text('LATCHKEY_GRACE_HOURS'))
  const isGraceUsable = Number.isFinite(graceHours) && graceHours >= 0 && graceHours <= LONGEST_GRACE_HOURS
  if (!isGraceUsable) {
    problems.push(
      `LATCHKEY_GRACE_HOURS must be a number of hours from 0 to ${LONGEST_GRACE_HOURS} (31 days). Set it in .env.`,
    )
  }

  const trial = yesOrNo('LATCHKEY_TRIAL')
  // SECURITY: only a signature of the service tells the answer of a trial from one of an attacker.
  if (trial === 'yes' && publicKeys?.size === 0) {
    problems.push('LATCHKEY_TRIAL needs LATCHKEY_PUBLIC_KEYS: without them, no trial is offered.')
  }

  const checkFirst = yesOrNo('LATCHKEY_CHECK_FIRST')
  const otherKeys = yesOrNo('LATCHKEY_OTHER_KEYS')
  const feedUrl = text('LATCHKEY_UPDATE_URL')
  const isFeedUsable = isServer('LATCHKEY_UPDATE_URL')
  const needLicense = yesOrNo('LATCHKEY_UPDATES_NEED_LICENSE')

  return {
    licensing: isUsable ? { ...licensing, ...(publicKeys?.size && { publicKeys }) } : undefined,
    supportUrl: link('LATCHKEY_SUPPORT_URL'),
    renewUrl: link('LATCHKEY_RENEW_URL'),
    shopUrl: link('LATCHKEY_SHOP_URL'),
    hasTrials: trial === 'yes' && (publicKeys?.size ?? 0) > 0,
    graceSeconds: (isGraceUsable ? graceHours : Number(defaultOf('LATCHKEY_GRACE_HOURS'))) * 3600,
    // An invalid value counts as the stricter `yes`.
    isCheckFirst: checkFirst !== 'no',
    takesOtherKeys: otherKeys === 'yes',
    // An invalid value counts as `yes`, so that a typing error does not allow updates to everyone.
    updates: isFeedUsable && feedUrl ? { feedUrl, needLicense: needLicense !== 'no' } : undefined,
    // SECURITY: see above. An earlier date would open a version that a license is not for.
    builtAt: (!isPackaged && Number(environment.LATCHKEY_BUILT_AT)) || builtAt,
    problems,
  }
}

const defaultOf = (wanted: SettingName): string | undefined =>
  LINES.find(({ name }) => name === wanted)?.default

/** The content of `.env.example`. */
export const envExample = (): string =>
  `${ENV_EXAMPLE_HEAD}\n${LINES.map(
    ({ name, description, default: value = '' }) =>
      `${description.replace(/(.{1,96})(?:\s+|$)/g, '# $1\n')}${name}=${value}\n`,
  ).join('')}`

const ENV_EXAMPLE_HEAD = `# The licensing settings of your app. \`npm run init\` writes them to \`.env\`, or copy this file. A build
# compiles the values into the main process. Git ignores \`.env\`. While the app is not packaged,
# environment variables override the values.
`

/** An address to which a path can be appended: no user info, query or fragment. */
function isSecureBase(address: string, allowLoopbackHttp: boolean): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false
  return isSecureAddress(address, allowLoopbackHttp)
}

/** https:, or http: on this machine if `allowLoopbackHttp` is set. */
export function isSecureAddress(address: string, allowLoopbackHttp: boolean): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (url.protocol === 'https:') return true
  return (
    allowLoopbackHttp && url.protocol === 'http:' && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname)
  )
}

/**
 * SECURITY: deletes the secrets of a development build from the environment. Child processes would
 * inherit them, and sandboxed preload scripts get a copy of `process.env`.
 */
export function deleteSecrets(environment: RawSettings): void {
  for (const name of SECRET_NAMES) delete environment[name]
}

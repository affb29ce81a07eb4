import type { ExchangeSettings } from '@latchkey/client'
import { parsePublicKeys, parseReleaseKeys, type ReleaseKeys, updateFeedUrl } from '@latchkey/protocol'
import { defaultOf, type RawSettings, REQUIRED_NAMES, SETTINGS, type SettingName } from './setting-list.ts'

export {
  deleteSecrets,
  type RawSettings,
  REQUIRED_NAMES,
  SECRET_NAMES,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
} from './setting-list.ts'

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
  /** How often an app that stays open checks its license. 0: never. */
  readonly checkEverySeconds: number
  /** A key of another form than 32 letters is checked by its alias. */
  readonly takesOtherKeys: boolean
  /** Undefined: the app does not check for updates. */
  readonly updates: UpdateSettings | undefined
  /** When this version of the app was built: Unix seconds. Undefined: unknown. */
  readonly builtAt: number | undefined
}

/** How the app checks for updates. */
export interface UpdateSettings {
  /** The keys of the vendor, for the feed of the license service. */
  readonly releaseKeys?: ReleaseKeys
  /** Base URL of the folder with `latest.yml`, `latest-mac.yml` and `latest-linux.yml`. */
  readonly feedUrl: string
  /** Check for, download and install updates only while a license is valid. */
  readonly needLicense: boolean
}

/** 31 days. With a much longer grace, an offline copy would run for years. */
const LONGEST_GRACE_HOURS = 744
/** 31 days. */
const LONGEST_BETWEEN_CHECKS_HOURS = 744
const CHECK_EVERY_HOURS = 24
const CHANNEL = /^[a-z\d-]{1,32}$/
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
  /** Whether the setting is an address of a server. A setting that is absent is no problem. */
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

  const graceSeconds = (isGraceUsable ? graceHours : Number(defaultOf('LATCHKEY_GRACE_HOURS'))) * 3600

  // Without a grace period, a network failure of a moment would close the app every day.
  const usualHours = graceSeconds === 0 ? 0 : CHECK_EVERY_HOURS
  const checkHours = Number(text('LATCHKEY_CHECK_EVERY') ?? usualHours)
  // Each check counts as an execution. A shorter time is for tests.
  const leastHours = isPackaged ? 1 : 0
  const isIntervalUsable =
    checkHours === 0 || (checkHours >= leastHours && checkHours <= LONGEST_BETWEEN_CHECKS_HOURS)
  if (!isIntervalUsable) {
    problems.push(
      `LATCHKEY_CHECK_EVERY must be 0, or a number of hours from 1 to ${LONGEST_BETWEEN_CHECKS_HOURS} (31 days).`,
    )
  }

  const trial = yesOrNo('LATCHKEY_TRIAL')
  // SECURITY: only a signature of the service tells the answer of a trial from one of an attacker.
  if (trial === 'yes' && publicKeys?.size === 0) {
    problems.push('LATCHKEY_TRIAL needs LATCHKEY_PUBLIC_KEYS: without them, no trial is offered.')
  }

  const checkFirst = yesOrNo('LATCHKEY_CHECK_FIRST')
  const otherKeys = yesOrNo('LATCHKEY_OTHER_KEYS')
  /** The feed of the license service. Its token decides what the app gets. */
  function signedUpdates(): UpdateSettings | undefined {
    if (text('LATCHKEY_UPDATES') !== 'latchkey') problems.push('LATCHKEY_UPDATES must be latchkey, or empty.')
    const releaseKeys = parseReleaseKeys(text('LATCHKEY_RELEASE_KEYS') ?? '')
    if (releaseKeys === undefined) {
      problems.push('LATCHKEY_RELEASE_KEYS must be ID=KEY,ID=KEY. To make two keys: latchkey releases keys')
    }
    // SECURITY: only with the service's signature is a token for this app.
    if (publicKeys?.size === 0) problems.push('LATCHKEY_UPDATES needs LATCHKEY_PUBLIC_KEYS.')
    const channel = text('LATCHKEY_UPDATE_CHANNEL') ?? ''
    if (!CHANNEL.test(channel)) {
      problems.push('LATCHKEY_UPDATE_CHANNEL must be 1 to 32 small letters, digits or dashes.')
    }
    if (releaseKeys === undefined || !isUsable) return undefined
    const feedUrl = updateFeedUrl(licensing.syncUrl, licensing.appName, channel)
    return { feedUrl, needLicense: false, releaseKeys }
  }
  const feedUrl = text('LATCHKEY_UPDATE_URL')
  const isFeedUsable = isServer('LATCHKEY_UPDATE_URL')
  // An invalid value counts as `yes`, so that a typing error does not allow updates to everyone.
  const needLicense = yesOrNo('LATCHKEY_UPDATES_NEED_LICENSE')

  const updates: UpdateSettings | undefined =
    text('LATCHKEY_UPDATES') === undefined
      ? isFeedUsable && feedUrl
        ? { feedUrl, needLicense: needLicense !== 'no' }
        : undefined
      : signedUpdates()

  return {
    licensing: isUsable ? { ...licensing, ...(publicKeys?.size && { publicKeys }) } : undefined,
    supportUrl: link('LATCHKEY_SUPPORT_URL'),
    renewUrl: link('LATCHKEY_RENEW_URL'),
    shopUrl: link('LATCHKEY_SHOP_URL'),
    hasTrials: trial === 'yes' && (publicKeys?.size ?? 0) > 0,
    graceSeconds,
    checkEverySeconds: (isIntervalUsable ? checkHours : usualHours) * 3600,
    // An invalid value counts as the stricter `yes`.
    isCheckFirst: checkFirst !== 'no',
    takesOtherKeys: otherKeys === 'yes',
    updates,
    // SECURITY: see above. An earlier date would open a version that a license is not for.
    builtAt: (!isPackaged && Number(environment.LATCHKEY_BUILT_AT)) || builtAt,
    problems,
  }
}

/** The content of `.env.example`. */
export const envExample = (): string =>
  `${ENV_EXAMPLE_HEAD}\n${SETTINGS.map(
    ({ name, description, default: value = '' }) =>
      `${description.replace(/(.{1,96})(?:\s+|$)/g, '# $1\n')}${name}=${value}\n`,
  ).join('')}`

const ENV_EXAMPLE_HEAD = `# The licensing settings of your app. \`npm run init\` writes them to \`.env\`, or copy this file. A build
# compiles the values into the main process. Git ignores \`.env\`. While the app is not packaged,
# environment variables override the values. The guides are in docs/guides of Latchkey, and in an app
# that was made from it in node_modules/@latchkey/electron/docs/guides.
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

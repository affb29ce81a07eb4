import type { ExchangeSettings } from '@latchkey/client'

const SECRET_NAMES = ['LATCHKEY_SECRET_1', 'LATCHKEY_SECRET_2', 'LATCHKEY_SECRET_3'] as const

/**
 * The licensing settings, described in `.env.example`. A build compiles them into the app. While
 * the app is not packaged, environment variables override them.
 */
export const SETTING_NAMES = [
  'LATCHKEY_SYNC_URL',
  'LATCHKEY_APP_NAME',
  'LATCHKEY_EXECUTOR',
  ...SECRET_NAMES,
  'LATCHKEY_USER_AGENT',
  'LATCHKEY_SUPPORT_URL',
  'LATCHKEY_RENEW_URL',
  'LATCHKEY_GRACE_HOURS',
  'LATCHKEY_CHECK_FIRST',
  'LATCHKEY_UPDATE_URL',
  'LATCHKEY_UPDATES_NEED_LICENSE',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]
export type RawSettings = Partial<Record<SettingName, string | undefined>>

export interface Settings {
  /** Undefined if required settings are missing or invalid: see `problems`. */
  readonly licensing: ExchangeSettings | undefined
  /** One sentence for each problem. Contains the name of the setting, never its value. */
  readonly problems: readonly string[]
  readonly supportUrl: string | undefined
  readonly renewUrl: string | undefined
  /** How long the last verified answer is valid while the service is unreachable. 0: not. */
  readonly graceSeconds: number
  /** A stored license opens the app only after a check, which needs the service. */
  readonly isCheckFirst: boolean
  /** Undefined: the app does not check for updates. */
  readonly updates: UpdateSettings | undefined
}

export interface UpdateSettings {
  /** Base URL of the folder with `latest.yml`, `latest-mac.yml` and `latest-linux.yml`. */
  readonly feedUrl: string
  /** Check for, download and install updates only while a license is valid. */
  readonly needLicense: boolean
}

const DEFAULT_GRACE_HOURS = 72
/** 31 days. With a much longer grace, an offline copy would run for years. */
const LONGEST_GRACE_HOURS = 744
const HEADER_NAME_PART = /^[a-zA-Z0-9-]{1,64}$/

export interface SettingsSources {
  readonly baked: RawSettings
  readonly environment: RawSettings
  readonly isPackaged: boolean
  /** Used if the settings contain no user agent. */
  readonly defaultUserAgent: string
}

/** Reads the settings. Never throws: errors are listed in `problems`. */
export function readSettings({
  baked,
  environment,
  isPackaged,
  defaultUserAgent,
}: SettingsSources): Settings {
  const problems: string[] = []
  const text = (name: SettingName): string | undefined =>
    // SECURITY: a packaged app ignores the environment. Otherwise users could select their own
    // service.
    (isPackaged ? undefined : environment[name]) || baked[name] || undefined

  const required = (name: SettingName): string => {
    const value = text(name)
    if (value === undefined) problems.push(`${name} is not set.`)
    return value ?? ''
  }

  const link = (name: SettingName): string | undefined => {
    const value = text(name)
    if (value === undefined || /^(https:\/\/|mailto:)/.test(value)) return value
    problems.push(`${name} must be an https: or mailto: address.`)
    return undefined
  }

  const syncUrl = required('LATCHKEY_SYNC_URL')
  if (syncUrl !== '' && !isSecureBase(syncUrl, !isPackaged)) {
    problems.push(
      'LATCHKEY_SYNC_URL must be an https: address (or, while not packaged, http: on this machine).',
    )
  }
  const executor = required('LATCHKEY_EXECUTOR')
  if (executor !== '' && !HEADER_NAME_PART.test(executor)) {
    problems.push('LATCHKEY_EXECUTOR must be 1 to 64 letters, digits or dashes: it is part of a header name.')
  }
  const licensing: ExchangeSettings = {
    syncUrl,
    appName: required('LATCHKEY_APP_NAME'),
    executor,
    secrets: [required('LATCHKEY_SECRET_1'), required('LATCHKEY_SECRET_2'), required('LATCHKEY_SECRET_3')],
    userAgent: text('LATCHKEY_USER_AGENT') ?? defaultUserAgent,
    allowLoopbackHttp: !isPackaged,
  }
  const isUsable = problems.length === 0

  const graceHours = Number(text('LATCHKEY_GRACE_HOURS') ?? DEFAULT_GRACE_HOURS)
  const isGraceUsable = Number.isFinite(graceHours) && graceHours >= 0 && graceHours <= LONGEST_GRACE_HOURS
  if (!isGraceUsable) {
    problems.push(
      `LATCHKEY_GRACE_HOURS must be a number of hours from 0 to ${LONGEST_GRACE_HOURS} (31 days). Set it in .env.`,
    )
  }

  const checkFirst = text('LATCHKEY_CHECK_FIRST') ?? 'no'
  if (checkFirst !== 'yes' && checkFirst !== 'no') {
    problems.push('LATCHKEY_CHECK_FIRST must be yes or no.')
  }

  const feedUrl = text('LATCHKEY_UPDATE_URL')
  const isFeedUsable = feedUrl !== undefined && isSecureBase(feedUrl, !isPackaged)
  if (feedUrl !== undefined && !isFeedUsable) {
    problems.push(
      'LATCHKEY_UPDATE_URL must be an https: address (or, while not packaged, http: on this machine).',
    )
  }
  const needLicense = text('LATCHKEY_UPDATES_NEED_LICENSE') ?? 'no'
  if (needLicense !== 'yes' && needLicense !== 'no') {
    problems.push('LATCHKEY_UPDATES_NEED_LICENSE must be yes or no.')
  }

  return {
    licensing: isUsable ? licensing : undefined,
    supportUrl: link('LATCHKEY_SUPPORT_URL'),
    renewUrl: link('LATCHKEY_RENEW_URL'),
    graceSeconds: (isGraceUsable ? graceHours : DEFAULT_GRACE_HOURS) * 3600,
    // An invalid value counts as the stricter `yes`.
    isCheckFirst: checkFirst !== 'no',
    // An invalid value counts as `yes`, so that a typing error does not allow updates to everyone.
    updates: isFeedUsable ? { feedUrl, needLicense: needLicense !== 'no' } : undefined,
    problems,
  }
}

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

import type { ExchangeSettings } from '@latchkey/client'

const SECRET_NAMES = ['LATCHKEY_SECRET_1', 'LATCHKEY_SECRET_2', 'LATCHKEY_SECRET_3'] as const

/**
 * The licensing settings: what `.env.example` describes. A build bakes them in; while the app is not packaged
 * the environment overrides them, so that a development build can be pointed at any service.
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
  'LATCHKEY_UPDATE_URL',
  'LATCHKEY_UPDATES_NEED_LICENSE',
] as const

export type SettingName = (typeof SETTING_NAMES)[number]
export type RawSettings = Partial<Record<SettingName, string | undefined>>

export interface Settings {
  /** Undefined when this copy cannot license anything; `problems` says why. */
  readonly licensing: ExchangeSettings | undefined
  /** One sentence each, naming the setting and never its value. */
  readonly problems: readonly string[]
  readonly supportUrl: string | undefined
  readonly renewUrl: string | undefined
  /** How long a verified answer opens the app while the service cannot be reached. 0 turns it off. */
  readonly graceSeconds: number
  /** Undefined: this copy never looks for a newer version. */
  readonly updates: UpdateSettings | undefined
}

export interface UpdateSettings {
  /** A folder on a web server: what is newest stands in `latest.yml` there, and its like for other systems. */
  readonly feedUrl: string
  /** Only while a license is valid is a newer version looked for, fetched and installed. */
  readonly needLicense: boolean
}

const DEFAULT_GRACE_HOURS = 72
/** 31 days. A longer grace would open a copy for years after the last answer of the service. */
const LONGEST_GRACE_HOURS = 744
const HEADER_NAME_PART = /^[a-zA-Z0-9-]{1,64}$/

export interface SettingsSources {
  readonly baked: RawSettings
  readonly environment: RawSettings
  readonly isPackaged: boolean
  /** Sent when the settings name none. */
  readonly defaultUserAgent: string
}

/** Reads the settings of this copy of the app. Never throws: what is wrong is told in `problems`. */
export function readSettings({
  baked,
  environment,
  isPackaged,
  defaultUserAgent,
}: SettingsSources): Settings {
  const problems: string[] = []
  const text = (name: SettingName): string | undefined =>
    // SECURITY: a packaged app ignores the environment, or anyone could point it at a service of their own.
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
    // Whatever is not a clear no withholds them, so that a slip of the pen gives nothing away.
    updates: isFeedUsable ? { feedUrl, needLicense: needLicense !== 'no' } : undefined,
    problems,
  }
}

/** An address to which a path is added: without a user, a query or a fragment. */
function isSecureBase(address: string, allowLoopbackHttp: boolean): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false
  return isSecureAddress(address, allowLoopbackHttp)
}

/** https:, and while developing http: on this machine. */
export function isSecureAddress(address: string, allowLoopbackHttp: boolean): boolean {
  const url = URL.parse(address)
  if (url === null) return false
  if (url.protocol === 'https:') return true
  return (
    allowLoopbackHttp && url.protocol === 'http:' && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname)
  )
}

/**
 * SECURITY: takes the secrets of a development build out of the environment. Whatever the app starts would inherit
 * them, and so would every window: a sandboxed preload is given a copy.
 */
export function takeSecretsAway(environment: RawSettings): void {
  for (const name of SECRET_NAMES) delete environment[name]
}

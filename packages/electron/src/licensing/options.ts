import { readFileSync } from 'node:fs'
import { app } from 'electron'
import {
  deleteSecrets,
  type RawSettings,
  readSettings,
  type SettingName,
  type Settings,
} from '../settings.ts'
import type { LicensingOptions, MessageTexts } from './index.ts'

/** How Latchkey's windows look. */
export interface Brand {
  readonly name: string
  readonly iconPath: string | undefined
  /** The brand as the page gets it. */
  readonly page: {
    readonly accent?: string
    readonly theme: 'system' | 'light' | 'dark'
    readonly language?: string
    readonly messages?: MessageTexts
  }
}

type Kind = 'string' | 'number' | 'boolean' | 'object'
/** The type of each option, and its setting. */
const OPTIONS: {
  readonly [Name in keyof LicensingOptions]-?: readonly [kind: Kind, setting?: SettingName]
} = {
  syncUrl: ['string', 'LATCHKEY_SYNC_URL'],
  appName: ['string', 'LATCHKEY_APP_NAME'],
  executor: ['string', 'LATCHKEY_EXECUTOR'],
  secrets: ['object'],
  publicKeys: ['string', 'LATCHKEY_PUBLIC_KEYS'],
  userAgent: ['string', 'LATCHKEY_USER_AGENT'],
  supportUrl: ['string', 'LATCHKEY_SUPPORT_URL'],
  renewUrl: ['string', 'LATCHKEY_RENEW_URL'],
  shopUrl: ['string', 'LATCHKEY_SHOP_URL'],
  trial: ['boolean', 'LATCHKEY_TRIAL'],
  graceHours: ['number', 'LATCHKEY_GRACE_HOURS'],
  checkFirst: ['boolean', 'LATCHKEY_CHECK_FIRST'],
  checkEvery: ['number', 'LATCHKEY_CHECK_EVERY'],
  otherKeys: ['boolean', 'LATCHKEY_OTHER_KEYS'],
  updates: ['string', 'LATCHKEY_UPDATES'],
  releaseKeys: ['string', 'LATCHKEY_RELEASE_KEYS'],
  updateChannel: ['string', 'LATCHKEY_UPDATE_CHANNEL'],
  builtAt: ['number'],
  name: ['string'],
  icon: ['string'],
  accent: ['string'],
  theme: ['string'],
  language: ['string'],
  messages: ['object'],
}

/** @throws Error that names every wrong setting, while the app is not packaged */
export function readOptions(options: LicensingOptions): { settings: Settings; brand: Brand } {
  const given: LicensingOptions = typeof options === 'object' && options !== null ? options : {}
  const problems = problemsIn(given)
  const settings = readSettings({
    baked: toRawSettings(given),
    environment: process.env,
    isPackaged: app.isPackaged,
    defaultUserAgent: `${app.name}/${app.getVersion()}`,
    builtAt: given.builtAt,
  })
  deleteSecrets(process.env)
  problems.push(...settings.problems.map(inTermsOfOptions))
  if (!app.isPackaged && problems.length > 0) {
    throw new Error(`createLicensing:\n- ${problems.join('\n- ')}\n${WHERE_FROM}`)
  }
  for (const problem of problems) process.stderr.write(`Latchkey: ${problem}\n`)
  const { name = app.name, icon, theme = 'system', accent, language, messages } = given
  const page = {
    theme,
    ...(accent && { accent }),
    ...(language && { language }),
    ...(messages && { messages }),
  }
  return { settings, brand: { name, iconPath: icon, page } }
}

const WHERE_FROM =
  'Set it in the object that is passed to createLicensing, or, while the app is not packaged, as an environment variable.'

const ICON_TYPES = /\.(png|svg|jpe?g|webp|ico)$/i

function problemsIn(options: LicensingOptions): string[] {
  const problems = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => {
      if (!Object.hasOwn(OPTIONS, name)) return [`"${name}" is not a setting.`]
      const [kind] = OPTIONS[name as keyof LicensingOptions]
      const isRight = typeof value === kind && value !== null
      return isRight ? [] : [`${name} must be ${kind === 'object' ? 'an object' : `a ${kind}`}.`]
    })
  const { secrets, icon, theme, language } = options
  if (secrets !== undefined && !isThreeTexts(secrets))
    problems.push('secrets must be an array of three strings.')
  if (typeof icon === 'string') problems.push(...problemWithIcon(icon))
  if (theme !== undefined && !['system', 'light', 'dark'].includes(theme)) {
    problems.push('theme must be "system", "light" or "dark".')
  }
  if (language !== undefined && !['en', 'de'].includes(language))
    problems.push('language must be "en" or "de".')
  return problems
}

const isThreeTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 3 && value.every((each) => typeof each === 'string')

function problemWithIcon(path: string): string[] {
  if (!ICON_TYPES.test(path)) return ['icon must be the path of a PNG, SVG, JPEG, WebP or ICO file.']
  try {
    readFileSync(path)
    return []
  } catch {
    return [`icon must be the path of a file: ${path} cannot be read.`]
  }
}

function toRawSettings(options: LicensingOptions): RawSettings {
  const text = (value: unknown): string | undefined =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : value === undefined ? undefined : String(value)
  const [first, second, third] = isThreeTexts(options.secrets) ? (options.secrets ?? []) : []
  return {
    ...Object.fromEntries(
      Object.entries(OPTIONS).flatMap(([option, [, name]]) =>
        name === undefined ? [] : [[name, text(options[option as keyof LicensingOptions])]],
      ),
    ),
    LATCHKEY_SECRET_1: first,
    LATCHKEY_SECRET_2: second,
    LATCHKEY_SECRET_3: third,
  }
}

/** Names the option before the variable: `syncUrl (LATCHKEY_SYNC_URL) is not set.` */
const inTermsOfOptions = (problem: string): string =>
  problem.replace(/^LATCHKEY_\w+/, (name) => {
    const option = Object.entries(OPTIONS).find(([, [, setting]]) => setting === name)?.[0]
    return `${option ?? `secrets[${Number(name.slice(-1)) - 1}]`} (${name})`
  })

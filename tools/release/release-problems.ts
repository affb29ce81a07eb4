import { DEMO_MARK } from '@latchkey/protocol'
import {
  type RawSettings,
  readSettings,
  SETTING_NAMES,
  type SettingName,
} from '../../packages/electron/src/settings.ts'

const SECRET_NAMES = ['LATCHKEY_SECRET_1', 'LATCHKEY_SECRET_2', 'LATCHKEY_SECRET_3'] as const
/** A service issues far longer ones; anything shorter was made up by hand. */
const SHORTEST_SECRET = 16

export interface Identity {
  readonly appId: string
  readonly productName: string
}

/** What keeps these settings and this identity from being released, in sentences that never hold a value. */
export function releaseProblems(settings: RawSettings, { appId, productName }: Identity): string[] {
  const { problems } = readSettings({
    baked: settings,
    environment: {},
    isPackaged: true,
    defaultUserAgent: 'any',
  })
  const secrets = SECRET_NAMES.map((name) => ({ name, value: settings[name] ?? '' })).filter(
    ({ value }) => value !== '',
  )
  return [
    ...problems,
    ...SETTING_NAMES.filter((name) => settings[name]?.includes(DEMO_MARK)).map(demoProblem),
    ...secrets
      .filter(({ value }) => value.length < SHORTEST_SECRET)
      .map(({ name }) => `${name} is shorter than ${SHORTEST_SECRET} characters: it can be guessed.`),
    ...(new Set(secrets.map(({ value }) => value)).size < secrets.length
      ? ['Two of the shared secrets are the same.']
      : []),
    ...(/^com\.example\./.test(appId) ? [`The app's id is still the example, ${appId}.`] : []),
    ...(productName === 'Latchkey' ? ["The app's name is still the template's, Latchkey."] : []),
  ]
}

const demoProblem = (name: SettingName): string => `${name} is of the demo project: anyone can have it.`

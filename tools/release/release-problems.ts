import { DEMO_MARK } from '@latchkey/protocol'
import {
  type RawSettings,
  readSettings,
  SETTING_NAMES,
  type SettingName,
} from '../../packages/electron/src/settings.ts'

const SECRET_NAMES = ['LATCHKEY_SECRET_1', 'LATCHKEY_SECRET_2', 'LATCHKEY_SECRET_3'] as const
/** A service creates much longer secrets. A shorter one was invented by a person. */
const MIN_SECRET_LENGTH = 16

export interface Identity {
  readonly appId: string
  readonly productName: string
}

/** Returns one sentence for each setting that prevents a release. Never contains a value. */
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
      .filter(({ value }) => value.length < MIN_SECRET_LENGTH)
      .map(({ name }) => `${name} is shorter than ${MIN_SECRET_LENGTH} characters: it can be guessed.`),
    ...(new Set(secrets.map(({ value }) => value)).size < secrets.length
      ? ['Two of the shared secrets are the same.']
      : []),
    ...(/^com\.example\./.test(appId) ? [`The app's id is still the example, ${appId}.`] : []),
    ...(productName === 'Latchkey' ? ["The app's name is still the template's, Latchkey."] : []),
  ]
}

const demoProblem = (name: SettingName): string => `${name} is of the demo project: anyone can have it.`

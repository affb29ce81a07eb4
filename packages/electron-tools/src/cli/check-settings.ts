import { readSettings, SECRET_NAMES, SETTING_NAMES } from '@latchkey/electron/settings'
import { DEMO_MARK } from '@latchkey/protocol'
import { TEMPLATE_NAME } from './brand.ts'
import { problemsIn } from './problems.ts'
import type { Project } from './project.ts'

/** A service creates much longer secrets. A shorter one was invented by a person. */
const MIN_SECRET_LENGTH = 16

/** Without public keys, anyone who reads the shared secrets in one copy can unlock every copy. */
export const PUBLIC_KEYS_MISSING =
  'LATCHKEY_PUBLIC_KEYS is not set. Take publicKeys from: latchkey-service project update. If your service does not sign its answers, write none.'

/** Returns one sentence for each setting that prevents a release. Never contains a value. */
export function checkSettings({
  settings,
  app: { appId },
  manifest: { productName },
}: Pick<Project, 'settings' | 'app'> & { readonly manifest: { readonly productName: string } }): string[] {
  const { problems } = readSettings({
    baked: settings,
    environment: {},
    isPackaged: true,
    defaultUserAgent: 'any',
  })
  const secrets = SECRET_NAMES.filter((name) => settings[name])
  const short = secrets.filter((name) => (settings[name]?.length ?? 0) < MIN_SECRET_LENGTH)
  const areEqual = new Set(secrets.map((name) => settings[name])).size < secrets.length
  return [
    ...problems,
    ...(settings.LATCHKEY_PUBLIC_KEYS ? [] : [PUBLIC_KEYS_MISSING]),
    ...SETTING_NAMES.filter((name) => settings[name]?.includes(DEMO_MARK)).map(
      (name) => `${name} is of the demo project: anyone can have it.`,
    ),
    ...short.map((name) => `${name} is shorter than ${MIN_SECRET_LENGTH} characters: it can be guessed.`),
    ...problemsIn([
      [areEqual, 'Two of the shared secrets are the same.'],
      [appId.startsWith('com.example.'), `The app's id is still the example, ${appId}.`],
      [productName === TEMPLATE_NAME, `The app's name is still the template's, ${TEMPLATE_NAME}.`],
    ]),
  ]
}

import {
  createLicenseKey,
  DEMO_MARK,
  formatPublicKeys,
  type LicenseKey,
  NEVER,
  type RandomBelow,
  type SharedSecrets,
  signingKeyPairOf,
} from '@latchkey/protocol'
import { newAccount } from '../domain/accounts.ts'
import { SECONDS_A_DAY } from '../domain/key-expiry.ts'
import { newProject } from '../domain/projects.ts'
import { newScript } from '../domain/scripts.ts'
import { isUsed, newSigningKey } from '../domain/signing-keys.ts'
import { newUser, type User } from '../domain/users.ts'
import {
  createApiKey,
  createId,
  createSecrets,
  hashApiKey,
  type RandomBytes,
} from '../security/credentials.ts'
import type { ServiceKey } from '../security/seal.ts'
import type { Storage } from '../storage/storage.ts'

export const DEMO_KEY_NAMES = [
  'valid',
  'ends-in-20-days',
  'unassigned',
  'expired',
  'banned',
  'other-device',
] as const
export type DemoKeyName = (typeof DEMO_KEY_NAMES)[number]

export interface Demo {
  readonly apiKey: string
  readonly project: string
  readonly script: string
  readonly appName: string
  readonly executor: string
  readonly userAgent: string
  readonly secrets: SharedSecrets
  /** For LATCHKEY_PUBLIC_KEYS. */
  readonly publicKeys: string
  readonly plantToken: string
  readonly keys: Readonly<Record<DemoKeyName, LicenseKey>>
}

const EMAIL = 'demo@latchkey.example'
const APP_NAME = DEMO_MARK
const EXECUTOR = 'latchkey'
const USER_AGENTS = ['Latchkey/*']
const USER_AGENT = 'Latchkey/1.0'

/**
 * An account with a project, a script and a key for every state that a user can meet. All secrets
 * are derived from the service key: no two services share a demo key, and a second start on the
 * same database finds the keys of the first. Changes to the keys stay, except that
 * `ends-in-20-days` ends 20 days from now again.
 */
export async function prepareDemo(storage: Storage, serviceKey: ServiceKey, now: number): Promise<Demo> {
  const stream = streamsOf(serviceKey)
  const apiKey = createApiKey(stream('API key'))
  const apiKeyHash = hashApiKey(apiKey)
  await storage.createAccount(newAccount({ id: createId(stream('account')), email: EMAIL, apiKeyHash }, now))
  const account = await storage.findAccountByEmail(EMAIL)
  if (account === undefined) throw new Error('The demo account is missing.')
  const wanted = {
    id: createId(stream('project')),
    accountId: account.id,
    name: 'Latchkey demo',
    appName: APP_NAME,
    executor: EXECUTOR,
    userAgents: USER_AGENTS,
    secrets: demoSecrets(stream('secrets')),
  }
  await storage.createProject(newProject(wanted, now))
  const project = await storage.findProjectByAppName(APP_NAME)
  if (project === undefined) throw new Error('The demo project is missing.')
  await storage.addSigningKey(APP_NAME, newSigningKey(signingKeyPairOf(stream('signing key')(32)), now))
  const script = createId(stream('script'))
  await storage.createScript(newScript(script, project.id, 'Demo script'))

  const keyOf = (name: DemoKeyName) => createLicenseKey(randomBelowFrom(stream(`key ${name}`)))
  const keys = Object.fromEntries(DEMO_KEY_NAMES.map((name) => [name, keyOf(name)])) as Demo['keys']
  const users = demoUsers(createId(stream('unban token')), now)
  for (const name of DEMO_KEY_NAMES) {
    const user = { ...newUser(keys[name], {}, now), ...users[name] }
    const outcome = await storage.createUser(project.id, user)
    if (outcome === 'key-taken' && name === 'ends-in-20-days') {
      await storage.changeUser(project.id, user.key, (known) => ({
        outcome: 'renewed',
        user: { ...known, authExpire: user.authExpire },
      }))
    }
  }

  return {
    apiKey,
    project: project.id,
    script,
    appName: APP_NAME,
    executor: EXECUTOR,
    userAgent: USER_AGENT,
    secrets: project.secrets,
    publicKeys: formatPublicKeys((await storage.signingKeys(APP_NAME)).filter((key) => isUsed(key, now))),
    plantToken: Buffer.from(stream('plant token')(32)).toString('base64url'),
    keys,
  }
}

/** Marked, so that the release check finds them in a release. */
const demoSecrets = (random: RandomBytes): SharedSecrets => {
  const [first, second, third] = createSecrets(random)
  return [`${DEMO_MARK}-${first}`, `${DEMO_MARK}-${second}`, `${DEMO_MARK}-${third}`]
}

/** How each demo key differs from a new one. */
const demoUsers = (unbanToken: string, now: number): Readonly<Record<DemoKeyName, Partial<User>>> => ({
  valid: { note: 'Thank you for trying Latchkey' },
  'ends-in-20-days': { note: 'Trial', authExpire: now + 20 * SECONDS_A_DAY },
  unassigned: { note: '30 days from the first use', authExpire: 0, keyDays: 30 },
  expired: { note: 'Last year', authExpire: now - SECONDS_A_DAY },
  banned: {
    note: 'Refunded',
    banned: true,
    banReason: 'The payment was taken back',
    banExpire: NEVER,
    unbanToken,
  },
  'other-device': {
    note: 'On another device',
    identifier: 'a'.repeat(64),
    identifierType: 'HWID',
    status: 'active',
  },
})

/** Random bytes that are the same at every start of this service. */
const streamsOf =
  (serviceKey: ServiceKey) =>
  (label: string): RandomBytes => {
    const bytes = serviceKey.derive(`demo ${label}`, 1_024)
    let taken = 0
    return (length) => {
      taken += length
      return bytes.subarray(taken - length, taken)
    }
  }

/** Uniform numbers from random bytes: skips a byte that would make the first numbers likelier. */
function randomBelowFrom(random: RandomBytes): RandomBelow {
  return (below) => {
    for (;;) {
      const [byte] = random(1)
      if (byte === undefined) throw new Error('Out of random bytes.')
      if (byte < 256 - (256 % below)) return byte % below
    }
  }
}

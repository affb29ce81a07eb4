import { ENDPOINTS, requestPath, type UpdateScriptBody } from '@latchkey/management'
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
import { newAccount } from '../core/accounts/accounts.ts'
import { newProject } from '../core/accounts/projects.ts'
import { isUsed, newSigningKey } from '../core/accounts/signing-keys.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import { type License, newLicense } from '../core/license/license.ts'
import {
  createApiKey,
  createId,
  createSecrets,
  hashApiKey,
  type RandomBytes,
} from '../core/security/credentials.ts'
import type { ServiceKey } from '../core/security/seal.ts'
import type { Storage } from '../modules.ts'
import { newScript } from '../scripts/scripts.ts'
import { CUSTOMER_KEY_BYTES, createDeliveryReader } from '../shops/adapters.ts'
import { byCommandLine } from './command.ts'
import { prepareOrders } from './demo-orders.ts'

export const DEMO_EMAIL = 'demo@latchkey.example'
const APP_NAME = DEMO_MARK
const EXECUTOR = 'latchkey'

/**
 * An account with a project, a script, a key for every state that a user can meet, and a shop to play
 * with, which has orders in every state. All secrets
 * are derived from the service key: no two services share a demo key, and a second start on the
 * same database finds the keys of the first. Changes of the keys stay, but `ends-in-20-days` ends
 * 20 days from now at every start.
 */
export async function prepareDemo(storage: Storage, serviceKey: ServiceKey, now: number) {
  const stream = streamsOf(serviceKey)
  const apiKey = createApiKey(stream('API key'))
  const apiKeyHash = hashApiKey(apiKey)
  const by = byCommandLine()
  const id = createId(stream('account'))
  await storage.createAccount(newAccount({ id, email: DEMO_EMAIL, apiKeyHash }, now), by)
  const account = await storage.findAccountByEmail(DEMO_EMAIL)
  if (account === undefined) throw new Error('The demo account is missing.')
  const wanted = {
    id: createId(stream('project')),
    accountId: account.id,
    name: 'Latchkey demo',
    appName: APP_NAME,
    executor: EXECUTOR,
    userAgents: ['Latchkey/*'],
    secrets: demoSecrets(stream('secrets')),
  }
  await storage.createProject({ ...newProject(wanted, now), ...DEMO_TRIALS }, by)
  const project = await storage.findProjectByAppName(APP_NAME)
  if (project === undefined) throw new Error('The demo project is missing.')
  await storage.addSigningKey(APP_NAME, newSigningKey(signingKeyPairOf(stream('signing key')(32)), now))
  const script = createId(stream('script'))
  await storage.createScript(newScript(script, project.id, 'Demo script'), undefined, by)

  const licenses = Object.entries(demoLicenses(createId(stream('unban token')), now)).map(
    ([name, changes]) => {
      const key = createLicenseKey(randomBelowFrom(stream(`key ${name}`)))
      return { name, key, license: { ...newLicense(key, {}, now), ...changes } }
    },
  )
  for (const { name, license } of licenses) {
    const outcome = await storage.createLicense(project.id, license, { by })
    if (outcome === 'key-taken' && name === 'ends-in-20-days') {
      await storage.changeLicense(project.id, license.key, (known) => ({
        outcome: 'renewed',
        license: { ...known, authExpire: license.authExpire },
      }))
    }
  }

  const readDelivery = createDeliveryReader(serviceKey.derive('shop customers', CUSTOMER_KEY_BYTES))
  await prepareOrders({ storage, projectId: project.id, readDelivery, random: stream('orders'), by, now })

  return {
    apiKey,
    project: project.id,
    script,
    appName: APP_NAME,
    executor: EXECUTOR,
    userAgent: 'Latchkey/1.0',
    secrets: project.secrets,
    publicKeys: formatPublicKeys((await storage.signingKeys(APP_NAME)).filter((key) => isUsed(key, now))),
    plantToken: Buffer.from(stream('plant token')(32)).toString('base64url'),
    keys: Object.fromEntries(licenses.map(({ name, key }) => [name, key])) as Readonly<
      Record<keyof ReturnType<typeof demoLicenses>, LicenseKey>
    >,
  }
}

export type Demo = Awaited<ReturnType<typeof prepareDemo>>

/** Trials are also offered in a virtual machine or a container, whose device ID is often weak. */
const DEMO_TRIALS = { trialDays: 14, trialWeakDevices: true }

/** The secrets are marked, so that the release check finds them in a release. */
const demoSecrets = (random: RandomBytes): SharedSecrets => {
  const [first, second, third] = createSecrets(random)
  return [`${DEMO_MARK}-${first}`, `${DEMO_MARK}-${second}`, `${DEMO_MARK}-${third}`]
}

/** The fields in which each demo key differs from a new one. */
const demoLicenses = (unbanToken: string, now: number) =>
  ({
    valid: { note: 'Thank you for trying Latchkey' },
    'ends-in-20-days': { note: 'Trial', authExpire: now + 20 * SECONDS_A_DAY },
    unassigned: { note: '30 days from the first use', authExpire: 0, keyDays: 30 },
    expired: { vendorNote: 'Bought last year', authExpire: now - SECONDS_A_DAY },
    banned: {
      vendorNote: 'Refunded: order 1042',
      banned: true,
      banReason: 'The payment was taken back',
      banExpire: NEVER,
      unbanToken,
    },
    'other-device': {
      vendorNote: 'Works on another device',
      identifier: 'a'.repeat(64),
      identifierType: 'HWID',
      status: 'active',
    },
    'with-export': { note: 'With the feature export', features: ['export'] },
  }) as const satisfies Readonly<Record<string, Partial<License>>>

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

/**
 * Uniform numbers from random bytes. It skips a byte that would make the first numbers more likely.
 */
function randomBelowFrom(random: RandomBytes): RandomBelow {
  return (below) => {
    for (;;) {
      const [byte] = random(1)
      if (byte === undefined) throw new Error('Out of random bytes.')
      if (byte < 256 - (256 % below)) return byte % below
    }
  }
}

/** The script of the sample product: it returns the reading time and the structure of a text. */
const SOURCE = `'use strict'

const WORDS_A_MINUTE = 230

exports.look = function look(text) {
  const words = text.match(/[\\p{L}\\p{N}][\\p{L}\\p{N}'’-]*/gu) ?? []
  const sentences = text.split(/[.!?…]+(?:\\s|$)/).filter((sentence) => sentence.trim() !== '')
  return {
    readingSeconds: Math.round((words.length / WORDS_A_MINUTE) * 60),
    sentences: sentences.length,
    longestWord: words.reduce((longest, word) => (word.length > longest.length ? word : longest), ''),
  }
}
`

/** Uploads the demo script as a vendor does, at the first start. It is ready a moment later. */
export async function provideDemoScript(
  serviceUrl: string,
  storage: Pick<Storage, 'findSource'>,
  { apiKey, project, script }: Demo,
): Promise<void> {
  if ((await storage.findSource(project, script)) !== undefined) return
  const body: UpdateScriptBody = { script: SOURCE, use_reactor: true, is_v4_loader: true }
  const params = { project_id: project, script_id: script }
  const response = await fetch(serviceUrl + requestPath(ENDPOINTS.updateScript, { params }), {
    method: ENDPOINTS.updateScript.method,
    headers: { 'content-type': 'application/json', authorization: apiKey },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The demo script was refused with ${response.status}.`)
}

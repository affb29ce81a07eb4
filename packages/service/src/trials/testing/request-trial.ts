import {
  type CoveredRequest,
  createNonce,
  type DeviceId,
  type DeviceStrength,
  formatKeyIds,
  formatPublicKeys,
  type KeyCheckRecord,
  keyCheckHeaders,
  type LicenseFields,
  type LicenseKey,
  type Nonce,
  type OfferRecord,
  offerPath,
  PUBLIC_KEYS_HEADER,
  parseLicenseFields,
  parsePublicKeys,
  parseTrialKey,
  signedKey,
  signRequest,
  trialPath,
  verifySignedAnswer,
} from '@latchkey/protocol'
import { DEVICE } from '../../testing/records.ts'
import type { TestService } from '../../testing/test-service.ts'

/** The parts of a request that a test may change. */
export interface TrialOptions {
  readonly deviceId?: string
  readonly strength?: DeviceStrength | string
  /** The text in the place of the key in the signature. */
  readonly signedFor?: string
  readonly nonce?: string
  readonly time?: number
  readonly appName?: string
  /** Headers that replace those that an app sends. */
  readonly headers?: Readonly<Record<string, string>>
  /** The IDs of the public keys that the app has. Default: those of the project. */
  readonly keyIds?: readonly string[]
}

export interface TrialAnswered<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
  /** The fields of the answer. Empty without a right signature, as an app must treat it. */
  readonly fields: LicenseFields
  readonly key: LicenseKey | undefined
  /** Whether the signature is right for the project's public key. */
  readonly isAuthentic: boolean
}

/** Sends a request for a trial that is right in everything that the options do not change. */
export async function requestTrial(
  service: TestService,
  options: TrialOptions = {},
): Promise<TrialAnswered<KeyCheckRecord>> {
  const { project, clock } = service
  const {
    strength = 'strong',
    signedFor = signedKey('trial', ''),
    time = clock.now,
    appName = project.appName,
  } = options
  const nonce = (options.nonce ?? createNonce()) as Nonce
  const deviceId = (options.deviceId ?? DEVICE) as DeviceId
  const signed = { nonce, key: signedFor, time: String(time), deviceId }
  const signature = signRequest(signed, project.secrets)
  const path = `/${trialPath(appName, strength as DeviceStrength)}`
  const headers = keyCheckHeaders({ executor: project.executor, deviceId, nonce, time, signature })
  const covered = { kind: 'check', use: 'trial', nonce, deviceId } as const
  return ask(service, 'POST', path, { ...headers, ...options.headers }, options.keyIds, (path, query) => ({
    ...covered,
    path,
    query,
  }))
}

/**
 * Sends a request for the offer of a trial that is right in everything that the options do not
 * change.
 */
export async function requestOffer(
  service: TestService,
  { nonce = createNonce(), appName = service.project.appName, headers, keyIds }: TrialOptions = {},
): Promise<TrialAnswered<OfferRecord>> {
  const sent = { clientnonce: nonce, ...headers }
  return ask(service, 'GET', `/${offerPath(appName)}`, sent, keyIds, (path, query) => ({
    kind: 'offer',
    path,
    query,
    nonce,
  }))
}

async function ask<Body>(
  service: TestService,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  wanted: readonly string[] | undefined,
  coveredOf: (path: string, query: string) => CoveredRequest,
): Promise<TrialAnswered<Body>> {
  const keys = await service.storage.signingKeys(service.project.appName)
  const keyIds = wanted ?? keys.map(({ id }) => id)
  const known = keyIds.length > 0 ? { [PUBLIC_KEYS_HEADER]: formatKeyIds(keyIds) } : {}
  const response = await fetch(service.url + path, {
    method,
    headers: { 'user-agent': 'Latchkey/1.0', connection: 'close', ...known, ...headers },
  })
  const text = await response.text()
  const header = (name: string): string => response.headers.get(name) ?? ''
  const url = new URL(path, service.url)
  const license = header('latchkey-license')
  const { kind } = verifySignedAnswer(
    coveredOf(url.pathname, url.search),
    text,
    {
      contentDigest: header('content-digest'),
      license,
      signatureInput: header('signature-input'),
      signature: header('signature'),
    },
    parsePublicKeys(formatPublicKeys(keys)) ?? new Map(),
  )
  const isAuthentic = kind === 'authentic'
  return {
    status: response.status,
    body: JSON.parse(text) as Body,
    headers: response.headers,
    fields: isAuthentic ? parseLicenseFields(license) : {},
    key: isAuthentic ? parseTrialKey(license) : undefined,
    isAuthentic,
  }
}

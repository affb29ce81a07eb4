import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UploadRecord } from '@latchkey/management'
import {
  createNonce,
  createSigningKeyPair,
  fingerprintHeader,
  parseUpdateToken,
  privateKeyOf,
  type SignedRelease,
  signedKey,
  signRelease,
  signRequest,
  updateTokenPath,
} from '@latchkey/protocol'
import { expect, onTestFinished } from 'vitest'
import { newSigningKey } from '../../core/accounts/signing-keys.ts'
import { DEVICE, NOW } from '../../testing/records.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

/** The key of a vendor, which the service never has. */
export const VENDOR = createSigningKeyPair()

export interface Version {
  readonly version: string
  readonly content?: Buffer
  readonly more?: Partial<SignedRelease>
  readonly channel?: string
}

/** The signed record of a file. */
export function signed({ version, content = contentOf(version), more = {} }: Version): SignedRelease {
  const sha512 = createHash('sha512').update(content).digest('base64')
  const record = {
    project: 'test-app',
    version,
    platform: 'linux',
    arch: 'x64',
    file: `App-${version}.AppImage`,
    sha512,
    size: content.length,
    covered_since: NOW,
    is_security_fix: false,
    ...more,
  } as const
  return { ...signRelease(record, { keyId: VENDOR.id, privateKey: privateKeyOf(VENDOR) }) }
}

/** The content of the installer of a version. */
export const contentOf = (version: string): Buffer => Buffer.from(`installer of ${version} `.repeat(4_000))

export type ReleaseService = Awaited<ReturnType<typeof startReleaseService>>

/** A service with a folder for releases, and functions that publish and read them. */
export async function startReleaseService() {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-releases-'))
  const service = await startTestService({ settings: { releases: dir } })
  onTestFinished(async () => {
    await service.stop()
    rmSync(dir, { recursive: true, force: true })
  })
  await service.storage.addSigningKey('test-app', newSigningKey(createSigningKeyPair(), NOW))
  return { ...functionsOf(service), service, dir }
}

export function functionsOf(service: TestService) {
  async function ask(method: string, path: string, body?: object | Uint8Array<ArrayBuffer>) {
    const isBytes = body instanceof Uint8Array
    const response = await fetch(`${service.url}/v3/projects/project/${path}`, {
      method,
      headers: {
        authorization: service.apiKey,
        ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isBytes ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const add = (release: SignedRelease) => ask('POST', 'releases', { release, notes: 'What is new.' })
  const sendPart = (id: string, offset: number, part: Buffer) =>
    ask('PUT', `uploads/${id}?offset=${offset}`, new Uint8Array(part))

  /** Uploads a file, and offers its version in a channel. */
  async function publish(one: Version): Promise<UploadRecord> {
    const { content = contentOf(one.version), channel = 'latest' } = one
    const { body } = await add(signed(one))
    await sendPart(body.upload_id, 0, content)
    const finished = await ask('POST', `uploads/${body.upload_id}`)
    expect(finished).toMatchObject({ status: 200, body: { is_whole: true } })
    const changed = await ask('PATCH', `releases/${one.version}`, { channel })
    expect(changed).toMatchObject({ status: 200 })
    return finished.body
  }

  /** Checks a key on a device, and returns the headers of its token. */
  async function tokenOf(key: string, deviceId = DEVICE): Promise<Record<string, string>> {
    const { headers } = await service.check({ key, deviceId })
    const token = parseUpdateToken(headers.get('latchkey-license') ?? '')
    if (token === undefined) throw new Error('The answer has no token.')
    return { authorization: `Bearer ${token.token}`, clienthwid: deviceId }
  }

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/updates/${path}`, { headers })

  /** Reads the feed of Linux. */
  async function feed(headers: Record<string, string> = {}, channel = 'latest', file = 'latest-linux.yml') {
    const response = await get(`test-app/${channel}/${file}`, headers)
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  return { ask, add, sendPart, publish, tokenOf, get, feed }
}

/** Requests a token without a check. */
export async function requestToken(
  { service }: Pick<ReleaseService, 'service'>,
  key: string,
  { nonce = createNonce(), signedFor = 'updates' }: { nonce?: string; signedFor?: 'updates' | 'devices' },
) {
  const { project, clock, url } = service
  const [time, deviceId] = [String(clock.now), DEVICE]
  const signature = signRequest({ nonce, key: signedKey(signedFor, key), time, deviceId }, project.secrets)
  const response = await fetch(`${url}/${updateTokenPath(project.appName, key)}`, {
    headers: {
      'user-agent': 'Latchkey/1.0',
      clienttime: time,
      clientnonce: nonce,
      clienthwid: deviceId,
      [fingerprintHeader(project.executor)]: deviceId,
      externalsignature: signature,
    },
  })
  return { headers: response.headers, body: await response.json() }
}

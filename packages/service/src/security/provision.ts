import { createHash } from 'node:crypto'
import { API_KEY_PREFIX, NEVER, type SharedSecrets } from '@latchkey/protocol'
import type { Account, Project, Script } from '../domain/records.ts'

/** Uniform random bytes. */
export type RandomBytes = (length: number) => Uint8Array

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const SECRET_BYTES = 32
const ID_BYTES = 16

/** 256 random bits. */
export const createApiKey = (random: RandomBytes): string =>
  `${API_KEY_PREFIX}${base64url(random(SECRET_BYTES))}`

/**
 * What the database keeps of an API key. One round of SHA-256 is right here: slow password hashes make guessing a
 * human's choice expensive, and 256 random bits cannot be guessed at any speed.
 */
export const hashApiKey = (apiKey: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(apiKey, 'utf8').digest())

export const createId = (random: RandomBytes): string => hex(random(ID_BYTES))

export const createSecrets = (random: RandomBytes): SharedSecrets => [
  hex(random(SECRET_BYTES)),
  hex(random(SECRET_BYTES)),
  hex(random(SECRET_BYTES)),
]

export const newAccount = (email: string, apiKey: string, id: string, now: number): Account => ({
  id,
  email,
  chatId: '',
  plan: 'standard',
  registeredAt: now,
  expiresAt: NEVER,
  enabled: true,
  apiKeyHash: hashApiKey(apiKey),
  allowList: [],
})

export interface NewProject {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly appName: string
  readonly executor: string
  readonly userAgents: readonly string[]
  readonly secrets: SharedSecrets
}

/** Approved from the start: whoever may run the service's command line decides what it serves. */
export const newProject = (wanted: NewProject, now: number): Project => ({
  ...wanted,
  platform: 'desktop',
  approved: true,
  resetCooldownSeconds: 0,
  chatPublicKey: '',
  createdAt: now,
})

/** The first update makes it version 0001. */
export const newScript = (id: string, projectId: string, name: string): Script => ({
  id,
  projectId,
  name,
  version: '0000',
  ffa: false,
  silent: false,
  heartbeat: true,
  lightning: false,
  isV4Loader: false,
})

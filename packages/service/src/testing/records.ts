import { createLicenseKey, createNonce, NEVER, signedKey, signRequest } from '@latchkey/protocol'
import type { CheckAttempt } from '../checks/check-key.ts'
import { type Account, newAccount } from '../core/accounts/accounts.ts'
import { newProject, type Project } from '../core/accounts/projects.ts'
import { type License, newLicense } from '../core/license/license.ts'
import { hashApiKey } from '../core/security/credentials.ts'
import type { Storage } from '../modules.ts'
import type { Script } from '../scripts/scripts.ts'

/** Records for tests. A test only gives the fields that it is about. */

/** 2027-01-15T08:00:00Z, a whole hour. */
export const NOW = 1_800_000_000

export const DEVICE = 'd'.repeat(64)
export const OTHER_DEVICE = 'e'.repeat(64)

export const TEST_API_KEY = 'latchkey_account'

export const testAccount = (changes: Partial<Account> = {}): Account => ({
  ...newAccount(
    {
      id: 'account',
      email: 'vendor@example.org',
      apiKeyHash: hashApiKey(`latchkey_${changes.id ?? 'account'}`),
    },
    NOW,
  ),
  ...changes,
})

export const testProject = (changes: Partial<Project> = {}): Project => ({
  ...newProject(
    {
      id: 'project',
      accountId: 'account',
      name: 'Project',
      appName: 'test-app',
      executor: 'latchkey',
      userAgents: ['Latchkey/*'],
      secrets: ['first secret', 'second secret', 'third secret'],
    },
    NOW,
  ),
  ...changes,
})

export const testLicense = (changes: Partial<License> = {}): License => ({
  ...newLicense(createLicenseKey(), {}, NOW),
  ...changes,
})

export const testScript: Script = {
  id: 'script',
  projectId: 'project',
  name: 'Script',
  version: '0001',
  ffa: false,
  silent: true,
  heartbeat: false,
  lightning: false,
  isV4Loader: true,
}

/** The fields of a claimed key. */
export const linkedTo = (identifier: string): Partial<License> => ({
  identifier,
  identifierType: 'HWID',
  status: 'active',
})

/** The fields of a banned key. The ban has no end, unless `banExpire` says otherwise. */
export const banned = (changes: Partial<License> = {}): Partial<License> => ({
  banned: true,
  banReason: 'Shared in public',
  banExpire: NEVER,
  unbanToken: 'unban-token',
  ...changes,
})

/**
 * An attempt that is right in everything that a test does not change. The signature covers the
 * changes.
 */
export function signedAttempt(
  changes: Partial<CheckAttempt>,
  { appName, secrets }: Pick<Project, 'appName' | 'secrets'> = testProject(),
): CheckAttempt {
  const { use = 'check', key = 'k'.repeat(32), deviceId = DEVICE } = changes
  const attempt = {
    appName,
    userAgent: 'Latchkey/1.0',
    key,
    deviceId,
    fingerprints: { 'latchkey-fingerprint': deviceId },
    nonce: createNonce(),
    time: String(NOW),
    address: '192.0.2.7',
    ...changes,
  }
  return { signature: signRequest({ ...attempt, key: signedKey(use, key) }, secrets), ...attempt }
}

export const storedLicense = async (
  storage: Pick<Storage, 'findLicense'>,
  key: string,
  projectId = 'project',
): Promise<License | undefined> => (await storage.findLicense(projectId, { key }))?.license

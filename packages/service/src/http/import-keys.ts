import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { CreateKeysBody, ImportKeysBody, KeysImported } from '@latchkey/management'
import { createLicenseKey, type LicenseKey, licenseKeyOf, NEVER, readAnyKey } from '@latchkey/protocol'
import { camelCased } from '../domain/given.ts'
import { importedUser, newUser, type User } from '../domain/users.ts'
import type { CreationTerms, ImportedUsers, Storage } from '../storage/storage.ts'
import { hashOfRequest } from './change-keys.ts'
import { done } from './endpoint.ts'
import type { Refusal } from './refusals.ts'

/** In one transaction, between which key checks have their turn. */
const KEYS_PER_TRANSACTION = 200

type Outcome = ImportedUsers['outcomes'][number]

const CODES: Readonly<Record<Outcome, string>> = {
  created: '',
  'done-before': '',
  'key-taken': 'KEY_EXISTS',
  'too-many-users': 'PLAN_LIMIT',
}

interface Work {
  readonly storage: Pick<Storage, 'importUsers'>
  readonly projectId: string
  readonly now: number
  readonly terms: CreationTerms
}

/** Creates keys that were issued elsewhere, some in each transaction. */
export async function importKeys(
  { storage, projectId, now, terms }: Work,
  { keys, request_id, dry_run: isDryRun = false }: ImportKeysBody,
): Promise<KeysImported | Refusal> {
  const request = request_id === undefined ? undefined : hashOfRequest(`import ${request_id}`)
  const read = keys.map(({ user_key, ...wanted }) => ({ ...readAnyKey(user_key), wanted }))
  const users = new Map<LicenseKey, User>()
  for (const { key, wanted } of read) {
    if (key === undefined || users.has(key)) continue
    users.set(key, importedUser(key, camelCased(wanted), request, now))
  }

  const all = [...users.values()]
  const outcomes = new Map<string, Outcome>()
  let left: number | undefined
  // A dry run holds up nothing, and counts what the plan allows once.
  const atOnce = isDryRun ? all.length : KEYS_PER_TRANSACTION
  for (let start = 0; start < all.length; start += atOnce) {
    const some = all.slice(start, start + atOnce)
    const imported = await storage.importUsers(projectId, some, { ...terms, isDryRun })
    if (imported === 'no-such-project') return { kind: imported }
    for (const [at, { key }] of some.entries()) outcomes.set(key, imported.outcomes[at] ?? 'created')
    left = imported.left
    await setImmediate()
  }

  const created = [...outcomes.values()].filter((outcome) => outcome === 'created').length
  return {
    ...done(`${isDryRun ? 'Keys that would be created' : 'Keys created'}: ${created}.`),
    created,
    results: read.map(({ key, isAlias = false }) => {
      if (key === undefined) return { user_key: '', alias: false, code: 'KEY_UNUSABLE' }
      const outcome = outcomes.get(key)
      // The outcome is that of its first place in the request.
      outcomes.delete(key)
      return { user_key: key, alias: isAlias, code: outcome === undefined ? 'KEY_TWICE' : CODES[outcome] }
    }),
    keys_left: left ?? NEVER,
  }
}

/**
 * New unassigned users. A repeated request has the same ones.
 * SECURITY: its keys depend on a secret of the service, because an ID of a request may be guessed.
 */
export function usersToCreate(
  { request_id, ...body }: CreateKeysBody,
  { projectId, repeatKey, now }: { projectId: string; repeatKey: Uint8Array; now: number },
): readonly User[] {
  const { count: length, ...fields } = body
  const wanted = camelCased(fields)
  if (request_id === undefined) {
    return Array.from({ length }, () => newUser(createLicenseKey(), wanted, now))
  }
  const recorded = { request: hashOfRequest(`create ${request_id}`) }
  return Array.from({ length }, (_, index) => {
    const seed = JSON.stringify([projectId, request_id, body, index])
    const digest = createHmac('sha256', repeatKey).update(seed).digest('hex')
    return { ...newUser(licenseKeyOf(BigInt(`0x${digest}`)), wanted, now), recorded }
  })
}

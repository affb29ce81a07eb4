import type { OneKey } from '@latchkey/management'
import type { Project } from '../core/accounts/projects.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { License, LicenseChange } from '../core/license/license.ts'
import { malformed, type Refusal } from '../core/refusal.ts'
import { isDone, type KeyOutcome } from './change-many.ts'
import { parseKeyId, toKeyRecord, versionOf } from './records.ts'
import { type RefusalKind, refuse } from './refusals.ts'
import type { FoundLicense, LicenseStorage, ListedLicense } from './storage.ts'

/** Finds the key that a request names by its `id` or by the license key. */
export async function findOneKey(
  storage: LicenseStorage,
  project: Project,
  { id, user_key }: OneKey,
): Promise<FoundLicense | Refusal> {
  if ((id === undefined) === (user_key === undefined)) {
    return malformed('One of id and user_key is needed, and not both')
  }
  const parsed = id === undefined ? undefined : parseKeyId(id)
  // A license whose key was deleted has an empty key, and is found only by its `id`.
  if (id === undefined ? user_key === '' : parsed === undefined) return refuse('no-such-license')
  const found = await storage.findLicense(project.id, parsed ?? { key: user_key ?? '' })
  if (found === undefined || parsed?.isOf(found.license) === false) return refuse('no-such-license')
  return found
}

interface Terms {
  readonly project: Project
  readonly now: number
  readonly by: Origin
  /** The `if_version` of the request; undefined: not given. */
  readonly version: string | undefined
}

/** Changes one key by a rule, unless it has another version than the one that the person saw. */
export async function changeOneKey(
  storage: LicenseStorage,
  { row, license }: ListedLicense,
  { project, now, by, version }: Terms,
  decide: (license: License) => LicenseChange<KeyOutcome | RefusalKind>,
): Promise<Refusal | undefined> {
  const rule = (known: License): LicenseChange<KeyOutcome | RefusalKind> =>
    version === undefined || versionOf(known) === version ? decide(known) : { outcome: 'changed-meanwhile' }
  const outcome =
    license.key === ''
      ? await storage.changeBannedLicense(project.id, license.unbanToken, rule, by)
      : await storage.changeLicense(project.id, license.key, rule, by)
  if (isDone(outcome)) return undefined
  if (outcome !== 'changed-meanwhile') return refuse(outcome)
  const present = await storage.findLicense(project.id, { row })
  return refuse(outcome, { key: present && toKeyRecord(present, now) })
}

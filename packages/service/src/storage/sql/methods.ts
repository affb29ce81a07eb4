import type { Storage } from '../storage.ts'
import type { Run, StorageParts } from './access.ts'
import { accountMethods } from './accounts.ts'
import { keyCreationMethods } from './create-keys.ts'
import { deletionMethods } from './delete-project.ts'
import { eventMethods } from './events.ts'
import { keyMethods } from './keys.ts'
import { nodeMethods } from './nodes.ts'
import { overviewMethods } from './overview.ts'
import { peopleMethods } from './people.ts'
import { repeatedRequestMethods } from './repeated-requests.ts'
import { scriptMethods } from './scripts.ts'
import { signingKeyMethods } from './signing-keys.ts'
import { trialMethods } from './trials.ts'
import { userMethods } from './users.ts'

/** The methods that both engines share, and their key checks, with `run` around each. */
export function storageMethods(parts: StorageParts, checkKeys: Storage['checkKeys'], run: Run) {
  const methods = {
    checkKeys,
    ...accountMethods(parts),
    ...keyCreationMethods(parts),
    ...deletionMethods(parts),
    ...eventMethods(parts),
    ...keyMethods(parts),
    ...nodeMethods(parts),
    ...overviewMethods(parts),
    ...peopleMethods(parts),
    ...repeatedRequestMethods(parts),
    ...scriptMethods(parts),
    ...signingKeyMethods(parts),
    ...trialMethods(parts),
    ...userMethods(parts),
  }
  return Object.fromEntries(
    Object.entries<(...values: never[]) => unknown>(methods).map(([name, method]) => [
      name,
      (...values: never[]) => run(async () => method(...values)),
    ]),
  ) as typeof methods
}

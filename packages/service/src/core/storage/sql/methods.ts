import { keyCreationMethods } from '../../../licenses/create-queries.ts'
import { keyMethods } from '../../../licenses/key-queries.ts'
import { repeatedRequestMethods } from '../../../licenses/repeated-request-queries.ts'
import { userMethods } from '../../../licenses/user-queries.ts'
import { overviewMethods } from '../../../overview/queries.ts'
import { peopleMethods } from '../../../people/queries.ts'
import { scriptMethods } from '../../../scripts/queries.ts'
import { trialMethods } from '../../../trials/queries.ts'
import { accountMethods } from '../../accounts/account-queries.ts'
import { deletionMethods } from '../../accounts/delete-project-queries.ts'
import { signingKeyMethods } from '../../accounts/signing-key-queries.ts'
import { eventMethods } from '../../events/event-queries.ts'
import type { Storage } from '../storage.ts'
import type { Run, StorageParts } from './access.ts'
import { nodeMethods } from './nodes.ts'

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

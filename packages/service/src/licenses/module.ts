import type { StoringModule } from '../core/http/module.ts'
import { creationMethods } from './create-queries.ts'
import { type LicenseParts, registerKeys } from './key-routes.ts'
import { licenseMethods } from './license-queries.ts'
import { repeatedRequestMethods } from './repeated-request-queries.ts'
import { replaceMethods } from './replace-queries.ts'
import type { RequestStorage } from './request-storage.ts'
import { searchMethods } from './search-queries.ts'
import type { LicenseStorage } from './storage.ts'
import { REQUEST_TABLES } from './tables.ts'
import { registerUsers } from './user-routes.ts'

export const licenses: StoringModule<LicenseStorage & RequestStorage, LicenseParts> = {
  name: 'licenses',
  storage: {
    tables: REQUEST_TABLES,
    methods: (parts) => ({
      ...creationMethods(parts),
      ...searchMethods(parts),
      ...repeatedRequestMethods(parts),
      ...licenseMethods(parts),
      ...replaceMethods(parts),
    }),
  },
  management(register, parts) {
    registerUsers(register, parts)
    registerKeys(register, parts)
  },
}

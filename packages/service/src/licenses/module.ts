import type { StoringModule } from '../core/http/module.ts'
import { keyCreationMethods } from './create-queries.ts'
import { keyMethods } from './key-queries.ts'
import { registerKeys } from './key-routes.ts'
import { repeatedRequestMethods } from './repeated-request-queries.ts'
import type { RequestStorage } from './request-storage.ts'
import type { LicenseStorage } from './storage.ts'
import { REQUEST_TABLES } from './tables.ts'
import { userMethods } from './user-queries.ts'
import { registerUsers } from './user-routes.ts'

export const licenses: StoringModule<LicenseStorage & RequestStorage> = {
  name: 'licenses',
  storage: {
    tables: REQUEST_TABLES,
    methods: (parts) => ({
      ...keyCreationMethods(parts),
      ...keyMethods(parts),
      ...repeatedRequestMethods(parts),
      ...userMethods(parts),
    }),
  },
  management(register, parts) {
    registerUsers(register, parts)
    registerKeys(register, parts)
  },
}

import type { StoringModule } from '../core/http/module.ts'
import { accountUseMethods } from './account-queries.ts'
import { type OverviewParts, registerAccount } from './account-routes.ts'
import { forgetRefusals, overviewMethods } from './queries.ts'
import { registerOverview } from './routes.ts'
import type { OverviewStorage } from './storage.ts'
import { OVERVIEW_TABLES } from './tables.ts'

export const overview: StoringModule<OverviewStorage, OverviewParts> = {
  name: 'overview',
  storage: {
    tables: OVERVIEW_TABLES,
    methods: (parts) => ({ ...accountUseMethods(parts), ...overviewMethods(parts) }),
    forget: forgetRefusals,
  },
  management(register, parts) {
    registerAccount(register, parts)
    registerOverview(register, parts)
  },
}

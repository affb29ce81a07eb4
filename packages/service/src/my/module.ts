import type { StoringModule } from '../core/http/module.ts'
import { pageMethods } from './page-queries.ts'
import { registerMyPages } from './page-routes.ts'
import type { MyParts } from './parts.ts'
import { endSessionsOf, forgetSignIns, sessionMethods } from './session-queries.ts'
import { registerPageSettings } from './settings-routes.ts'
import { signInMethods } from './sign-in-queries.ts'
import { registerSignIn } from './sign-in-routes.ts'
import type { MyStorage } from './storage.ts'
import { MY_TABLES } from './tables.ts'

/** The page at which customers help themselves: its settings, its files and its sign-in by mail. */
export const my: StoringModule<MyStorage, MyParts> = {
  name: 'my',
  storage: {
    tables: MY_TABLES,
    methods: (parts) => ({ ...pageMethods(parts), ...sessionMethods(parts), ...signInMethods(parts) }),
    forget: forgetSignIns,
    moveCustomer: endSessionsOf,
  },
  api: registerMyPages,
  management: registerPageSettings,
  customerPage: registerSignIn,
}

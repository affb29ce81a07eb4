import type { StoringModule } from '../core/http/module.ts'
import { createKeyChecks } from './engines/postgres.ts'
import { prepareKeyChecks } from './engines/sqlite.ts'
import type { CheckParts } from './parts.ts'
import { registerKeyCheck } from './routes.ts'
import { registerSigning } from './sign-answers.ts'
import type { CheckStorage } from './storage.ts'
import { registerSync } from './sync-routes.ts'
import { NONCE_TABLES } from './tables.ts'

export const checks: StoringModule<CheckStorage, CheckParts> = {
  name: 'checks',
  storage: {
    tables: NONCE_TABLES,
    sqlite: prepareKeyChecks,
    postgres: createKeyChecks,
  },
  api({ app }, parts) {
    registerSigning(app)
    registerSync(app, parts)
    registerKeyCheck(app, parts)
  },
}

import type { StoringModule } from '../core/http/module.ts'
import { registerLoader } from './loader-routes.ts'
import type { ScriptParts } from './parts.ts'
import { deleteScripts, scriptMethods } from './queries.ts'
import { registerScripts } from './routes.ts'
import type { ScriptStorage } from './storage.ts'
import { SCRIPT_TABLES } from './tables.ts'

export const scripts: StoringModule<ScriptStorage, ScriptParts> = {
  name: 'scripts',
  storage: {
    tables: SCRIPT_TABLES,
    methods: scriptMethods,
    deleteOf: deleteScripts,
  },
  api: ({ app, register, guardOf }, parts) => registerLoader(app, register, guardOf, parts),
  management: registerScripts,
}

import type { CheckParts } from '../checks/parts.ts'
import type { ScriptUpdates } from './script-updates.ts'
import type { Sessions } from './sessions.ts'
import type { ScriptStorage } from './storage.ts'

export interface ScriptParts extends CheckParts<ScriptStorage> {
  readonly updates: Pick<ScriptUpdates, 'update'>
  readonly sessions: Sessions
}

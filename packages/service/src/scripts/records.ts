import { ScriptRecord } from '@latchkey/management'
import { recordsOf } from '../core/http/records.ts'
import type { Script } from './scripts.ts'

const scriptRecord = recordsOf(ScriptRecord)
export const toScriptRecord = (script: Script): ScriptRecord =>
  scriptRecord({ ...script, scriptName: script.name, scriptId: script.id, scriptVersion: script.version })

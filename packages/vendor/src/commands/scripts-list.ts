import type { ScriptRecord } from '@latchkey/management'
import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { table } from '../command-line/table.ts'
import { scriptsOf } from './script-settings.ts'

export const scriptsList = defineCommand({
  verb: 'scripts list',
  summary: 'The scripts of a project.',
  arguments: [],
  options: {},
  needs: 'project',
  async run({ client, projectId, output }) {
    const scripts = await scriptsOf(client, projectId)
    if (scripts.kind !== 'ok') return output.refuse(scripts)
    output.show(scripts.value, scripts.value.length === 0 ? [] : table(COLUMNS, scripts.value))
    if (scripts.value.length === 0) output.say('No scripts.')
    return EXIT.ok
  },
})

const COLUMNS = [
  { title: 'SCRIPT', cell: (script: ScriptRecord) => script.script_id },
  { title: 'NAME', cell: (script: ScriptRecord) => script.script_name, most: 40 },
  { title: 'VERSION', cell: (script: ScriptRecord) => script.script_version },
  { title: 'FREE FOR ALL', cell: (script: ScriptRecord) => (script.ffa ? 'yes' : 'no') },
  { title: 'SILENT', cell: (script: ScriptRecord) => (script.silent ? 'yes' : 'no') },
] as const

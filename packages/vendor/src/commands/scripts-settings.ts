import { defineCommand, wordAt } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { pairs } from '../command-line/table.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { findScript, readSettings, SETTING_OPTIONS, upload } from './script-settings.ts'

export const scriptsSettings = defineCommand({
  verb: 'scripts settings',
  summary: 'Shows the settings of a script, or changes them.',
  details:
    'The service changes settings together with the source, so a change needs --source too. Heartbeat, lightning and the loader can be changed but not shown.',
  arguments: [{ name: 'SCRIPT' }],
  options: {
    ...SETTING_OPTIONS,
    source: { type: 'string', value: 'FILE', help: 'The source of the script, as it is now.' },
  },
  needs: 'project',
  async run(tools, options, words) {
    const isChange = Object.keys(readSettings(options)).length > 0
    if (isChange && options.source === undefined) {
      throw new UsageError('A change of settings needs --source FILE: the service takes them together.')
    }
    if (!isChange && options.source !== undefined) {
      throw new UsageError('There is nothing to change. latchkey scripts push uploads a source.')
    }
    const script = await findScript(tools.client, tools.projectId, wordAt(words, 0))
    if (script.kind !== 'ok') return tools.output.refuse(script)
    if (options.source !== undefined) return upload(tools, script.value, options.source, options)

    const { script_id, script_name, script_version, ffa, silent } = script.value
    const lines = pairs([
      ['Script', script_id],
      ['Name', script_name],
      ['Version', script_version],
      ['Free for All', ffa ? 'on' : 'off'],
      ['Silent', silent ? 'on' : 'off'],
    ])
    tools.output.show(script.value, lines)
    return EXIT.ok
  },
})

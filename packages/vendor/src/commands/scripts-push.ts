import { defineCommand, wordAt } from '../command-line/command.ts'
import { findScript, SETTING_OPTIONS, upload } from './script-settings.ts'

export const scriptsPush = defineCommand({
  verb: 'scripts push',
  summary: 'Uploads a new source for a script.',
  details: 'When the answer takes too long, the version of the script tells whether it was updated.',
  arguments: [{ name: 'SCRIPT' }, { name: 'FILE' }],
  options: {
    ...SETTING_OPTIONS,
    background: { type: 'boolean', help: 'Process it in the background, and print the track ID.' },
  },
  needs: 'project',
  async run(tools, options, words) {
    const script = await findScript(tools.client, tools.projectId, wordAt(words, 0))
    if (script.kind !== 'ok') return tools.output.refuse(script)
    return upload(tools, script.value, wordAt(words, 1), options)
  },
})

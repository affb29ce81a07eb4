import { defineCommand, wordAt } from '../command-line/command.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { findScript, SETTING_OPTIONS, scriptsOf, upload } from './script-settings.ts'

export const scriptsPush = defineCommand({
  verb: 'scripts push',
  summary: 'Uploads a new source for a script, and follows it until it is processed.',
  details:
    'SCRIPT may be left out when the project has one. Ends with 1 when the update failed. When the answer takes too long, the version of the script tells whether it was updated.',
  arguments: [{ name: 'SCRIPT' }, { name: 'FILE', isOptional: true }],
  usage: '[options] [SCRIPT] <FILE>',
  options: {
    ...SETTING_OPTIONS,
    background: { type: 'boolean', help: 'Do not follow it: print the track ID.' },
  },
  needs: 'project',
  async run(tools, options, words) {
    const file = wordAt(words, words.length - 1)
    const scriptId = words.length > 1 ? wordAt(words, 0) : await onlyScript(tools)
    if (typeof scriptId !== 'string') return tools.output.refuse(scriptId)
    const script = await findScript(tools.client, tools.projectId, scriptId)
    if (script.kind !== 'ok') return tools.output.refuse(script)
    return upload(tools, script.value, file, { ...options, inBackground: true })
  },
})

async function onlyScript({ client, projectId }: Parameters<typeof upload>[0]) {
  const scripts = await scriptsOf(client, projectId)
  if (scripts.kind !== 'ok') return scripts
  const [only, another] = scripts.value
  if (only === undefined) throw new UsageError('The project has no script yet.')
  if (another !== undefined) {
    const list = scripts.value.map((script) => `  ${script.script_id}  ${script.script_name}`).join('\n')
    throw new UsageError(`The project has several scripts. Say which: scripts push SCRIPT FILE\n${list}`)
  }
  return only.script_id
}

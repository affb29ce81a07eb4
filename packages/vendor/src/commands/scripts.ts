import { type OptionSpecs, type OptionValues, UsageError } from '@latchkey/command-line'
import type { ScriptProgress, ScriptRecord } from '@latchkey/management'
import { readProgress } from '../client/repeated-requests.ts'
import { defineCommand, given, type Tools } from '../command-line/command.ts'
import { EXIT, type ExitCode, expectOk, refusal } from '../command-line/exit.ts'
import { readTextFile } from '../command-line/files.ts'
import { type Column, pairs, table } from '../command-line/output.ts'

/** An option that is on or off. */
export const onOrOff = (help: string) =>
  ({
    value: 'on|off',
    help,
    parse(text: string, option: string): boolean {
      if (text === 'on' || text === 'off') return text === 'on'
      throw new UsageError(`${option} needs on or off.`)
    },
  }) as const

/** Settings that are not given stay unchanged. */
const SETTING_OPTIONS = {
  name: { value: 'TEXT', help: 'The new name.' },
  ffa: onOrOff('Free for All: anyone can run the script, without a key.'),
  silent: onOrOff('Turns off the console output of the protection layer.'),
  heartbeat: onOrOff('Makes the script more secure. Recommended.'),
  lightning: onOrOff('Faster, and slightly less secure.'),
  'v4-loader': onOrOff('Use the v4 loader.'),
} as const satisfies OptionSpecs

type SettingOptions = OptionValues<typeof SETTING_OPTIONS>

const readSettings = (options: SettingOptions) =>
  given({
    script_name: options.name,
    ffa: options.ffa,
    silent: options.silent,
    heartbeat: options.heartbeat,
    lightning: options.lightning,
    is_v4_loader: options['v4-loader'],
  })

const list = defineCommand({
  name: 'scripts list',
  summary: 'Lists the scripts of a project.',
  async run(tools) {
    const scripts = await readScripts(tools)
    tools.output.show(scripts, scripts.length === 0 ? [] : table(COLUMNS, scripts))
    if (scripts.length === 0) tools.output.notify('No scripts.')
  },
})

const COLUMNS: readonly Column<ScriptRecord>[] = [
  { title: 'SCRIPT', cell: (script) => script.script_id },
  { title: 'NAME', cell: (script) => script.script_name, maxLength: 40 },
  { title: 'VERSION', cell: (script) => script.script_version },
  { title: 'FREE FOR ALL', cell: (script) => (script.ffa ? 'yes' : 'no') },
  { title: 'SILENT', cell: (script) => (script.silent ? 'yes' : 'no') },
]

async function readScripts({ client, projectId }: Tools): Promise<readonly ScriptRecord[]> {
  const { projects } = expectOk(await client.getApiKeyDetails())
  const project = projects.find(({ id }) => id === projectId)
  if (project === undefined) throw refusal(404, 'The account has no such project.')
  return project.scripts
}

async function readScript(tools: Tools, scriptId: string): Promise<ScriptRecord> {
  const script = (await readScripts(tools)).find(({ script_id }) => script_id === scriptId)
  if (script === undefined) throw refusal(404, 'The project has no such script.')
  return script
}

const settings = defineCommand({
  name: 'scripts settings <SCRIPT>',
  summary: 'Shows or changes the settings of a script.',
  description:
    'The service changes settings only together with the source, so a change needs --source. Heartbeat, lightning and the loader can be changed but not shown.',
  options: { ...SETTING_OPTIONS, source: { value: 'FILE', help: 'The current source of the script.' } },
  async run(tools, options, [scriptId = '']) {
    const isChange = Object.keys(readSettings(options)).length > 0
    if (isChange && options.source === undefined) {
      throw new UsageError('To change settings, add --source FILE: the service needs both together.')
    }
    if (!isChange && options.source !== undefined) {
      throw new UsageError('There is nothing to change. latchkey scripts push uploads a source.')
    }
    const script = await readScript(tools, scriptId)
    if (options.source !== undefined) return upload(tools, script, options.source, options)

    const { script_id, script_name, script_version, ffa, silent } = script
    const lines = pairs([
      ['Script', script_id],
      ['Name', script_name],
      ['Version', script_version],
      ['Free for All', ffa ? 'on' : 'off'],
      ['Silent', silent ? 'on' : 'off'],
    ])
    tools.output.show(script, lines)
    return EXIT.ok
  },
})

const push = defineCommand({
  name: 'scripts push <SCRIPT> [FILE]',
  summary: 'Uploads a new source for a script, and waits until it is processed.',
  description:
    'SCRIPT can be omitted if the project has only one. Exits with 1 if the update failed. After a timeout, the version of the script shows whether it was updated.',
  usage: '[options] [SCRIPT] <FILE>',
  options: { ...SETTING_OPTIONS, background: { help: 'Print the track ID instead of waiting.' } },
  async run(tools, options, words) {
    const [scriptId, file] = words.length > 1 ? words : [undefined, ...words]
    const script = scriptId === undefined ? await onlyScript(tools) : await readScript(tools, scriptId)
    return upload(tools, script, file ?? '', { ...options, useReactor: true })
  },
})

async function onlyScript(tools: Tools): Promise<ScriptRecord> {
  const scripts = await readScripts(tools)
  const [only, another] = scripts
  if (only === undefined) throw new UsageError('The project has no script yet.')
  if (another === undefined) return only
  const lines = scripts.map((script) => `  ${script.script_id}  ${script.script_name}`).join('\n')
  throw new UsageError(`The project has several scripts. Name one: scripts push SCRIPT FILE\n${lines}`)
}

interface UploadOptions extends SettingOptions {
  /** Prints the track ID instead of waiting. */
  readonly background?: boolean | undefined
  /** The service answers at once with a track ID, and processes the source in the background. */
  readonly useReactor?: boolean
}

/** Uploads a source with its settings and their changes. Source: interface, "Update Script". */
async function upload(
  tools: Tools,
  { script_id, script_name, ffa, silent }: ScriptRecord,
  sourcePath: string,
  options: UploadOptions,
): Promise<ExitCode> {
  const { client, output } = tools
  const body = {
    script: await readTextFile(sourcePath),
    // The current settings must be sent with an update. The service reports only these.
    ...{ script_name, ffa, silent },
    ...readSettings(options),
    ...given({ use_reactor: options.useReactor }),
  }
  const answer = expectOk(await client.updateScript({ params: { script_id }, body }))
  const { track_progress: track, message = 'The script was updated.' } = answer
  if (track !== undefined && options.background !== true) return follow(tools, script_id, track)
  output.show(answer, track === undefined ? [] : [track])
  output.notify(
    track === undefined
      ? message
      : `The service processes it. To wait for it: latchkey scripts progress ${script_id} ${track}`,
  )
  return EXIT.ok
}

const progress = defineCommand({
  name: 'scripts progress <SCRIPT> <TRACK>',
  summary: 'Waits until a background update has ended.',
  description: 'Requests the progress every two seconds. Exits with 1 if the update failed.',
  run: (tools, _, [scriptId = '', track = '']) => follow(tools, scriptId, track),
})

/** Waits until an update has ended, and shows its stages in a progress bar. */
async function follow({ client, output }: Tools, scriptId: string, track: string): Promise<ExitCode> {
  let last: ScriptProgress | undefined
  for await (const outcome of client.followUpdate({ params: { script_id: scriptId, track_id: track } })) {
    const { reactor_status: stage } = expectOk(outcome)
    if (stage !== last?.reactor_status) output.status(progressBar(stage))
    last = expectOk(outcome)
  }
  output.show(last)
  const result = last && readProgress(last)
  const message = result && 'message' in result ? result.message : ''
  if (result?.kind !== 'updated') {
    output.notify(`The update failed. ${message}`)
    return EXIT.refused
  }
  // The service may send the same sentence.
  output.notify(message === UPDATED ? UPDATED : `${UPDATED} ${message}`)
  return EXIT.ok
}

const UPDATED = 'The script was updated.'

const BAR_LENGTH = 24
/** How much of the update is done when a stage begins. Parsing is quick. */
const DONE = new Map([
  ['parsing', 0.1],
  ['obfuscating', 0.4],
  ['completed', 1],
])

/** Draws a progress bar. A stage of a newer service is not known, so its bar is empty. */
function progressBar(stage: string): string {
  const filled = Math.round((DONE.get(stage) ?? 0) * BAR_LENGTH)
  return `[${'#'.repeat(filled).padEnd(BAR_LENGTH, '.')}] ${stage}`
}

export const SCRIPT_COMMANDS = [list, settings, push, progress]

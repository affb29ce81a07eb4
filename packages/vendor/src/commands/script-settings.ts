import { readFile } from 'node:fs/promises'
import type { ScriptRecord, ScriptSettings, ScriptUpdated } from '@latchkey/management'
import type { Outcome } from '../client/outcome.ts'
import type { VendorClient } from '../client/vendor-client.ts'
import { given, type OptionSpecs, type OptionValues, type Tools } from '../command-line/command.ts'
import { EXIT, type ExitCode } from '../command-line/exit-codes.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { followUpdate } from './follow-update.ts'

/** The settings of a script as options; what is not said stays as it is. */
export const SETTING_OPTIONS = {
  name: { type: 'string', value: 'TEXT', help: 'Another name.' },
  ffa: { type: 'string', value: 'on|off', help: 'Free for All: anyone may run it, without a key.' },
  silent: { type: 'string', value: 'on|off', help: 'Turns off what the protection layer prints.' },
  heartbeat: { type: 'string', value: 'on|off', help: 'Makes it more secure. Recommended.' },
  lightning: { type: 'string', value: 'on|off', help: 'Faster, and a little less secure.' },
  'v4-loader': { type: 'string', value: 'on|off', help: 'Use the v4 loader.' },
} as const satisfies OptionSpecs

type Options = OptionValues<typeof SETTING_OPTIONS>

export const readSettings = (options: Options): ScriptSettings =>
  given({
    script_name: options.name,
    ffa: onOrOff(options.ffa, '--ffa'),
    silent: onOrOff(options.silent, '--silent'),
    heartbeat: onOrOff(options.heartbeat, '--heartbeat'),
    lightning: onOrOff(options.lightning, '--lightning'),
    is_v4_loader: onOrOff(options['v4-loader'], '--v4-loader'),
  })

export async function scriptsOf(
  client: VendorClient,
  projectId: string,
): Promise<Outcome<readonly ScriptRecord[]>> {
  const account = await client.account()
  if (account.kind !== 'ok') return account
  const project = account.value.projects.find(({ id }) => id === projectId)
  return project === undefined
    ? { kind: 'refused', status: 404, message: 'The account has no such project.' }
    : { kind: 'ok', value: project.scripts }
}

export async function findScript(
  client: VendorClient,
  projectId: string,
  scriptId: string,
): Promise<Outcome<ScriptRecord>> {
  const scripts = await scriptsOf(client, projectId)
  if (scripts.kind !== 'ok') return scripts
  const script = scripts.value.find(({ script_id }) => script_id === scriptId)
  return script === undefined
    ? { kind: 'refused', status: 404, message: 'The project has no such script.' }
    : { kind: 'ok', value: script }
}

interface UploadOptions {
  /** It is not followed: its track is printed. */
  readonly background?: boolean | undefined
  /** The service answers at once, with a track. */
  readonly inBackground?: boolean | undefined
}

/** Uploads a source with the settings that are, and those that are to change. Source: interface, "Update Script". */
export async function upload(
  tools: Tools,
  script: ScriptRecord,
  sourcePath: string,
  options: Options & UploadOptions,
): Promise<ExitCode> {
  const { client, projectId, output } = tools
  const { script_name, ffa, silent } = script
  const outcome: Outcome<ScriptUpdated> = await client.scripts.update(projectId, script.script_id, {
    script: await readSource(sourcePath),
    // "To keep the current settings, send the current settings back": these are the ones that can be read.
    script_name,
    ffa,
    silent,
    ...readSettings(options),
    ...given({ use_reactor: options.inBackground }),
  })
  if (outcome.kind !== 'ok') return output.refuse(outcome)
  const track = outcome.value.track_progress
  if (track !== undefined && options.background !== true) return followUpdate(tools, script.script_id, track)
  output.show(outcome.value, track === undefined ? [] : [track])
  output.say(
    track === undefined
      ? (outcome.value.message ?? 'The script was updated.')
      : `It is being processed. See latchkey scripts progress ${script.script_id} ${track}`,
  )
  return EXIT.ok
}

async function readSource(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault'
    throw new UsageError(`${path} cannot be read (${code}).`)
  }
}

function onOrOff(text: string | undefined, option: string): boolean | undefined {
  if (text === undefined || text === 'on' || text === 'off')
    return text === undefined ? undefined : text === 'on'
  throw new UsageError(`${option} takes on or off.`)
}

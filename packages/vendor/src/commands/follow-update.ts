import type { ScriptProgress } from '@latchkey/management'
import { judgeProgress } from '../client/follow-progress.ts'
import type { Tools } from '../command-line/command.ts'
import { EXIT, type ExitCode } from '../command-line/exit-codes.ts'

/** Follows an update to its end, with a bar that moves from stage to stage. */
export async function followUpdate(
  { client, projectId, output }: Pick<Tools, 'client' | 'projectId' | 'output'>,
  scriptId: string,
  track: string,
): Promise<ExitCode> {
  let stage = ''
  let last: ScriptProgress | undefined
  for await (const outcome of client.scripts.follow(projectId, scriptId, track)) {
    if (outcome.kind !== 'ok') return output.refuse(outcome)
    last = outcome.value
    if (last.reactor_status !== stage) output.status(bar(last.reactor_status))
    stage = last.reactor_status
  }
  const verdict = last && judgeProgress(last)
  output.show(last, [])
  if (verdict?.kind === 'updated') {
    output.say(verdict.message === UPDATED ? UPDATED : `${UPDATED} ${verdict.message}`)
    return EXIT.ok
  }
  output.say(`The update failed. ${verdict?.kind === 'failed' ? verdict.message : ''}`)
  return EXIT.refused
}

/** Some services say it themselves. */
const UPDATED = 'The script was updated.'

const WIDTH = 24
/** How much is done when a stage begins. Parsing is quick. */
const DONE: Readonly<Record<string, number>> = { parsing: 0.1, obfuscating: 0.4, completed: 1 }

/** A stage that is not known fills nothing: a newer service may have more of them. */
function bar(stage: string): string {
  const filled = Math.round((Object.hasOwn(DONE, stage) ? (DONE[stage] ?? 0) : 0) * WIDTH)
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${stage}`
}

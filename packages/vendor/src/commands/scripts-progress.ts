import type { ScriptProgress } from '@latchkey/protocol'
import { judgeProgress } from '../client/follow-progress.ts'
import { defineCommand, wordAt } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'

export const scriptsProgress = defineCommand({
  verb: 'scripts progress',
  summary: 'Follows an update in the background until it is done.',
  details: 'Asks every two seconds. Ends with 1 when the update failed.',
  arguments: [{ name: 'SCRIPT' }, { name: 'TRACK' }],
  options: {},
  needs: 'project',
  async run({ client, projectId, output }, _, words) {
    let stage = ''
    let last: ScriptProgress | undefined
    for await (const outcome of client.scripts.follow(projectId, wordAt(words, 0), wordAt(words, 1))) {
      if (outcome.kind !== 'ok') return output.refuse(outcome)
      last = outcome.value
      if (last.reactor_status !== stage) output.say(last.reactor_status)
      stage = last.reactor_status
    }
    const verdict = last && judgeProgress(last)
    output.show(last, [])
    if (verdict?.kind === 'updated') {
      output.say(`The script was updated. ${verdict.message}`)
      return EXIT.ok
    }
    output.say(`The update failed. ${verdict?.kind === 'failed' ? verdict.message : ''}`)
    return EXIT.refused
  },
})

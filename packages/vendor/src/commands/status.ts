import { defineCommand } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'

export const status = defineCommand({
  verb: 'status',
  summary: 'Whether the service is well.',
  details: 'Needs no API key. Ends with 1 when the service answers that it is not well.',
  arguments: [],
  options: {},
  needs: 'nothing',
  async run({ client, output }) {
    const outcome = await client.status()
    if (outcome.kind !== 'ok') return output.refuse(outcome)
    const { active, version, message, warning, warning_message } = outcome.value
    output.show(outcome.value, [`${active ? 'active' : 'not active'}  version ${version}`])
    if (message !== '') output.say(message)
    if (warning) output.say(`Warning: ${warning_message}`)
    return active ? EXIT.ok : EXIT.refused
  },
})

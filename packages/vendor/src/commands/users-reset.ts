import { defineCommand, given, wordAt } from '../command-line/command.ts'
import { reportDone } from './done.ts'

export const usersReset = defineCommand({
  verb: 'users reset',
  summary: 'Unlinks the device of a key; the next to use it is linked.',
  arguments: [{ name: 'KEY' }],
  options: {
    force: { type: 'boolean', help: 'Also on cooldown, and where resets are disabled.' },
  },
  needs: 'project',
  async run({ client, projectId, output }, { force }, words) {
    const outcome = await client.users.resetDevice(projectId, {
      user_key: wordAt(words, 0),
      ...given({ force }),
    })
    return reportDone(outcome, output, 'The device was unlinked.')
  },
})

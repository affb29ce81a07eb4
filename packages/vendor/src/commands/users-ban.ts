import { NEVER } from '@latchkey/protocol'
import { defineCommand, given, wordAt } from '../command-line/command.ts'
import { EXPIRY_OPTIONS, endOf, readExpiry } from '../command-line/expiry.ts'
import { reportDone } from './done.ts'

export const usersBan = defineCommand({
  verb: 'users ban',
  summary: 'Bans a key and its device.',
  details: 'For good, unless an end is said.',
  arguments: [{ name: 'KEY' }],
  options: {
    ...EXPIRY_OPTIONS,
    reason: { type: 'string', value: 'TEXT', help: 'Shown to the user.' },
  },
  needs: 'project',
  async run({ client, projectId, output, times }, options, words) {
    const end = endOf(readExpiry(options, times), times) ?? NEVER
    const outcome = await client.users.ban(projectId, {
      user_key: wordAt(words, 0),
      ban_expire: end,
      ...given({ ban_reason: options.reason }),
    })
    const until = end === NEVER ? 'for good' : `until ${times.describe(end)}`
    return reportDone(outcome, output, `The key is banned ${until}.`)
  },
})

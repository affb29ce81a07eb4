import { defineCommand, given, wordAt } from '../command-line/command.ts'
import { EXPIRY_OPTIONS, endOf, readExpiry } from '../command-line/expiry.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { reportDone } from './done.ts'

export const usersUpdate = defineCommand({
  verb: 'users update',
  summary: 'Changes what a key is good for, or linked to.',
  details: 'What is not said stays as it is. Days count from now. An empty device or chat ID unlinks it.',
  arguments: [{ name: 'KEY' }],
  options: {
    ...EXPIRY_OPTIONS,
    note: { type: 'string', value: 'TEXT', help: 'Another note.' },
    identifier: { type: 'string', value: 'ID', help: 'Another device.' },
    'chat-id': { type: 'string', value: 'ID', help: 'Another chat ID.' },
  },
  needs: 'project',
  async run({ client, projectId, output, times }, options, words) {
    const changes = given({
      auth_expire: endOf(readExpiry(options, times), times),
      note: options.note,
      identifier: options.identifier,
      chat_id: options['chat-id'],
    })
    if (Object.keys(changes).length === 0) throw new UsageError('There is nothing to change.')
    const outcome = await client.users.update(projectId, { user_key: wordAt(words, 0), ...changes })
    const expires =
      changes.auth_expire === undefined ? '' : ` It expires: ${times.describe(changes.auth_expire)}.`
    return reportDone(outcome, output, `The key was changed.${expires}`)
  },
})

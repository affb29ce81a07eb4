import { defineCommand, given, wordAt } from '../command-line/command.ts'
import { reportDone } from './done.ts'

export const usersLink = defineCommand({
  verb: 'users link',
  summary: 'Links a chat ID to a key.',
  arguments: [{ name: 'KEY' }, { name: 'CHAT-ID' }],
  options: {
    force: { type: 'boolean', help: 'Replaces the chat ID that the key has.' },
  },
  needs: 'project',
  async run({ client, projectId, output }, { force }, words) {
    const body = { user_key: wordAt(words, 0), chat_id: wordAt(words, 1), ...given({ force }) }
    return reportDone(await client.users.linkChat(projectId, body), output, 'The chat ID is linked.')
  },
})

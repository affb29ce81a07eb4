import { defineCommand, wordAt } from '../command-line/command.ts'
import { reportDone } from './done.ts'

export const usersDelete = defineCommand({
  verb: 'users delete',
  summary: 'Deletes a key, and the access of its user.',
  details: 'The device of a banned user stays refused. This cannot be undone.',
  arguments: [{ name: 'KEY' }],
  options: {},
  needs: 'project',
  async run({ client, projectId, output }, _, words) {
    return reportDone(await client.users.delete(projectId, wordAt(words, 0)), output, 'The key was deleted.')
  },
})

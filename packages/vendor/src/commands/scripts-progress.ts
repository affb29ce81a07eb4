import { defineCommand, wordAt } from '../command-line/command.ts'
import { followUpdate } from './follow-update.ts'

export const scriptsProgress = defineCommand({
  verb: 'scripts progress',
  summary: 'Follows an update in the background until it is done.',
  details: 'Asks every two seconds. Ends with 1 when the update failed.',
  arguments: [{ name: 'SCRIPT' }, { name: 'TRACK' }],
  options: {},
  needs: 'project',
  run: (tools, _, words) => followUpdate(tools, wordAt(words, 0), wordAt(words, 1)),
})

import type { Outcome } from '../client/outcome.ts'
import { defineCommand, type Tools } from '../command-line/command.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { reportDone } from './done.ts'

export const usersUnban = defineCommand({
  verb: 'users unban',
  summary: 'Lifts a ban.',
  details: 'By the key, or by the unban token when the key was deleted while it was banned.',
  arguments: [{ name: 'KEY', isOptional: true }],
  options: {
    'unban-token': { type: 'string', value: 'TOKEN', help: 'The token of the ban, instead of a key.' },
  },
  needs: 'project',
  async run(tools, options, [key]) {
    const given = options['unban-token']
    if ((key === undefined) === (given === undefined)) {
      throw new UsageError('Say either a key or --unban-token.')
    }
    const { client, projectId, output } = tools
    const token: Outcome<string> =
      key === undefined ? { kind: 'ok', value: given ?? '' } : await tokenOf(tools, key)
    if (token.kind !== 'ok') return output.refuse(token)
    return reportDone(await client.users.unban(projectId, token.value), output, 'The ban is lifted.')
  },
})

async function tokenOf({ client, projectId }: Tools, key: string): Promise<Outcome<string>> {
  const found = await client.users.list(projectId, { user_key: key })
  if (found.kind !== 'ok') return found
  const [user] = found.value.users
  if (user === undefined) return { kind: 'refused', status: 404, message: 'The project has no such key.' }
  if (user.unban_token === '') return { kind: 'refused', status: 400, message: 'This key is not banned.' }
  return { kind: 'ok', value: user.unban_token }
}

import { accountCreate } from './commands/account-create.ts'
import { accountUpdate } from './commands/account-update.ts'
import { backup } from './commands/backup.ts'
import type { Command, Terminal } from './commands/command.ts'
import { keyCreate } from './commands/key-create.ts'
import { projectCreate } from './commands/project-create.ts'
import { projectUpdate } from './commands/project-update.ts'
import { scriptCreate } from './commands/script-create.ts'
import { serve } from './commands/serve.ts'
import { StorageUnavailable } from './storage/storage.ts'
import { UsageError, UserError } from './user-error.ts'

const COMMANDS: readonly Command[] = [
  serve,
  accountCreate,
  accountUpdate,
  projectCreate,
  projectUpdate,
  scriptCreate,
  keyCreate,
  backup,
]

const OVERVIEW = `The Latchkey license service.

Usage: latchkey-service COMMAND [OPTIONS]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`).join('\n')}

COMMAND --help tells the options of a command. Data goes to standard output as JSON, everything else to standard error.`

/**
 * Runs one command. The text that it returns, if any, is for people to read on standard output.
 * @throws UsageError or UserError when there is something to put right
 */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
): Promise<string | undefined> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  if (command === undefined) {
    if (words.length === 0 || words[0] === '--help' || words[0] === 'help') return OVERVIEW
    throw new UsageError(`"${words.slice(0, 2).join(' ')}" is not a command. See --help.`)
  }
  const rest = words.slice(command.name.split(' ').length)
  if (rest.includes('--help')) return command.help
  try {
    await command.run(rest, terminal)
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    throw new UserError(
      `The database could not do it (${error.message}). Nothing was changed. Try again.`,
      error,
    )
  }
  return undefined
}

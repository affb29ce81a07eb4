import { runProgram } from '@latchkey/command-line'
import { StorageUnavailable } from '../core/storage/storage.ts'
import { UserError } from '../core/user-error.ts'
import { accountCreate, accountList, accountUpdate } from './account.ts'
import { backup } from './backup.ts'
import type { Terminal } from './command.ts'
import { doctor } from './doctor.ts'
import { personInvite, personList, personRemove } from './person.ts'
import { projectCreate, projectRotateSecrets, projectRotateSigningKey, projectUpdate } from './project.ts'
import { projectDelete, projectList } from './projects.ts'
import { scriptCreate } from './script.ts'
import { serve } from './serve.ts'

const COMMANDS = [
  serve,
  accountCreate,
  accountList,
  accountUpdate,
  projectCreate,
  projectList,
  projectUpdate,
  projectRotateSecrets,
  projectRotateSigningKey,
  projectDelete,
  scriptCreate,
  personInvite,
  personList,
  personRemove,
  backup,
  doctor,
]

/**
 * Runs one command. The text that it returns, if any, is for people, on standard output.
 * @throws UsageError or UserError when the user has to correct something
 */
export async function runCommandLine(
  args: readonly string[],
  terminal: Terminal,
): Promise<string | undefined> {
  try {
    return await runProgram(args, {
      name: 'latchkey-service',
      commands: COMMANDS,
      notes: `Data goes to standard output as JSON, everything else to standard error.
Keys, events, sources of scripts and the other settings of a project: see latchkey --help.`,
      run: (command, options, words) => command.run(options, terminal, words),
    })
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    throw new UserError(
      `The database operation failed (${error.message}). Nothing was changed. Try again.`,
      error,
    )
  }
}

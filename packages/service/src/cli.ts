#!/usr/bin/env node
import { accountCreate } from './commands/account-create.ts'
import type { Command } from './commands/command.ts'
import { keyCreate } from './commands/key-create.ts'
import { projectCreate } from './commands/project-create.ts'
import { serve } from './commands/serve.ts'
import { UsageError, UserError } from './user-error.ts'

const COMMANDS: readonly Command[] = [serve, accountCreate, projectCreate, keyCreate]

const EXIT_FAILED = 1
const EXIT_MISUSED = 2

async function main(words: readonly string[]): Promise<void> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
  if (command === undefined) {
    if (words.length === 0 || words[0] === '--help' || words[0] === 'help') {
      process.stdout.write(overview())
      return
    }
    throw new UsageError(`"${words.slice(0, 2).join(' ')}" is not a command. See --help.`)
  }
  const rest = words.slice(command.name.split(' ').length)
  if (rest.includes('--help')) process.stdout.write(`${command.help}\n`)
  else await command.run(rest)
}

const overview = (): string =>
  `The Latchkey license service.

Usage: latchkey-service COMMAND [OPTIONS]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`).join('\n')}

COMMAND --help tells the options of a command. Data goes to standard output as JSON, everything else to standard error.
`

try {
  await main(process.argv.slice(2))
} catch (error) {
  const known = error instanceof UserError
  // A bug gets its stack trace: there is nothing its reader could put right.
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = error instanceof UsageError ? EXIT_MISUSED : EXIT_FAILED
}

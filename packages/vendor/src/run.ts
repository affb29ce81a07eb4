import { describeMisuse, isPathWord } from '@latchkey/management'
import { CommanderError } from 'commander'
import { isApiKey } from './client/api-key.ts'
import { parseBaseUrl } from './client/base-url.ts'
import type { Outcome } from './client/outcome.ts'
import { createVendorClient, type VendorClient } from './client/vendor-client.ts'
import { askHidden, type Terminal } from './command-line/ask-hidden.ts'
import type { Command } from './command-line/command.ts'
import { createProgram } from './command-line/create-program.ts'
import { EXIT, type ExitCode } from './command-line/exit-codes.ts'
import { createOutput, type Streams } from './command-line/output.ts'
import { plainText } from './command-line/plain-text.ts'
import { createTimes } from './command-line/times.ts'
import { UsageError } from './command-line/usage-error.ts'
import { COMMANDS } from './commands/index.ts'

/** What a run of the command line gets from its process. */
export interface Surroundings extends Streams {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Terminal
  readonly version: string
  readonly wait: (ms: number) => Promise<void>
  /** Unix milliseconds. */
  readonly clock: () => number
}

/** Carries out a command line. @returns the exit code of the process */
export async function run(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { stderr } = surroundings
  const { program, exitCode } = createProgram(COMMANDS, {
    ...surroundings,
    argv,
    run: (command, options, words) => runCommand(command, options, words, surroundings),
  })
  try {
    refuseApiKey(argv)
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' })
    return exitCode() ?? EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.ok
      // A group without a command: its help is on standard error already.
      if (error.code !== 'commander.help') stderr.write(`${describeMisuse(error)}\n`)
      return EXIT.usage
    }
    if (!(error instanceof UsageError)) throw error
    stderr.write(`${error.message}\n`)
    return EXIT.usage
  }
}

function refuseApiKey(argv: readonly string[]): void {
  // SECURITY: checked before anything else, so that nobody gets used to it.
  if (argv.some((word) => /^--?api[-_]?key/i.test(word))) {
    throw new UsageError(
      'The API key is never an argument: everybody on this machine can read the arguments of a running program, and shells keep them in their history. Set LATCHKEY_API_KEY, or leave it out and be asked.',
    )
  }
}

async function runCommand(
  command: Command,
  options: Readonly<Record<string, string | boolean | undefined>>,
  words: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { env, wait, clock } = surroundings
  const output = createOutput(surroundings, options['json'] === true)
  const client = createVendorClient({
    baseUrl: readBaseUrl(textOf(options['url']) ?? env['LATCHKEY_URL']),
    apiKey: command.needs === 'nothing' ? undefined : await readApiKey(surroundings),
    userAgent: `latchkey/${surroundings.version}`,
    wait,
    clock,
  })
  const project: Outcome<string> =
    command.needs === 'project'
      ? await findProject(client, textOf(options['project']) ?? env['LATCHKEY_PROJECT'])
      : { kind: 'ok', value: '' }
  if (project.kind !== 'ok') return output.refuse(project)
  const tools = { client, projectId: project.value, output, times: createTimes(clock), wait }
  return command.run(tools, options, words)
}

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

function readBaseUrl(text: string | undefined): string {
  if (text === undefined || text === '') {
    throw new UsageError('Say where the service stands: --url URL, or LATCHKEY_URL.')
  }
  const base = parseBaseUrl(text)
  if (base.kind === 'invalid') throw new UsageError(`The URL of the service cannot be used. ${base.problem}`)
  return base.url
}

/** SECURITY: from the environment or a hidden prompt, and never printed: not even in the error about it. */
async function readApiKey({ env, stdin, stderr }: Surroundings): Promise<string> {
  const given = env['LATCHKEY_API_KEY']?.trim() || (await ask(stdin, stderr))
  if (!isApiKey(given)) throw new UsageError('This is not an API key: it has characters that none has.')
  return given
}

async function ask(stdin: Terminal, stderr: Streams['stderr']): Promise<string> {
  if (stdin.isTTY !== true) {
    throw new UsageError('There is no API key. Set LATCHKEY_API_KEY, or run this in a terminal to be asked.')
  }
  const typed = (await askHidden('API key: ', stdin, (text) => stderr.write(text)))?.trim()
  if (typed === undefined || typed === '') throw new UsageError('No API key was given.')
  return typed
}

async function findProject(client: VendorClient, given: string | undefined): Promise<Outcome<string>> {
  if (given !== undefined && given !== '') {
    if (!isPathWord(given)) throw new UsageError('This cannot be the ID of a project.')
    return { kind: 'ok', value: given }
  }
  const account = await client.account()
  if (account.kind !== 'ok') return account
  const { projects } = account.value
  const [only] = projects
  if (only === undefined) throw new UsageError('The account has no project yet.')
  if (projects.length === 1) return { kind: 'ok', value: only.id }
  const list = projects.map(({ id, name }) => `  ${plainText(id)}  ${plainText(name)}`).join('\n')
  throw new UsageError(
    `The account has several projects. Say which: --project ID, or LATCHKEY_PROJECT.\n${list}`,
  )
}

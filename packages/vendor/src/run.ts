import { describeMisuse, isPathWord } from '@latchkey/management'
import { CommanderError } from 'commander'
import { parseBaseUrl } from './client/connection.ts'
import { createVendorClient, type VendorClient } from './client/vendor-client.ts'
import {
  EXIT,
  type ExitCode,
  exitCodeOf,
  expectOk,
  UnsuccessfulRequest,
  UsageError,
} from './command-line/exit.ts'
import { createOutput, plainText, type Streams } from './command-line/output.ts'
import { type Command, createProgram } from './command-line/program.ts'
import { readApiKey, type Terminal } from './command-line/read-api-key.ts'
import { createTimes } from './command-line/times.ts'
import { ACCOUNT_COMMANDS } from './commands/account.ts'
import { SCRIPT_COMMANDS } from './commands/scripts.ts'
import { USER_COMMANDS } from './commands/users.ts'

const COMMANDS = [...ACCOUNT_COMMANDS, ...USER_COMMANDS, ...SCRIPT_COMMANDS]

/** The parts of the process that the command line uses. */
export interface ProcessParts extends Streams {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Terminal
  readonly version: string
  readonly wait: (ms: number) => Promise<void>
  /** Unix milliseconds. */
  readonly clock: () => number
}

/** Runs a command line. @returns the exit code of the process */
export async function run(argv: readonly string[], parts: ProcessParts): Promise<ExitCode> {
  const { stderr } = parts
  let exitCode: ExitCode = EXIT.ok
  const program = createProgram(COMMANDS, {
    ...parts,
    argv,
    run: async (command, options, words) => {
      exitCode = await runCommand(command, options, words, parts)
    },
  })
  try {
    refuseApiKey(argv)
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.ok
      // For a group without a command, commander has printed the help already.
      if (error.code !== 'commander.help') stderr.write(`${describeMisuse(error)}\n`)
      return EXIT.usage
    }
    if (!(error instanceof UsageError)) throw error
    stderr.write(`${error.message}\n`)
    return EXIT.usage
  }
}

function refuseApiKey(argv: readonly string[]): void {
  // SECURITY: checked first, so that no command line with an API key ever works.
  if (argv.some((word) => /^--?api[-_]?key/i.test(word))) {
    throw new UsageError(
      'The API key is never an argument: other users of this computer can read the arguments of a running program, and shells store them in their history. Set LATCHKEY_API_KEY, or enter the key at the prompt.',
    )
  }
}

async function runCommand(
  command: Command,
  options: Readonly<Record<string, string | boolean>>,
  words: readonly string[],
  parts: ProcessParts,
): Promise<ExitCode> {
  const { env, stdin, stderr, wait, clock } = parts
  const { url, project } = options as { readonly url?: string; readonly project?: string }
  const output = createOutput(parts, options['json'] === true)
  const client = createVendorClient({
    baseUrl: readBaseUrl(url ?? env['LATCHKEY_URL']),
    apiKey: command.needs === 'nothing' ? undefined : await readApiKey(env, stdin, stderr),
    userAgent: `latchkey/${parts.version}`,
    wait,
    clock,
  })
  try {
    const needsProject = command.needs === undefined
    const projectId = needsProject ? await findProject(client, project || env['LATCHKEY_PROJECT']) : ''
    const tools = { client, projectId, output, times: createTimes(clock), wait }
    return (await command.run(tools, options, words)) ?? EXIT.ok
  } catch (error) {
    if (!(error instanceof UnsuccessfulRequest)) throw error
    output.refuse(error.outcome)
    return exitCodeOf(error.outcome)
  }
}

function readBaseUrl(text = ''): string {
  if (text === '') throw new UsageError('The address of the service is missing: --url URL, or LATCHKEY_URL.')
  const base = parseBaseUrl(text)
  if (base.kind === 'invalid') throw new UsageError(`The URL of the service cannot be used. ${base.problem}`)
  return base.url
}

async function findProject(client: VendorClient, projectId = ''): Promise<string> {
  if (projectId !== '') {
    if (!isPathWord(projectId)) throw new UsageError('This cannot be the ID of a project.')
    return projectId
  }
  const { projects } = expectOk(await client.account())
  const [only, another] = projects
  if (only === undefined) throw new UsageError('The account has no project yet.')
  if (another === undefined) return only.id
  const list = projects.map(({ id, name }) => `  ${plainText(id)}  ${plainText(name)}`).join('\n')
  throw new UsageError(
    `The account has several projects. Select one: --project ID, or LATCHKEY_PROJECT.\n${list}`,
  )
}

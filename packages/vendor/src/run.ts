import { runProgram, UsageError } from '@latchkey/command-line'
import { isPathWord } from '@latchkey/management'
import { problemOfBaseUrl } from './client/connection.ts'
import { createVendorClient, type VendorClient } from './client/vendor-client.ts'
import type { Command } from './command-line/command.ts'
import { EXIT, type ExitCode, exitCodeOf, expectOk, UnsuccessfulRequest } from './command-line/exit.ts'
import { createOutput, plainText, type Streams } from './command-line/output.ts'
import {
  confirm,
  readApiKey,
  readPassphrase,
  readShopSecret,
  type Terminal,
} from './command-line/terminal.ts'
import { createTimes } from './command-line/times.ts'
import { ACCOUNT_COMMANDS } from './commands/account.ts'
import { CUSTOMER_PAGE_COMMANDS } from './commands/customer-page.ts'
import { CUSTOMER_COMMANDS } from './commands/customers.ts'
import { DEVICE_COMMANDS } from './commands/devices.ts'
import { EVENT_COMMANDS } from './commands/events.ts'
import { KEY_COMMANDS } from './commands/keys.ts'
import { LICENSE_COMMANDS } from './commands/licenses.ts'
import { MAIL_COMMANDS } from './commands/mail.ts'
import { ORDER_COMMANDS } from './commands/orders.ts'
import { OVERVIEW_COMMANDS } from './commands/overview.ts'
import { POLICY_COMMANDS } from './commands/policy.ts'
import { PRODUCT_COMMANDS } from './commands/products.ts'
import { PROJECT_COMMANDS } from './commands/project.ts'
import { RELEASE_KEY_COMMANDS } from './commands/release-keys.ts'
import { RELEASE_COMMANDS } from './commands/releases.ts'
import { SCRIPT_COMMANDS } from './commands/scripts.ts'
import { SHOP_COMMANDS } from './commands/shops.ts'
import { SIMULATE_COMMANDS } from './commands/simulate.ts'
import { USER_COMMANDS } from './commands/users.ts'

const OPTIONS = {
  json: { help: 'Print data as JSON.' },
  url: { value: 'URL', help: 'The address of the service. Default: LATCHKEY_URL.' },
}
const PROJECT_OPTION = {
  project: {
    value: 'ID',
    help: 'The project. Default: LATCHKEY_PROJECT, or the only project of the account.',
  },
}

const COMMANDS = [
  ...ACCOUNT_COMMANDS,
  ...USER_COMMANDS,
  ...KEY_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...CUSTOMER_PAGE_COMMANDS,
  ...MAIL_COMMANDS,
  ...SHOP_COMMANDS,
  ...SIMULATE_COMMANDS,
  ...PRODUCT_COMMANDS,
  ...ORDER_COMMANDS,
  ...DEVICE_COMMANDS,
  ...PROJECT_COMMANDS,
  ...EVENT_COMMANDS,
  ...OVERVIEW_COMMANDS,
  ...POLICY_COMMANDS,
  ...LICENSE_COMMANDS,
  ...SCRIPT_COMMANDS,
  ...RELEASE_COMMANDS,
  ...RELEASE_KEY_COMMANDS,
].map((command) =>
  command.needs === undefined ? { ...command, options: { ...command.options, ...PROJECT_OPTION } } : command,
)

const NOTES = `The API key is read from LATCHKEY_API_KEY or from a prompt, never from an argument.
LATCHKEY_URL is the address of the service, LATCHKEY_PROJECT the ID of the project.

Data is written to standard output, everything else to standard error.
Exit codes: 0 done, 1 refused, 2 wrong command line, 3 no answer.`

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
  let exitCode: ExitCode = EXIT.ok
  try {
    refuseApiKey(argv)
    const help = await runProgram(argv, {
      name: 'latchkey',
      version: parts.version,
      commands: COMMANDS,
      options: OPTIONS,
      notes: NOTES,
      run: async (command, options, words) => {
        exitCode = await runCommand(command, options, words, parts)
      },
    })
    if (help !== undefined) parts.stdout.write(`${help}\n`)
    return exitCode
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    parts.stderr.write(`${error.message}\n`)
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

/** The client of a command that sends nothing. */
const NO_SERVICE = 'https://no-service.invalid'

async function runCommand(
  command: Command,
  options: Readonly<Record<string, unknown>>,
  words: readonly string[],
  parts: ProcessParts,
): Promise<ExitCode> {
  if (!words.every(isPathWord)) throw new UsageError('An argument is empty, or it has only dots.')
  const { env, stdin, stderr, wait, clock } = parts
  const { url, project } = options as { readonly url?: string; readonly project?: string }
  const output = createOutput(parts, options['json'] === true)
  const settings = {
    baseUrl: command.needs === 'no-service' ? NO_SERVICE : readBaseUrl(url ?? env['LATCHKEY_URL']),
    apiKey: command.needs?.startsWith('no') ? undefined : await readApiKey(parts),
    userAgent: `latchkey/${parts.version}`,
    wait,
    clock,
  }
  try {
    const client = createVendorClient(settings)
    const needsProject = command.needs === undefined
    const projectId = needsProject ? await findProject(client, project || env['LATCHKEY_PROJECT']) : undefined
    const tools = {
      client: createVendorClient({ ...settings, projectId }),
      projectId,
      output,
      times: createTimes(clock),
      wait,
      confirm: (question: string) => confirm(question, stdin, stderr),
      readSecret: (option: string | undefined) => readShopSecret(option, parts),
      readPassphrase: () => readPassphrase(parts),
    }
    return (await command.run(tools, options, words)) ?? EXIT.ok
  } catch (error) {
    if (!(error instanceof UnsuccessfulRequest)) throw error
    output.refuse(error.outcome)
    return exitCodeOf(error.outcome)
  }
}

function readBaseUrl(text = ''): string {
  if (text === '') throw new UsageError('The address of the service is missing: --url URL, or LATCHKEY_URL.')
  const problem = problemOfBaseUrl(text)
  if (problem !== undefined) throw new UsageError(`The URL of the service cannot be used. ${problem}`)
  return text
}

async function findProject(client: VendorClient, projectId = ''): Promise<string> {
  if (projectId !== '') {
    if (!isPathWord(projectId)) throw new UsageError('This cannot be the ID of a project.')
    return projectId
  }
  const { projects } = expectOk(await client.getApiKeyDetails())
  const [only, another] = projects
  if (only === undefined) throw new UsageError('The account has no project yet.')
  if (another === undefined) return only.id
  const list = projects.map(({ id, name }) => `  ${plainText(id)}  ${plainText(name)}`).join('\n')
  throw new UsageError(
    `The account has several projects. Select one: --project ID, or LATCHKEY_PROJECT.\n${list}`,
  )
}

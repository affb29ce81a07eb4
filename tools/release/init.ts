/**
 * Turns this copy of Latchkey into your app: name, id, colour, icons and licensing settings. Asks
 * for values that are not on the command line, and suggests the current ones. It can be run again.
 * Usage: npm run init [-- --yes] [--name TEXT] [--id ID] [--accent COLOUR] [--author TEXT] [--support ADDRESS]
 *          [--description TEXT] [--homepage URL] [--sync-url URL] [--app-name NAME]
 *          [--executor NAME]
 *   --yes  use the suggestions without asking
 * The three shared secrets are read from LATCHKEY_SECRET_1 to _3 in the environment or asked for.
 * On the command line they would be stored in the shell's history.
 */
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import app from '../../app.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { nodePath, rootDir } from '../set-up/places.js'
import { runToEnd } from '../set-up/run.js'
import { log, runMain, SetupError } from '../set-up/setup-error.js'
import { bakedSettings } from './baked-settings.ts'
import { BRAND_FILES, checkBrand, TEMPLATE_NAME } from './brand.ts'
import { type AppIdentity, IDENTITY_FILES, slugOf, withSettings } from './identity.ts'
import { releaseProblems } from './release-problems.ts'

interface Question {
  readonly flag: string
  readonly text: string
  readonly suggestion: (answers: Answers) => string
  /** Returns an error message for an invalid answer. */
  readonly problem: (answer: string) => string | undefined
}
type Answers = Readonly<Record<string, string>>

const settings = bakedSettings()
const author: unknown = manifest.author
const authorOf = (field: 'name' | 'email'): string =>
  typeof author === 'object' && author !== null && field in author
    ? String((author as Record<string, unknown>)[field])
    : ''

/** Whether the description is still the template's. */
const isTemplate = (description: string): boolean => description.includes('the license service that answers')

const isHttps = (answer: string): string | undefined =>
  URL.parse(answer)?.protocol === 'https:' ? undefined : 'It must be an https: address.'
const isOneOf =
  (pattern: RegExp, otherwise: string) =>
  (answer: string): string | undefined =>
    pattern.test(answer) ? undefined : otherwise

const QUESTIONS: readonly Question[] = [
  {
    flag: 'name',
    text: 'Name of the app, as people see it',
    suggestion: () => manifest.productName,
    problem: (answer) =>
      slugOf(answer) !== '' && !/[\\/:*?"<>|\n]/.test(answer)
        ? undefined
        : 'It needs a Latin letter, and may not hold \\ / : * ? " < > |',
  },
  {
    flag: 'description',
    text: 'What it is, in a sentence; installers and systems show it',
    suggestion: ({ name = '' }) =>
      isTemplate(manifest.description) ? `The app ${name}.` : manifest.description,
    problem: isOneOf(/^[^\n]*\S[^\n]*$/, 'It must not be empty.'),
  },
  {
    flag: 'id',
    text: 'Id, a domain of yours turned around; never to be changed after a first release',
    suggestion: ({ name = '' }) =>
      app.appId.startsWith('com.example.') ? `com.${slugOf(name)}.app` : app.appId,
    problem: isOneOf(/^[a-zA-Z][\w-]*(\.[a-zA-Z0-9][\w-]*)+$/, 'It must look like com.example.app.'),
  },
  {
    flag: 'accent',
    text: 'Colour, as in CSS: #0a7ea4 or oklch(55% 0.11 230)',
    suggestion: () => 'as it is',
    problem: isOneOf(
      /^(as it is|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|oklch\([\d.% ]+\))$/,
      'It must look like #0a7ea4 or oklch(55% 0.11 230).',
    ),
  },
  {
    flag: 'author',
    text: 'Who makes it',
    suggestion: ({ name = '' }) => authorOf('name') || `The makers of ${name}`,
    problem: isOneOf(/\S/, 'It must not be empty.'),
  },
  {
    flag: 'support',
    text: 'E-mail address for support',
    suggestion: () => authorOf('email') || (settings.LATCHKEY_SUPPORT_URL ?? '').replace(/^mailto:/, ''),
    problem: isOneOf(/^[^\s@<>]+@[^\s@<>]+$/, 'It must be an e-mail address.'),
  },
  {
    flag: 'sync-url',
    text: 'Address of your license service',
    suggestion: () => settings.LATCHKEY_SYNC_URL ?? '',
    problem: isHttps,
  },
  {
    flag: 'homepage',
    text: 'Home page',
    suggestion: (answers) =>
      manifest.homepage.includes('latchkey.example')
        ? (URL.parse(answers['sync-url'] ?? '')?.origin ?? '')
        : manifest.homepage,
    problem: isHttps,
  },
  {
    flag: 'app-name',
    text: 'Name of the app at the license service',
    suggestion: ({ name = '' }) => settings.LATCHKEY_APP_NAME || slugOf(name),
    problem: isOneOf(/^\S+$/, 'It must be one word.'),
  },
  {
    flag: 'executor',
    text: "Executor: your platform's name in the fingerprint header",
    suggestion: ({ name = '' }) => settings.LATCHKEY_EXECUTOR || slugOf(name),
    problem: isOneOf(/^[a-zA-Z0-9-]{1,64}$/, 'It must be 1 to 64 letters, digits or dashes.'),
  },
]
const SECRETS = ['LATCHKEY_SECRET_1', 'LATCHKEY_SECRET_2', 'LATCHKEY_SECRET_3'] as const

async function main(): Promise<void> {
  const flags: Record<string, { type: 'string' | 'boolean' }> = { yes: { type: 'boolean' } }
  for (const { flag } of QUESTIONS) flags[flag] = { type: 'string' }
  const { values } = parseArgs({ options: flags })
  if (!values['yes'] && !process.stdin.isTTY)
    throw new SetupError('This is not a terminal. Use --yes to accept the suggestions.')
  const terminal = values['yes'] ? undefined : openTerminal()
  const answers: Record<string, string> = {}
  for (const question of QUESTIONS) {
    answers[question.flag] = await answerTo(question, values[question.flag], answers, terminal)
  }
  const secrets: Record<string, string> = {}
  for (const name of SECRETS) {
    const known = settings[name] ?? ''
    secrets[name] =
      (terminal && (await terminal.askHidden(`${name}${known === '' ? '' : ' (Enter: as it is)'}`))) || known
  }
  terminal?.close()
  await write(answers, secrets)
}

async function answerTo(
  { flag, text, suggestion, problem }: Question,
  given: unknown,
  answers: Answers,
  terminal: ReturnType<typeof openTerminal> | undefined,
): Promise<string> {
  const suggested = suggestion(answers)
  if (typeof given === 'string' || terminal === undefined) {
    const answer = typeof given === 'string' ? given : suggested
    const wrong = problem(answer)
    if (wrong !== undefined) throw new SetupError(`--${flag} ${JSON.stringify(answer)}: ${wrong}`)
    return answer
  }
  for (;;) {
    const answer = (await terminal.ask(`${text}${suggested === '' ? '' : ` [${suggested}]`}`)) || suggested
    const wrong = problem(answer)
    if (wrong === undefined) return answer
    log(wrong)
  }
}

/** Asks questions on standard error. `askHidden` does not echo the input. */
function openTerminal() {
  let isHidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const ask = async (text: string): Promise<string> => {
    // Rejects on Ctrl-C and Ctrl-D.
    const answer = await lines.question(`${text}: `).catch((): never => {
      lines.close()
      throw new SetupError('Stopped. Nothing was changed.')
    })
    return answer.trim()
  }
  return {
    ask,
    async askHidden(text: string): Promise<string> {
      const answer = ask(text)
      isHidden = true
      try {
        return await answer
      } finally {
        isHidden = false
        log('')
      }
    },
    close: () => lines.close(),
  }
}

async function write(answers: Answers, secrets: Record<string, string>): Promise<void> {
  const { name = '', id = '', support = '', homepage = '' } = answers
  const accent = answers['accent'] === 'as it is' ? await currentAccent() : (answers['accent'] ?? '')
  const identity: AppIdentity = {
    name,
    description: answers['description'] ?? '',
    id,
    // A scheme that was chosen by hand stays.
    linkScheme: app.linkScheme === slugOf(manifest.productName) ? slugOf(name) : app.linkScheme,
    accent,
    author: answers['author'] ?? '',
    email: support,
    homepage,
  }
  let isIconStale = false
  for (const [path, apply] of Object.entries({ ...IDENTITY_FILES, ...BRAND_FILES })) {
    const before = await readFile(join(rootDir, path), 'utf8')
    const after = apply(before, identity)
    if (after === before) continue
    if (path.endsWith('.svg')) isIconStale = true
    await writeFile(join(rootDir, path), after)
    log(`Changed: ${path}`)
  }
  const values = {
    LATCHKEY_SYNC_URL: answers['sync-url'] ?? '',
    LATCHKEY_APP_NAME: answers['app-name'] ?? '',
    LATCHKEY_EXECUTOR: answers['executor'] ?? '',
    LATCHKEY_SUPPORT_URL: `mailto:${support}`,
    ...secrets,
  }
  await writeSettings(values)
  if (isIconStale) {
    log('Creating the icons ...')
    if (!(await runToEnd(nodePath, [join(rootDir, 'resources', 'make-icons.ts')], { cwd: rootDir }))) {
      log('The icons could not be created. Try again: npm run icons')
    }
  }
  if (name !== TEMPLATE_NAME) {
    log('The Windows installer shows LICENSE: write your license terms there.')
    log('The mark is a letter. Replace resources/icon.svg and icon-small.svg, then run: npm run icons')
  }
  const problems = [
    ...releaseProblems({ ...settings, ...values }, { appId: id, productName: name }),
    ...(await checkBrand(rootDir, name)),
  ]
  for (const problem of problems) log(`Before a release: ${problem}`)
  log(problems.length === 0 ? `${name} can be built: npm run package` : 'Then: npm run package')
}

const currentAccent = async (): Promise<string> =>
  /--accent: ([^;]+);/.exec(await readFile(join(rootDir, 'src/renderer/gate/brand.css'), 'utf8'))?.[1] ?? ''

async function writeSettings(values: Record<string, string>): Promise<void> {
  const path = join(rootDir, '.env')
  const before = await readFile(path, 'utf8').catch(() => readFile(join(rootDir, '.env.example'), 'utf8'))
  const after = withSettings(before, values)
  if (after === before) return
  // SECURITY: the file contains the shared secrets, so only its owner may read it. Git ignores it.
  await writeFile(path, after)
  await chmod(path, 0o600)
  log('Changed: .env')
}

await runMain(main)

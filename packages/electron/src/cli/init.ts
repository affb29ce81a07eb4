import { readFileSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parsePublicKeys } from '@latchkey/protocol'
import { Command } from 'commander'
import { withDisplay } from '../development/display.ts'
import { envExample, isSecureAddress, SECRET_NAMES } from '../settings.ts'
import { checkBrand, isInitialLicense, isOfInit, NOTICE_FILE, noticeOf } from './brand.ts'
import { checkSettings } from './check-settings.ts'
import { drawIcons } from './icons.ts'
import { type AppIdentity, IDENTITY_FILES, slugOf, withSettings } from './identity.ts'
import { authorOf, CommandError, log, openProject, type Project } from './project.ts'

interface Rule {
  readonly accepts: (answer: string) => boolean
  /** The error message for other answers. */
  readonly otherwise: string
}
const rule = (pattern: RegExp, otherwise: string): Rule => ({
  accepts: (answer) => pattern.test(answer),
  otherwise,
})
const TEXT = rule(/^[^\n]*\S[^\n]*$/, 'It must not be empty.')
const HTTPS: Rule = {
  accepts: (answer) => URL.parse(answer)?.protocol === 'https:',
  otherwise: 'It must be an https: address.',
}
const SERVICE: Rule = {
  accepts: (answer) => isSecureAddress(answer, true),
  otherwise:
    'It must be an https: address. While developing, http://127.0.0.1:PORT and http://localhost:PORT also work.',
}

interface Question {
  readonly text: string
  readonly suggestion: (project: Project, answers: Readonly<Record<string, string>>) => string | undefined
  readonly rule: Rule
}

const AS_IT_IS = 'as it is'
const ALL_RIGHTS_RESERVED = 'all rights reserved'
const FIRST_LETTER = 'first letter'

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** By the name of their option. In this order: later suggestions follow from earlier answers. */
const QUESTIONS = {
  name: {
    text: 'Name of the app, as people see it',
    suggestion: ({ manifest }) => manifest.productName,
    rule: {
      accepts: (answer) => slugOf(answer) !== '' && !/[\\/:*?"<>|\n]/.test(answer),
      otherwise: 'It needs a Latin letter, and may not hold \\ / : * ? " < > |',
    },
  },
  description: {
    text: 'What it is, in a sentence; installers and systems show it',
    suggestion: ({ manifest: { description } }, { name }) =>
      description.includes('the license service that answers') ? `The app ${name}.` : description,
    rule: TEXT,
  },
  id: {
    text: 'ID, a reversed domain of yours; never to be changed after a first release',
    suggestion: ({ app: { appId } }, { name = '' }) =>
      appId.startsWith('com.example.') ? `com.${slugOf(name)}.app` : appId,
    rule: rule(/^[a-zA-Z][\w-]*(\.[a-zA-Z0-9][\w-]*)+$/, 'It must look like com.example.app.'),
  },
  accent: {
    text: 'Colour, as in CSS: #0a7ea4 or oklch(55% 0.11 230)',
    suggestion: () => AS_IT_IS,
    rule: rule(
      /^(as it is|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|oklch\([\d.% ]+\))$/,
      'It must look like #0a7ea4 or oklch(55% 0.11 230).',
    ),
  },
  author: {
    text: 'Who makes it',
    // The template's author is a text.
    suggestion: ({ manifest: { author } }, { name }) =>
      typeof author === 'object' ? author.name : `The makers of ${name}`,
    rule: TEXT,
  },
  holder: {
    text: 'Holder of the copyright, for LICENSE',
    suggestion: (_project, { author }) => author,
    rule: TEXT,
  },
  license: {
    text: 'Your license terms for LICENSE: a text file',
    suggestion: ({ rootDir }) =>
      isInitialLicense(textOf(join(rootDir, 'LICENSE'))) ? ALL_RIGHTS_RESERVED : AS_IT_IS,
    rule: {
      accepts: (answer) => [ALL_RIGHTS_RESERVED, AS_IT_IS].includes(answer) || /\S/.test(textOf(answer)),
      otherwise: 'It must be a text file that is not empty.',
    },
  },
  mark: {
    text: 'Mark of the app, from which the icons are drawn: a square SVG file',
    suggestion: ({ rootDir }) =>
      isOfInit(textOf(join(rootDir, 'resources/icon.svg')), 'icon') ? FIRST_LETTER : AS_IT_IS,
    rule: {
      accepts: (answer) => [FIRST_LETTER, AS_IT_IS].includes(answer) || /<svg\b/.test(textOf(answer)),
      otherwise: 'It must be an SVG file.',
    },
  },
  support: {
    text: 'E-mail address for support',
    suggestion: ({ manifest, settings }) =>
      authorOf(manifest).email ?? settings.LATCHKEY_SUPPORT_URL?.replace(/^mailto:/, ''),
    rule: rule(/^[^\s@<>]+@[^\s@<>]+$/, 'It must be an e-mail address.'),
  },
  'sync-url': {
    text: 'Address of your license service',
    suggestion: ({ settings }) => settings.LATCHKEY_SYNC_URL,
    rule: SERVICE,
  },
  homepage: {
    text: 'Home page',
    suggestion: ({ manifest: { homepage } }, { name = '', 'sync-url': syncUrl = '' }) => {
      if (!homepage.includes('latchkey.example')) return homepage
      return HTTPS.accepts(syncUrl) ? URL.parse(syncUrl)?.origin : `https://${slugOf(name)}.example/`
    },
    rule: HTTPS,
  },
  'app-name': {
    text: 'Name of the app at the license service',
    suggestion: ({ settings }, { name = '' }) => settings.LATCHKEY_APP_NAME || slugOf(name),
    rule: rule(/^\S+$/, 'It must be one word.'),
  },
  executor: {
    text: "Executor: your platform's name in the fingerprint header",
    suggestion: ({ settings }, { name = '' }) => settings.LATCHKEY_EXECUTOR || slugOf(name),
    rule: rule(/^[a-zA-Z0-9-]{1,64}$/, 'It must be 1 to 64 letters, digits or dashes.'),
  },
  'public-keys': {
    text: 'Public keys of your project, as the license service prints them; none if it has none',
    suggestion: ({ settings }) => settings.LATCHKEY_PUBLIC_KEYS,
    // Empty: a release needs an answer, a first start does not.
    rule: {
      accepts: (answer) => answer === '' || parsePublicKeys(answer) !== undefined,
      otherwise: 'It must look like ID=KEY,ID=KEY, or be none.',
    },
  },
} as const satisfies Readonly<Record<string, Question>>

type Answers = Readonly<Record<keyof typeof QUESTIONS, string>>

/** @param rootDir of the app. Default: the current folder. */
export const initCommand = (rootDir?: string): Command => {
  const command = new Command('init')
    .description("Set the app's name, ID, colour, license, icons and licensing settings. Can be run again")
    .addHelpText('after', SECRETS_HELP)
    .option('--yes', 'use the suggestions without asking')
    .action(async () => init(await openProject(rootDir), command))
  for (const [name, { text }] of Object.entries(QUESTIONS)) command.option(`--${name} <value>`, text)
  return command
}

const SECRETS_HELP = `
The shared secrets are read from LATCHKEY_SECRET_1 to _3 in the environment, or asked for.
On the command line they would be stored in the shell's history.`

/**
 * Asks for values that are not in the options, then writes them to the files in `IDENTITY_FILES`,
 * the notice, the icons and `.env`. Computes everything before it writes.
 */
async function init(project: Project, command: Command): Promise<void> {
  const options = command.opts()
  if (!options['yes'] && !process.stdin.isTTY)
    throw new CommandError('This is not a terminal. Use --yes to accept the suggestions.')
  const terminal = options['yes'] ? undefined : openTerminal()
  const answers: Record<string, string> = {}
  for (const [name, { text, suggestion, rule }] of Object.entries(QUESTIONS)) {
    const given: string | undefined = options[name.replace(/-(.)/, (_, letter) => letter.toUpperCase())]
    const suggested = suggestion(project, answers) ?? ''
    const question = `${text}${suggested === '' ? '' : ` [${suggested}]`}`
    let answer = given ?? (terminal ? (await terminal.ask(question)) || suggested : suggested)
    while (!rule.accepts(answer)) {
      if (given !== undefined || terminal === undefined)
        throw new CommandError(`--${name} ${JSON.stringify(answer)}: ${rule.otherwise}`)
      log(rule.otherwise)
      answer = (await terminal.ask(question)) || suggested
    }
    answers[name] = answer
  }
  const secrets: Record<string, string> = {}
  for (const name of SECRET_NAMES) {
    const known = project.settings[name] ?? ''
    const asked = await terminal?.ask(`${name}${known === '' ? '' : ' (Enter: as it is)'}`, true)
    secrets[name] = asked || known
  }
  terminal?.close()
  await write(project, answers as Answers, secrets)
}

/** Asks questions on standard error. The answer to a secret one is not echoed. */
function openTerminal() {
  let isHidden = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  return {
    async ask(text: string, isSecret = false): Promise<string> {
      const answer = lines.question(`${text}: `)
      isHidden = isSecret
      try {
        return (await answer).trim()
      } catch {
        // Ctrl-C or Ctrl-D.
        lines.close()
        throw new CommandError('Stopped. Nothing was changed.')
      } finally {
        isHidden = false
        if (isSecret) log('')
      }
    },
    close: () => lines.close(),
  }
}

const DRAWINGS = ['resources/icon.svg', 'resources/icon-small.svg'] as const

async function write(project: Project, answers: Answers, secrets: Record<string, string>): Promise<void> {
  const { rootDir, app, settings } = project
  const { name, id } = answers
  const values = {
    LATCHKEY_SYNC_URL: answers['sync-url'],
    LATCHKEY_APP_NAME: answers['app-name'],
    LATCHKEY_EXECUTOR: answers.executor,
    LATCHKEY_PUBLIC_KEYS: answers['public-keys'],
    LATCHKEY_SUPPORT_URL: `mailto:${answers.support}`,
    ...secrets,
  }
  const changes = await changesOf(project, answers, values)
  for (const [path, content] of changes) {
    await mkdir(dirname(join(rootDir, path)), { recursive: true })
    await writeFile(join(rootDir, path), content)
    // SECURITY: the file contains the shared secrets, so only its owner may read it.
    if (path === '.env') await chmod(join(rootDir, path), 0o600)
    log(`Changed: ${path}`)
  }
  const next = {
    rootDir,
    settings: { ...settings, ...values },
    app: { ...app, appId: id },
    manifest: { productName: name },
  }
  const problems = [...checkSettings(next), ...(await checkBrand(next))]
  for (const problem of problems) log(`Before a release: ${problem}`)
  log(problems.length === 0 ? `${name} can be built: npm run package` : 'Then: npm run package')
}

/** Computes the new content of every file that changes, by its path. Writes nothing. */
async function changesOf(
  project: Project,
  answers: Answers,
  values: Readonly<Record<string, string>>,
): Promise<Map<string, string | Buffer>> {
  const { rootDir, manifest, app } = project
  const read = (path: string): Promise<string> => readFile(join(rootDir, path), 'utf8').catch(() => '')
  const { name, license, mark, accent } = answers
  const [, currentAccent = ''] = /--accent: ([^;]+);/.exec(await read('src/renderer/gate/brand.css')) ?? []
  const identity: AppIdentity = {
    ...answers,
    // A scheme that was chosen by hand stays.
    linkScheme: app.linkScheme === slugOf(manifest.productName) ? slugOf(name) : app.linkScheme,
    accent: accent === AS_IT_IS ? currentAccent : accent,
  }
  /** Files that the answers name take the place of the current ones. */
  const given: Record<string, string> = {
    ...([ALL_RIGHTS_RESERVED, AS_IT_IS].includes(license) ? {} : { LICENSE: textOf(license) }),
    ...([FIRST_LETTER, AS_IT_IS].includes(mark)
      ? {}
      : Object.fromEntries(DRAWINGS.map((path) => [path, textOf(mark)]))),
  }
  const changes = new Map<string, string | Buffer>()
  for (const [path, apply] of Object.entries(IDENTITY_FILES)) {
    const before = await read(path)
    // A developer may have deleted the drawings or the license.
    const after = given[path] ?? (before === '' ? '' : apply(before, identity))
    if (after !== before) changes.set(path, after)
  }
  const notice = changes.has('LICENSE') ? noticeOf(await read('LICENSE')) : undefined
  if (notice !== undefined) changes.set(NOTICE_FILE, notice)
  if (DRAWINGS.some((path) => changes.has(path))) {
    log('Creating the icons ...')
    const [large, small] = await Promise.all(DRAWINGS.map(async (path) => changes.get(path) ?? read(path)))
    try {
      const drawn = await withDisplay(() => drawIcons(project, String(large), String(small)))
      for (const [path, content] of drawn) changes.set(path, content)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      // Drawings and icons always belong together.
      for (const path of DRAWINGS) changes.delete(path)
      log(`The mark and the icons stay as they are: ${error.message} Then run this command again.`)
    }
  }
  const env = await read('.env')
  const newEnv = withSettings(env || envExample(), values)
  if (newEnv !== env) changes.set('.env', newEnv)
  return changes
}

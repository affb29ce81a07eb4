import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { envExample, SECRET_NAMES, type SettingName } from '@latchkey/electron/settings'
import { Command } from 'commander'
import { withDisplay } from '../development/display.ts'
import { checkBrand, NOTICE_FILE, noticeOf } from './brand.ts'
import { checkSettings } from './check-settings.ts'
import { UnwritableSetting, withSettings } from './env-file.ts'
import { drawIcons } from './icons.ts'
import { type AppIdentity, IDENTITY_FILES, slugOf } from './identity.ts'
import { CommandError, log, openProject, type Project } from './project.ts'
import { ALL_RIGHTS_RESERVED, AS_IT_IS, FIRST_LETTER, QUESTIONS, textOf, VISIBLE } from './questions.ts'

type Answers = Readonly<Record<keyof typeof QUESTIONS, string>>

/** @param rootDir of the app, if the command is part of another one. Default: the current folder. */
export const initCommand = (rootDir?: string): Command => {
  const command = new Command('init')
    .description("Set the app's name, ID, colour, license, icons and licensing settings. Can be run again")
    .addHelpText('after', SECRETS_HELP)
    .option('--yes', 'use the suggestions without asking')
    .action(async () => {
      const next = await init(await openProject(rootDir), command)
      if (rootDir === undefined) log(next)
    })
  for (const [name, { text }] of Object.entries(QUESTIONS)) command.option(`--${name} <value>`, text)
  return command
}

const SECRETS_HELP = `
The shared secrets are read from LATCHKEY_SECRET_1 to _3 in the environment, or asked for.
On the command line they would be stored in the shell's history.`

/**
 * Asks for values that are not in the options, then writes them to the files in `IDENTITY_FILES`,
 * the notice, the icons and `.env`. Computes everything before it writes.
 * @returns what to do next
 */
async function init(project: Project, command: Command): Promise<string> {
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
    for (;;) {
      const broken = [VISIBLE, rule].find(({ accepts }) => !accepts(answer))
      if (broken === undefined) break
      if (given !== undefined || terminal === undefined)
        throw new CommandError(`--${name} ${JSON.stringify(answer)}: ${broken.otherwise}`)
      log(broken.otherwise)
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
  return write(project, answers as Answers, secrets)
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
        // The user pressed Ctrl-C or Ctrl-D.
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

async function write(project: Project, answers: Answers, secrets: Record<string, string>): Promise<string> {
  const { rootDir, app } = project
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
  // Reads the settings as a build does: the environment and other `.env` files take precedence.
  const { settings } = await openProject(rootDir)
  for (const [name, value] of Object.entries(values)) {
    if ((settings[name as SettingName] ?? '') === value) continue
    log(`${name} in .env has no effect: the environment or another .env file sets it.`)
  }
  const next = {
    rootDir,
    settings,
    app: { ...app, appId: id },
    manifest: { productName: name },
  }
  const problems = [...checkSettings(next), ...(await checkBrand(next))]
  for (const problem of problems) log(`Before a release: ${problem}`)
  return problems.length === 0 ? `${name} can be built: npm run package` : 'Then: npm run package'
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
  /** The files that the answers name replace the current ones. */
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
  const newEnv = newEnvOf(env || envExample(), values)
  if (newEnv !== env) changes.set('.env', newEnv)
  return changes
}

function newEnvOf(env: string, values: Readonly<Record<string, string>>): string {
  try {
    return withSettings(env, values)
  } catch (error) {
    if (error instanceof UnwritableSetting) throw new CommandError(error.message)
    throw error
  }
}

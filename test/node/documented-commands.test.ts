import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runCommandLine } from '../../packages/service/src/cli/command-line.ts'
import { nodePath, rootDir } from '../../tools/set-up/places.js'
import { toolsEnv } from '../../tools/set-up/run.js'
import { runLatchkey } from '../support/run-latchkey.ts'

/** Commands that this test cannot run, and the test that runs each of them. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  'npm start': 'test/windows/start.test.ts',
  'npm test': 'test/package/branded-copy.test.ts',
  'npm install': 'test/package/new-app.test.ts',
  'npm run new ': 'test/package/new-app.test.ts',
  'npm run packages ': 'test/windows/examples.test.ts',
  'npm run init ': 'test/package/init-at-a-terminal.test.ts',
  'npm run package': 'test/package/packaged-app.test.ts',
  'npm run release -- ': 'test/node/release-package.test.ts',
  'npm run latchkey -- releases keys': 'packages/vendor/src/commands/release-keys.test.ts',
  'npm run latchkey -- releases replace-key ': 'packages/vendor/src/commands/release-keys.test.ts',
  'openssl req ': 'test/node/local-certificate.test.ts',
  'npm run release:check': 'test/package/packaged-app.test.ts',
  'npx @latchkey/service serve ': 'test/package/new-app.test.ts',
  'npx @latchkey/electron-tools check ': 'test/packages/check-any-app.test.ts',
  'docker compose ': 'packages/service/src/deployment.test.ts',
  'npm run service -- serve --database postgres:': 'test/nodes/failover.test.ts',
  'npm run service -- person ': 'packages/service/src/cli/person.test.ts',
  'npm run service -- doctor ': 'test/nodes/doctor.test.ts',
}
/** Commands of other programs, which have no test here. */
const OF_OTHERS = /^(cd|cp|rm|chmod|git|npm version|export) /

/** A public key and a free port, in the place of the guide's placeholders. */
const PLACEHOLDERS: readonly (readonly [RegExp, string])[] = [
  [/64_HEXADECIMAL_DIGITS/, 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'],
  [/ serve (?!.*--port 0)(--port 8080 )?/, ' serve --port 0 '],
  // Read from standard input.
  [/--secret -$/, '--secret whsec_of_a_test'],
  // Asks a question at a terminal.
  [/^customers erase .*/, '$& --yes'],
]

/** Every line of the shell in the README and the guides, with its continuations and no comment. */
const DOCUMENTED = globSync(['README.md', 'docs/guides/*.md'], { cwd: rootDir })
  .sort()
  .flatMap((document) =>
    [...readFileSync(join(rootDir, document), 'utf8').matchAll(/^ *```sh\n(.*?)^ *```/gms)]
      .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
      .map((line) =>
        line
          .replace(/\s+# .*$/, '')
          .trim()
          .replace('npm run -s ', 'npm run '),
      )
      .filter((line) => line !== '' && !/^\w+=\S+$/.test(line))
      .map((command) => [document, command] as const),
  )
const isRunElsewhere = (command: string): boolean =>
  Object.keys(RUN_ELSEWHERE).some((start) => command.startsWith(start))
const RUN_HERE = DOCUMENTED.filter(([, command]) => !OF_OTHERS.test(command) && !isRunElsewhere(command))

let dir: string
let demo: { url: string; apiKey: string; keys: Record<string, string> }
let service: ChildProcess

/** Does what the guides do before these commands: starts a service with a project. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-documented-'))
  process.chdir(dir)
  await writeFile(join(dir, 'tides.js'), 'console.log("high tide")\n')
  await writeFile(join(dir, 'shop.csv'), 'Serial,E-mail\nSHOP-1234-ABCD,ada@example.org\n')
  const served = await serve('npm run service -- serve --demo --port 0 --database sqlite:license.db')
  service = served.child
  demo = JSON.parse(served.line)
  await run('npm run latchkey -- users create --customer ada@example.com')
  for (const [document, command] of RUN_HERE) {
    if (document.endsWith('run-your-own-service.md') && / (account|project) create /.test(command)) {
      await run(command)
    }
  }
})
afterAll(async () => {
  service?.kill()
  process.chdir(rootDir)
  await rm(dir, { recursive: true, force: true })
})

const SERVICE = join(rootDir, 'packages', 'service', 'src', 'cli.ts')

/**
 * Translates a command for the shell. `npm run` starts a program in this repository, but this one
 * works in the folder of the test.
 */
function shellLine(command: string): string {
  const filled = PLACEHOLDERS.reduce(
    (text, [placeholder, value]) => text.replace(placeholder, value),
    command,
  )
  return filled
    .replace(/\bKEY\b/, demo?.keys['valid'] ?? '')
    .replace(/^npm run service --/, `exec "${nodePath}" "${SERVICE}"`)
}

const environment = (): NodeJS.ProcessEnv => ({
  ...toolsEnv(),
  LATCHKEY_DATABASE: undefined,
  LATCHKEY_SERVICE_KEY: undefined,
  LATCHKEY_URL: demo?.url,
  LATCHKEY_API_KEY: demo?.apiKey,
})

const shell = (line: string) => promisify(execFile)('sh', ['-c', line], { cwd: dir, env: environment() })

/** Runs a command in this process: starting a program takes a second of processor time. */
async function run(command: string): Promise<void> {
  const [, program, rest = ''] = /^npm run (service|latchkey) -- (.*)$/.exec(command) ?? []
  // The arguments, as the shell splits the line.
  const { stdout } = await shell(`printf '%s\\0' ${shellLine(rest)}`)
  const words = stdout.split('\0').slice(0, -1)
  if (program === 'latchkey') await runLatchkey(words, environment())
  else await runCommandLine(words, { environment: {}, print: () => {} })
}

/** Starts a service, and returns the first line that it prints. */
async function serve(command: string) {
  const child = spawn('sh', ['-c', shellLine(command)], {
    cwd: dir,
    env: environment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, line }
}

test('every command of the guides is run by a test', () => {
  const unknown = RUN_HERE.filter(([, command]) => !/^npm run (service|latchkey) -- /.test(command))
  expect(unknown).toEqual([])
  expect(Object.values(RUN_ELSEWHERE).filter((path) => !existsSync(join(rootDir, path)))).toEqual([])
})

test.skipIf(process.platform === 'win32').each(RUN_HERE)('%s: %s', async (_document, command) => {
  if (/ serve /.test(command)) {
    const { child, line } = await serve(command)
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(JSON.parse(line).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    return
  }
  if (/ (account|project) create .*--(email|name)/.test(command)) {
    // The account was created before, for the commands of the other documents.
    await expect(run(command)).rejects.toThrow(/already|exists|taken/)
    return
  }
  await run(command)
})

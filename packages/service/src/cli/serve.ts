import { isIP } from 'node:net'
import type { Logger } from 'pino'
import { systemClock } from '../clock.ts'
import { createLog, LOG_LEVELS, type LogLevel } from '../operations/log.ts'
import { SESSION_KEY_BYTES } from '../scripts/sessions.ts'
import { CHALLENGE_KEY_BYTES } from '../security/challenges.ts'
import { type RunningServer, startServer } from '../server.ts'
import { DEFAULT_SETTINGS, type Settings } from '../settings.ts'
import { openStorage, parseDatabase } from '../storage/open.ts'
import type { Storage } from '../storage/storage.ts'
import { UsageError, UserError } from '../user-error.ts'
import {
  DATABASE_OPTION,
  databaseUrl,
  defineCommand,
  type OptionSpecs,
  type OptionValues,
  SERVICE_KEY_NOTE,
  type Terminal,
  wholeNumber,
} from './command.ts'
import { type Demo, prepareDemo } from './demo.ts'
import { uploadDemoScript } from './demo-script.ts'

/**
 * Ends a stop that hangs, with a line in the log. A supervisor would kill the process later without
 * one.
 */
const STOP_WITHIN_MS = 10_000

const PATIENCE_MS = 1_000
const ORPHAN_WATCH_MS = 500

/** A tenth of the longest string in JavaScript, since JSON may be six times as long. */
const MOST_SCRIPT_BYTES = 50 * 1_024 * 1_024

const MOST = 1_000_000_000
/** Of a database; no limit of the service's own. */
const MOST_BYTES_WAITING = 2 ** 40
const COUNTS = {
  port: { setting: 'port', least: 0, most: 65_535 },
  'checks-per-minute': { setting: 'checksPerMinute', least: 0, most: MOST },
  'requests-per-minute': { setting: 'requestsPerMinute', least: 0, most: MOST },
  'max-connections': { setting: 'maxConnections', least: 1, most: MOST },
  'max-script-bytes': { setting: 'maxScriptBytes', least: 1, most: MOST_SCRIPT_BYTES },
} as const
const { perAccount, inAll } = DEFAULT_SETTINGS.waitingScripts
/** Of each, how many updates, and how many bytes. */
const WAITING = {
  'waiting-scripts': { most: MOST, usual: perAccount.updates },
  'waiting-bytes': { most: MOST_BYTES_WAITING, usual: perAccount.bytes },
  'all-waiting-scripts': { most: MOST, usual: inAll.updates },
  'all-waiting-bytes': { most: MOST_BYTES_WAITING, usual: inAll.bytes },
} as const

const OPTIONS = {
  host: { value: 'ADDRESS', help: `where to listen (${DEFAULT_SETTINGS.host})` },
  port: { value: 'N', help: `0 for any free port (${DEFAULT_SETTINGS.port})` },
  'public-url': {
    value: 'URL',
    help: 'where apps reach this service, if that is not where it listens (for example behind a TLS proxy)',
  },
  node: {
    value: 'URL',
    help: 'returned by /sync instead of the running nodes; may be repeated',
    isRepeatable: true,
  },
  region: { value: 'NAME', help: `returned by /sync (${DEFAULT_SETTINGS.region})` },
  'trust-proxy': {
    value: 'RANGE',
    help: 'trust X-Forwarded-For from this address or CIDR range; may be repeated',
    isRepeatable: true,
  },
  'checks-per-minute': {
    value: 'N',
    help: `key checks a minute from one address, 0 for no limit (${DEFAULT_SETTINGS.checksPerMinute})`,
  },
  'requests-per-minute': {
    value: 'N',
    help: `management requests a minute with one API key, 0 for no limit (${DEFAULT_SETTINGS.requestsPerMinute})`,
  },
  'max-connections': {
    value: 'N',
    help: `open connections; fewer if the limit of open files requires it (${DEFAULT_SETTINGS.maxConnections})`,
  },
  'max-script-bytes': {
    value: 'N',
    help: `the largest source of a script (${DEFAULT_SETTINGS.maxScriptBytes})`,
  },
  'waiting-scripts': {
    value: 'N',
    help: `scripts of one account that may wait to be processed (${perAccount.updates})`,
  },
  'waiting-bytes': { value: 'N', help: `their total size (${perAccount.bytes})` },
  'all-waiting-scripts': {
    value: 'N',
    help: `scripts of all accounts that may wait to be processed (${inAll.updates})`,
  },
  'all-waiting-bytes': { value: 'N', help: `their total size (${inAll.bytes})` },
  'log-level': { value: 'LEVEL', help: `${LOG_LEVELS.join(', ')} (${DEFAULT_SETTINGS.logLevel})` },
  demo: { help: 'make a demo project with a key for every state, and print its secrets and keys' },
  ...DATABASE_OPTION,
} as const satisfies OptionSpecs

type Options = OptionValues<typeof OPTIONS>

export const serve = defineCommand({
  name: 'serve',
  summary: 'answer key checks and management requests over HTTP',
  description:
    'Answers key checks and management requests over HTTP until SIGTERM or SIGINT. When it listens it prints {"url": ...} on standard output.',
  options: OPTIONS,
  notes: `${SERVICE_KEY_NOTE}
The sample plant store accepts the bearer token in LATCHKEY_PLANT_TOKEN; without
one it refuses every request.`,

  async run(options, terminal) {
    const settings = readSettings(options, terminal)
    const log = createLog(settings.logLevel)
    const { environment } = terminal
    const { storage, serviceKey, warnings } = await openStorage(settings.databaseUrl, environment, 'service')
    try {
      if (!options.demo) for (const warning of warnings) log.warn(warning)
      const demo = options.demo ? await prepareDemo(storage, serviceKey, systemClock()) : undefined
      const server = await startServer({
        settings,
        storage,
        log,
        plantToken: demo?.plantToken ?? plantTokenOf(terminal.environment),
        challengeKey: serviceKey.derive('challenges', CHALLENGE_KEY_BYTES),
        sessionKey: serviceKey.derive('script sessions', SESSION_KEY_BYTES),
      })
      const isStopping = stopOnSignal(server, log, terminal)
      terminal.print({ url: server.url, ...demo })
      if (demo !== undefined) {
        await provideDemoScript(server.url, storage, demo).catch((error: unknown) => {
          // A stopping service refuses the upload, which is not an error.
          if (!isStopping()) throw error
        })
      }
    } catch (error) {
      await storage.close()
      throw error
    }
  },
})

async function provideDemoScript(serviceUrl: string, storage: Storage, demo: Demo): Promise<void> {
  const source = await storage.findSource(demo.project, demo.script)
  if (source === undefined) await uploadDemoScript(serviceUrl, demo)
}

function plantTokenOf({ LATCHKEY_PLANT_TOKEN }: Terminal['environment']): string | undefined {
  return LATCHKEY_PLANT_TOKEN === '' ? undefined : LATCHKEY_PLANT_TOKEN
}

function readSettings(options: Options, terminal: Terminal): Settings {
  const wrong: string[] = []
  /** Collects all errors, because in a container each start shows only one message. */
  const read = <Given, T>(given: Given | undefined, fallback: T, parse: (given: Given) => T): T => {
    if (given === undefined) return fallback
    try {
      return parse(given)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      wrong.push(error.message)
      return fallback
    }
  }
  const count = (option: keyof typeof COUNTS) =>
    read(options[option], DEFAULT_SETTINGS[COUNTS[option].setting], (text) =>
      wholeNumber(text, `--${option}`, COUNTS[option].least, COUNTS[option].most),
    )
  const maxScriptBytes = count('max-script-bytes')
  const waiting = (option: keyof typeof WAITING) =>
    read(options[option], WAITING[option].usual, (text) =>
      wholeNumber(text, `--${option}`, 1, WAITING[option].most),
    )
  const settings: Settings = {
    databaseUrl: read(databaseUrl(options.database, terminal), '', checkedDatabase),
    host: options.host ?? DEFAULT_SETTINGS.host,
    port: count('port'),
    publicUrl: read(options['public-url'], undefined, (url) => baseUrl(url, '--public-url')),
    nodes: read(options.node, [], (urls) => urls.map((url) => baseUrl(url, '--node'))),
    region: options.region ?? DEFAULT_SETTINGS.region,
    trustedProxies: read(options['trust-proxy'], [], (ranges) => ranges.map(addressRange)),
    checksPerMinute: count('checks-per-minute'),
    requestsPerMinute: count('requests-per-minute'),
    maxConnections: count('max-connections'),
    maxScriptBytes,
    waitingScripts: {
      perAccount: {
        updates: waiting('waiting-scripts'),
        // Otherwise a script of that size would be refused with "try again" forever.
        bytes: Math.max(waiting('waiting-bytes'), maxScriptBytes),
      },
      inAll: {
        updates: waiting('all-waiting-scripts'),
        bytes: Math.max(waiting('all-waiting-bytes'), maxScriptBytes),
      },
    },
    logLevel: read(options['log-level'], DEFAULT_SETTINGS.logLevel, logLevel),
  }
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'))
  return settings
}

function checkedDatabase(url: string): string {
  try {
    parseDatabase(url)
    return url
  } catch (error) {
    throw error instanceof UserError ? new UsageError(error.message, error) : error
  }
}

/** Apps append a path to it, so it ends in a slash. */
function baseUrl(text: string, option: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new UsageError(`${option} must be an http: or https: address without a query.`)
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

function addressRange(text: string): string {
  const [address = '', bits = '0', ...more] = text.split('/')
  const mostBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= mostBits) return text
  throw new UsageError('--trust-proxy must be an IP address or a CIDR range, such as 10.0.0.0/8.')
}

function logLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text)
  if (level === undefined) throw new UsageError(`--log-level must be one of ${LOG_LEVELS.join(', ')}.`)
  return level
}

/** @returns whether a stop was requested */
function stopOnSignal(server: RunningServer, log: Logger, { environment }: Terminal): () => boolean {
  let askedAt: number | undefined
  const stop = (reason: string): void => {
    if (askedAt !== undefined) return
    askedAt = performance.now()
    log.info({ reason }, 'stopping')
    setTimeout(() => {
      log.error('some requests did not end in time')
      process.exit(1)
    }, STOP_WITHIN_MS).unref()
    server.stop().catch((error: unknown) => {
      log.error({ err: error }, 'the stop failed')
      process.exitCode = 1
    })
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    // A second signal ends the process at once. The same key press may arrive twice when started by
    // npm.
    if (askedAt !== undefined && performance.now() - askedAt > PATIENCE_MS) process.exit(1)
    stop(signal)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  if (environment['npm_lifecycle_event'] !== undefined) onceOrphaned(() => stop('npm is gone'))
  return () => askedAt !== undefined
}

/** npm forwards a signal to its shell only, so this process would run on without a parent. */
function onceOrphaned(stop: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, ORPHAN_WATCH_MS).unref()
}

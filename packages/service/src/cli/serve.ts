import { setFlagsFromString } from 'node:v8'
import { type OptionSpecs, type OptionValues, oneOf, UsageError, wholeNumber } from '@latchkey/command-line'
import type { Logger } from 'pino'
import { systemClock } from '../core/clock.ts'
import { camelCased } from '../core/fields.ts'
import { examineService } from '../core/operations/doctor.ts'
import { createLog, LOG_LEVELS } from '../core/operations/log.ts'
import { isAllowListEntry } from '../core/security/allow-list.ts'
import { CHALLENGE_KEY_BYTES } from '../core/security/challenges.ts'
import { DEFAULT_SETTINGS as DEFAULTS, type Settings } from '../core/settings.ts'
import { EXAMINATIONS, openStorage, type Storage } from '../modules.ts'
import { CONSOLE_KEY_BYTES } from '../people/console-sessions.ts'
import { SESSION_KEY_BYTES } from '../scripts/sessions.ts'
import type { RunningServer } from '../server.ts'
import { CUSTOMER_KEY_BYTES } from '../shops/adapters.ts'
import {
  baseUrl,
  DATABASE_OPTION,
  databaseUrl,
  defineCommand,
  SERVICE_KEY_NOTE,
  type Terminal,
  textThat,
} from './command.ts'
import { DEMO_EMAIL, prepareDemo, provideDemoScript } from './demo.ts'
import { folderBeside, MAIL_OPTIONS, mailWay } from './mail-options.ts'
import { ownerLink } from './person.ts'

/**
 * If a stop hangs, the process ends after this time, with a line in the log. A supervisor would
 * later kill it without one.
 */
const STOP_WITHIN_MS = 10_000

const PATIENCE_MS = 1_000
const ORPHAN_WATCH_MS = 500

const LOOPBACK = '127.0.0.1'

/** A tenth of the longest string in JavaScript: JSON may be six times as long as the script. */
const MOST_SCRIPT_BYTES = 50 * 1_024 * 1_024

const MOST = 1_000_000_000
/** This is the limit of a database; the service itself has none. */
const MOST_BYTES_WAITING = 2 ** 40
const { perAccount, inAll } = DEFAULTS.waitingScripts

const count = (help: string, fallback: number, least = 0, most = MOST) =>
  ({ value: 'N', help, fallback, parse: wholeNumber(least, most) }) as const

const OPTIONS = {
  host: { value: 'ADDRESS', help: 'address to listen on', fallback: DEFAULTS.host },
  port: count('port to listen on, 0 for any free port', DEFAULTS.port, 0, 65_535),
  'public-url': {
    value: 'URL',
    help: 'where apps reach this service, if that is not where it listens (for example behind a TLS proxy)',
    parse: baseUrl,
  },
  node: {
    value: 'URL',
    help: 'address that /sync returns instead of those of the running nodes; may be repeated',
    isRepeatable: true,
    parse: baseUrl,
  },
  region: { value: 'NAME', help: 'region that /sync returns', fallback: DEFAULTS.region },
  'trust-proxy': {
    value: 'RANGE',
    help: 'trust X-Forwarded-For from this address or CIDR range; may be repeated',
    isRepeatable: true,
    parse: textThat(isAllowListEntry, 'an IP address or a CIDR range, such as 10.0.0.0/8'),
  },
  'checks-per-minute': count(
    'key checks a minute from one address, 0 for no limit',
    DEFAULTS.checksPerMinute,
  ),
  'requests-per-minute': count(
    'management requests a minute with one API key, 0 for no limit',
    DEFAULTS.requestsPerMinute,
  ),
  'max-connections': count(
    'open connections; fewer if the limit of open files requires it',
    DEFAULTS.maxConnections,
    1,
  ),
  'max-script-bytes': count('bytes of the largest script', DEFAULTS.maxScriptBytes, 1, MOST_SCRIPT_BYTES),
  'waiting-scripts': count('scripts of one account that may wait to be processed', perAccount.updates, 1),
  'waiting-bytes': count('total bytes of these scripts', perAccount.bytes, 1, MOST_BYTES_WAITING),
  'all-waiting-scripts': count('scripts of all accounts that may wait to be processed', inAll.updates, 1),
  'all-waiting-bytes': count('total bytes of these scripts', inAll.bytes, 1, MOST_BYTES_WAITING),
  'event-days': count('days after which events are deleted', DEFAULTS.eventDays, 1, 36_500),
  'console-port': count('port of the console, 0 for any free port', 0, 0, 65_535),
  'console-host': {
    value: 'ADDRESS',
    help: 'where the console listens; it answers only to the name of this machine, or of --console-url',
    fallback: LOOPBACK,
  },
  'console-url': {
    value: 'URL',
    help: 'https: address of the console behind a TLS proxy; sign-ins then need codes',
    parse: consoleOrigin,
  },
  'no-console': { help: 'start without the console' },
  ...MAIL_OPTIONS,
  releases: {
    value: 'DIR',
    help: 'where the files of releases are, by default releases/ beside an SQLite database; nodes share it',
  },
  'log-level': {
    value: 'LEVEL',
    help: LOG_LEVELS.join(', '),
    fallback: DEFAULTS.logLevel,
    parse: oneOf(...LOG_LEVELS),
  },
  demo: { help: 'make a demo project with a key for every state, and print its secrets and keys' },
  ...DATABASE_OPTION,
} as const satisfies OptionSpecs

export const serve = defineCommand({
  name: 'serve',
  summary: 'Answers key checks and management requests over HTTP.',
  description:
    'Runs until SIGTERM or SIGINT. When it listens it prints {"url": ..., "consoleUrl": ...} on standard output.',
  options: OPTIONS,
  notes: `${SERVICE_KEY_NOTE}
The sample plant store accepts the bearer token in LATCHKEY_PLANT_TOKEN; without
one it refuses every request.`,

  async run(options, terminal) {
    // V8 may guess, from a burst at the start, that a part of each request lives long. It then makes
    // it in the old memory, from where it keeps the rest of the request in the young one: collections
    // take five times as long, until the process ends. docs/decisions/0037.
    setFlagsFromString('--no-allocation-site-pretenuring')
    const { environment } = terminal
    const settings = settingsOf(options, databaseUrl(options.database, terminal), terminal)
    const log = createLog(settings.logLevel)
    const { storage, serviceKey, warnings } = await openStorage(settings.databaseUrl, environment)
    try {
      if (!options.demo) for (const warning of warnings) log.warn(warning)
      const demo = options.demo ? await prepareDemo(storage, serviceKey, systemClock()) : undefined
      // Imported only here, because no other command needs the libraries of the server.
      const { REPEAT_KEY_BYTES, startServer } = await import('../server.ts')
      const server = await startServer({
        settings,
        storage,
        log,
        plantToken: demo?.plantToken ?? (environment['LATCHKEY_PLANT_TOKEN'] || undefined),
        consoleKey: serviceKey.derive('console', CONSOLE_KEY_BYTES),
        repeatKey: serviceKey.derive('repeated requests', REPEAT_KEY_BYTES),
        customerKey: serviceKey.derive('shop customers', CUSTOMER_KEY_BYTES),
        challengeKey: serviceKey.derive('challenges', CHALLENGE_KEY_BYTES),
        sessionKey: serviceKey.derive('script sessions', SESSION_KEY_BYTES),
        examine: () =>
          examineService(settings.databaseUrl, environment, systemClock(), {
            publicUrl: URL.parse(settings.publicUrl ?? '') ?? undefined,
            consoleUrl: URL.parse(settings.console?.publicUrl ?? '') ?? undefined,
            health: () => server.health(),
            mail: settings.mail,
            examinations: EXAMINATIONS,
          }),
      })
      const isStopping = stopOnSignal(server, log, terminal)
      try {
        const consoleUrl = demo === undefined ? server.consoleUrl : await demoLink(storage, server)
        terminal.print({ url: server.url, ...(consoleUrl !== undefined && { consoleUrl }), ...demo })
        if (demo === undefined) await describeConsole(storage, server)
      } catch (error) {
        // The stop has closed the storage, and will end the process.
        if (isStopping()) return
        exitWithin(STOP_WITHIN_MS)
        await server.stop()
        throw error
      }
      if (demo !== undefined) {
        await provideDemoScript(server.url, storage, demo).catch((error: unknown) => {
          // A service that stops refuses the upload, which is not an error.
          if (!isStopping()) log.error({ err: error }, 'the demo script was not uploaded')
        })
      }
    } catch (error) {
      await storage.close()
      throw error
    }
  },
})

/** Options with the name of a setting become that setting. */
function settingsOf(
  options: OptionValues<typeof OPTIONS>,
  databaseUrl: string,
  { environment }: Terminal,
): Settings {
  const { 'waiting-scripts': ofAccount, 'all-waiting-scripts': ofAll, ...others } = options
  // Otherwise a script of that size would always be refused with "try again".
  const leastBytes = others['max-script-bytes']
  const bytesOfAccount = Math.max(others['waiting-bytes'], leastBytes)
  const bytesInAll = Math.max(others['all-waiting-bytes'], leastBytes)
  const { 'console-host': host, 'console-port': port, 'console-url': publicUrl, demo } = others
  return {
    ...camelCased(others),
    mail: mailWay(others, databaseUrl, environment),
    releases: others.releases ?? folderBeside(databaseUrl, 'releases'),
    databaseUrl,
    publicUrl: others['public-url'],
    nodes: withOnePath(others.node ?? []),
    trustedProxies: others['trust-proxy'] ?? [],
    waitingScripts: {
      perAccount: { updates: ofAccount, bytes: bytesOfAccount },
      inAll: { updates: ofAll, bytes: bytesInAll },
    },
    console: others['no-console'] ? undefined : { host, port, publicUrl, requirePassword: !demo },
  }
}

/**
 * Refuses nodes with different paths: the signature of an answer covers the path that the app has
 * used, and a service knows only one.
 */
function withOnePath(nodes: readonly string[]): readonly string[] {
  if (new Set(nodes.map((node) => new URL(node).pathname)).size <= 1) return nodes
  throw new UsageError('The addresses of --node must have the same path: the signed answers cover it.')
}

/** Writes an origin as browsers do in the header `Origin`. */
function consoleOrigin(text: string, option: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' && url.href === `${url.origin}/`) return url.origin
  throw new UsageError(
    `${option} must be an https: address without a path, such as https://console.example.com`,
  )
}

async function demoLink(storage: Storage, { consoleUrl }: RunningServer): Promise<string | undefined> {
  const account = await storage.findAccountByEmail(DEMO_EMAIL)
  if (consoleUrl === undefined || account === undefined) return undefined
  return ownerLink(storage, account, consoleUrl)
}

/**
 * Prints for people where the console is. The link for the first sign-in is valid for 30 minutes.
 */
async function describeConsole(storage: Storage, { consoleUrl }: RunningServer): Promise<void> {
  if (consoleUrl === undefined) return
  const account = await storage.onlyAccount()
  const people = account && (await storage.peopleOf(account.id))
  const isFirst = people?.every(({ passwordHash }) => passwordHash === '')
  const link = account && isFirst ? await ownerLink(storage, account, consoleUrl) : undefined
  process.stderr.write(
    link === undefined
      ? `The console is at ${consoleUrl}\nFor a link that signs in: latchkey-service person invite EMAIL\n`
      : `Open the console within 30 minutes with this link, which signs ${account?.email} in once:\n${link}\n`,
  )
}

/**
 * Stops the server when a signal arrives.
 * @returns a function that tells whether a stop was requested
 */
function stopOnSignal(server: RunningServer, log: Logger, { environment }: Terminal): () => boolean {
  let stoppingSince: number | undefined
  const stop = (reason: string): void => {
    if (stoppingSince !== undefined) return
    stoppingSince = performance.now()
    log.info({ reason }, 'stopping')
    exitWithin(STOP_WITHIN_MS, () => log.error('some requests did not end in time'))
    server.stop().then(
      // What still runs, such as a connection of a library, is not needed any more.
      () => process.exit(),
      (error: unknown) => {
        log.error({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    // A second signal ends the process at once. If npm has started the process, one key press may
    // arrive twice.
    if (stoppingSince !== undefined && performance.now() - stoppingSince > PATIENCE_MS) process.exit(1)
    stop(signal)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  if (environment['npm_lifecycle_event'] !== undefined) onceOrphaned(() => stop('npm is gone'))
  return () => stoppingSince !== undefined
}

/** Ends the process after this time. A request that does not end does not keep it alive. */
function exitWithin(ms: number, report = () => {}): void {
  setTimeout(() => {
    report()
    process.exit(1)
  }, ms).unref()
}

/**
 * Stops when the parent process has ended. npm forwards a signal only to its shell, so this process
 * would run on.
 */
function onceOrphaned(stop: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, ORPHAN_WATCH_MS).unref()
}

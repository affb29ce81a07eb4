import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createCheckMetrics } from './checks/check-metrics.ts'
import { createChecks } from './checks/check-queue.ts'
import { createSigning, type Signing } from './checks/sign-answers.ts'
import { createUpdateTokens } from './checks/update-tokens.ts'
import { type Clock, type MonotonicClock, monotonicClock, systemClock } from './core/clock.ts'
import { createApp, HEADERS_TIMEOUT_MS } from './core/http/app.ts'
import { createClockWatch } from './core/operations/clock-watch.ts'
import type { Findings } from './core/operations/doctor.ts'
import { createLog } from './core/operations/log.ts'
import { createMetrics } from './core/operations/metrics.ts'
import { createPresence } from './core/operations/presence.ts'
import { createReadiness, type DatabaseHealth } from './core/operations/readiness.ts'
import { createChallenges } from './core/security/challenges.ts'
import { boundConnections, mostConnections, openFilesLimit } from './core/security/connections.ts'
import { createFailedAuthentications } from './core/security/failed-authentications.ts'
import { createRateLimit } from './core/security/rate-limit.ts'
import type { Settings } from './core/settings.ts'
import { UserError } from './core/user-error.ts'
import { createEndMails } from './key-mail/end-mails.ts'
import { createMail } from './mail/send-mail.ts'
import type { Storage } from './modules.ts'
import { MODULES } from './modules.ts'
import { createCustomerGuards } from './my/access.ts'
import { createSignInWork } from './my/answer-sign-ins.ts'
import { createCustomerSessions } from './my/sessions.ts'
import { createOutboxMetrics } from './outbox/outbox-metrics.ts'
import { createOutbox, type OutboxParts } from './outbox/worker.ts'
import { createRefusalCounts } from './overview/refusal-counts.ts'
import { CONSOLE_KEY_BYTES } from './people/console-sessions.ts'
import { createReleaseFolder } from './releases/folder.ts'
import { createScriptProcessing, type ProcessingParts } from './scripts/script-processing.ts'
import { ANSWER_WITHIN_MS, createScriptUpdates, type ProcessScript } from './scripts/script-updates.ts'
import { createSessions } from './scripts/sessions.ts'
import { CUSTOMER_KEY_BYTES, createDeliveryReader } from './shops/adapters.ts'
import { createOrderWork } from './shops/follow-orders.ts'
import { createRefusedDeliveries } from './shops/refused-deliveries.ts'

export interface ServerParts {
  readonly settings: Settings
  /** The storage, which the server closes when it stops. */
  readonly storage: Storage
  readonly clock?: Clock
  readonly monotonic?: MonotonicClock
  readonly log?: FastifyBaseLogger
  /** The token of the plant store. Undefined: the plant store refuses every request. */
  readonly plantToken?: string | undefined
  /** Secret; services that share it accept each other's challenges. */
  readonly challengeKey: Uint8Array
  /** Secret; services that share it accept each other's sessions of the console. */
  readonly consoleKey?: Uint8Array
  /** Secret; services that share it answer each other's repeated requests for new keys. */
  readonly repeatKey?: Uint8Array
  /** Secret; with it, IDs of customers at shops are hashed. It must stay the same. */
  readonly customerKey?: Uint8Array
  /** Secret; services that share it accept each other's script sessions. */
  readonly sessionKey: Uint8Array
  readonly processScript?: ProcessScript
  /** The signing, for measurements. Default: the signing keys in the storage. */
  readonly signing?: Signing
  /** The folder of the built customer's page, for tests. Default: where the build leaves it. */
  readonly customerPageDir?: string
  /** The limits of the processing, for tests. */
  readonly scriptLimits?: Omit<ProcessingParts, 'beatSecretOf'>
  /** The times of the outbox, for tests. */
  readonly outbox?: Pick<OutboxParts, 'lookEveryMs' | 'sendWithinMs'>
  /** How long Update Script may wait before it answers. */
  readonly answerScriptWithinMs?: number
  /** How long the headers of a request may take. */
  readonly headersTimeoutMs?: number
  /** Runs `doctor` for the console. By default it finds nothing. */
  readonly examine?: () => Promise<Findings>
}

export interface RunningServer {
  /** The URL where it listens, without a slash at the end. */
  readonly url: string
  /** The URL of its console, without a slash at the end. Undefined: it has none. */
  readonly consoleUrl: string | undefined
  /** Whether the database can decide key checks. */
  health(): Promise<DatabaseHealth>
  /** Shares the counts of the limits with the other nodes now. This also happens every second. */
  share(): Promise<void>
  /** Accepts no more requests, answers those under way, then closes the storage. */
  stop(): Promise<void>
}

/** The key has the length of the hashes that are made with it. */
export const REPEAT_KEY_BYTES = 32
/** The most sign-ins from one address in a minute. */
const SIGN_INS_PER_MINUTE = 30
/** The most requests with the ID of a purchase from one address in a minute. */
const RETURNS_PER_MINUTE = 60

/**
 * Composes the service and listens.
 * @throws UserError when it cannot listen
 */
export async function startServer(given: ServerParts): Promise<RunningServer> {
  const parts = {
    clock: systemClock,
    monotonic: monotonicClock,
    log: createLog(given.settings.logLevel),
    plantToken: undefined,
    consoleKey: randomBytes(CONSOLE_KEY_BYTES),
    repeatKey: randomBytes(REPEAT_KEY_BYTES),
    customerKey: randomBytes(CUSTOMER_KEY_BYTES),
    headersTimeoutMs: HEADERS_TIMEOUT_MS,
    examine: async () => ({}),
    ...given,
  }
  const { settings, storage, clock, log } = parts
  const metrics = createMetrics()
  const readiness = createReadiness(parts)
  const refusals = createRefusalCounts()
  const sessions = createSessions(given.sessionKey)
  const requestLimit = createRateLimit('requests', settings.requestsPerMinute)
  const checkLimit = createRateLimit('checks', settings.checksPerMinute)
  const signInLimit = createRateLimit('sign-ins', SIGN_INS_PER_MINUTE)
  const returnLimit = createRateLimit('returns', RETURNS_PER_MINUTE)
  let stopping = false
  const { beatSecretOf } = sessions
  const updates = createScriptUpdates({
    ...parts,
    process: given.processScript ?? createScriptProcessing({ ...given.scriptLimits, beatSecretOf }),
    answerWithinMs: given.answerScriptWithinMs ?? ANSWER_WITHIN_MS,
    waiting: settings.waitingScripts,
  })
  const nodeId = randomUUID()
  const clockWatch = createClockWatch(parts)
  const mail = createMail({ ...parts, way: settings.mail, linkBase: () => linkBase() })
  const endMails = createEndMails(parts)
  const readDelivery = createDeliveryReader(parts.customerKey)
  const refusedDeliveries = createRefusedDeliveries()
  const orderWork = createOrderWork({ ...parts, readDelivery })
  const signInWork = createSignInWork({ ...parts, everyMs: parts.outbox?.lookEveryMs })
  const outbox = createOutbox({
    ...parts,
    ...given.outbox,
    nodeId,
    senders: { mail: mail.send },
    onTry: createOutboxMetrics(metrics.registry, storage),
  })
  const publicUrl = (): string => settings.publicUrl ?? `${urlOf(app)}/`
  // Mails in files are read on this machine, which reaches the service itself.
  const linkBase = (): string | undefined =>
    settings.mail.kind === 'folder' ? publicUrl() : settings.publicUrl
  const customerSessions = createCustomerSessions({ storage, publicUrl })
  const customers = { storage, customerSessions, requestLimit, publicUrl }
  const presence = createPresence({
    ...parts,
    id: nodeId,
    url: publicUrl,
    consoleUrl: () => consoleUrl(),
    fixedNodes: settings.nodes,
    limits: [requestLimit, checkLimit, signInLimit, returnLimit],
    async flush() {
      await refusals.flush(storage)
      await refusedDeliveries.flush(storage)
    },
    eventDays: settings.eventDays,
  })
  const httpParts = {
    ...parts,
    nodeId,
    ...createChecks({
      storage,
      clock,
      metrics: createCheckMetrics(metrics.registry),
      refusals,
      readiness,
    }),
    signing: given.signing ?? createSigning(parts),
    updates,
    updateTokens: createUpdateTokens(given.sessionKey),
    releaseFolder: settings.releases === undefined ? undefined : createReleaseFolder(settings.releases),
    sessions,
    forgetMail: mail.forget,
    customerSessions,
    customerGuardOf: createCustomerGuards(customers),
    readDelivery,
    refusedDeliveries,
    readiness,
    clockWatch,
    metrics,
    requestLimit,
    checkLimit,
    returnLimit,
    failures: createFailedAuthentications(storage),
    challenges: createChallenges(given.challengeKey, storage.spend),
    nodes: presence.nodes,
    publicUrl,
    linkBase,
    isStopping: () => stopping,
    connections: boundConnections(mostConnections(settings.maxConnections, openFilesLimit()), log),
  }
  const app = createApp(MODULES, httpParts)
  const consoleUrl = (): string | undefined =>
    settings.console && (settings.console.publicUrl ?? (consoleApp && urlOf(consoleApp)))
  // Imported only here: a service without a console does not load its libraries.
  const consoleApp =
    settings.console &&
    (await import('./people/console-app.ts')).createConsoleApp(MODULES, {
      ...httpParts,
      consoleKey: parts.consoleKey,
      signInLimit,
      origins: () => originsOf(consoleUrl()),
    })

  try {
    await listen(app, settings)
    if (consoleApp !== undefined && settings.console !== undefined) {
      await listen(consoleApp, settings.console, 'console-').catch(async (error: unknown) => {
        await app.close()
        throw error
      })
    }
  } catch (error) {
    clockWatch.stop()
    throw error
  }
  await presence.begin()
  updates.begin()
  await mail.begin()
  outbox.begin()
  endMails.begin()
  orderWork.begin()
  signInWork.begin()

  return {
    url: urlOf(app),
    consoleUrl: consoleUrl(),
    health: readiness.health,
    share: presence.share,
    async stop() {
      stopping = true
      clockWatch.stop()
      await presence.end()
      mail.stop()
      const workers = [outbox, endMails, orderWork, signInWork].map((worker) => worker.stop())
      const closed = Promise.all([app.close(), consoleApp?.close(), ...workers])
      // Some requests may wait for the end of an update.
      await updates.stop()
      await closed
      await storage.close()
      log.info('stopped')
    },
  }
}

interface Place {
  readonly host: string
  readonly port: number
}

/**
 * Listens at a place.
 * @param prefix of the options that choose the place
 */
async function listen(app: FastifyInstance, place: Place, prefix = ''): Promise<void> {
  try {
    await app.listen({ host: place.host, port: place.port })
  } catch (error) {
    throw cannotListen(error, place, prefix)
  }
}

/** The origins of a console. On this machine it may also be opened by the name `localhost`. */
const originsOf = (url = ''): readonly string[] =>
  url.startsWith('http:') ? [url, url.replace('127.0.0.1', 'localhost')] : [url]

/**
 * The URL of a server on this machine: an address for all interfaces becomes the loopback address.
 */
function urlOf({ server }: FastifyInstance): string {
  const { address, family, port } = server.address() as AddressInfo
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
  return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`
}

function cannotListen(error: unknown, { host, port }: Place, prefix: string): unknown {
  const noAddress = `${host} is not an address of this machine. Choose one with --${prefix}host.`
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use. Choose another with --${prefix}port, or --${prefix}port 0 for any free port.`,
    EACCES: `This user may not listen on port ${port}. Choose one above 1023 with --${prefix}port.`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
    EAI_AGAIN: noAddress,
  }
  const message = error instanceof Error && 'code' in error ? messages[String(error.code)] : undefined
  return message === undefined ? error : new UserError(message, error)
}

import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Clock, type MonotonicClock, monotonicClock, systemClock } from './clock.ts'
import { decideGroup } from './domain/check-group.ts'
import { decideCheck } from './domain/check-key.ts'
import { createApp, HEADERS_TIMEOUT_MS } from './http/app.ts'
import type { HttpParts } from './http/parts.ts'
import { createClockWatch } from './operations/clock-watch.ts'
import { createLog } from './operations/log.ts'
import { createMetrics } from './operations/metrics.ts'
import { createPresence, type Presence } from './operations/presence.ts'
import { createReadiness } from './operations/readiness.ts'
import { createScriptProcessing, type ProcessingParts } from './scripts/process-in-worker.ts'
import { ANSWER_WITHIN_MS, createScriptUpdates, type ProcessScript } from './scripts/script-updates.ts'
import { createSessions, SESSION_KEY_BYTES } from './scripts/sessions.ts'
import { CHALLENGE_KEY_BYTES, createChallenges } from './security/challenges.ts'
import { mostConnections, openFilesLimit } from './security/connections.ts'
import { createFailedAuthentications } from './security/failed-authentications.ts'
import { createRateLimit } from './security/rate-limit.ts'
import { createSigning, type Signing } from './security/signing.ts'
import type { Settings } from './settings.ts'
import { createGroupQueue } from './storage/check-queue.ts'
import { type Storage, StorageUnavailable } from './storage/storage.ts'
import { UserError } from './user-error.ts'

export interface ServerParts {
  readonly settings: Settings
  /** Closed by the server when it stops. */
  readonly storage: Storage
  readonly clock?: Clock
  readonly monotonic?: MonotonicClock
  readonly log?: FastifyBaseLogger
  /** Undefined: the plant store refuses every request. */
  readonly plantToken?: string | undefined
  /** Secret; services that share it accept each other's challenges. Random by default. */
  readonly challengeKey?: Uint8Array
  /** Secret; services that share it accept each other's script sessions. Random by default. */
  readonly sessionKey?: Uint8Array
  readonly processScript?: ProcessScript
  /** For measurements. By default the signing keys in the storage. */
  readonly signing?: Signing
  /** Limits of the processing, for tests. */
  readonly scriptLimits?: Omit<ProcessingParts, 'beatSecretOf'>
  /** How long Update Script may wait before it answers. */
  readonly answerScriptWithinMs?: number
  /** How long the headers of a request may take. */
  readonly headersTimeoutMs?: number
}

export interface RunningServer {
  /** Where it listens, without a slash at the end. */
  readonly url: string
  /** Shares the counts of the limits with the other nodes now, in addition to every second. */
  share(): Promise<void>
  /** Takes no more requests, answers those under way, then closes the storage. */
  stop(): Promise<void>
}

/** Composes the service and listens. @throws UserError when it cannot listen */
export async function startServer({
  settings,
  storage,
  clock = systemClock,
  monotonic = monotonicClock,
  log = createLog(settings.logLevel),
  plantToken,
  challengeKey = randomBytes(CHALLENGE_KEY_BYTES),
  sessionKey = randomBytes(SESSION_KEY_BYTES),
  processScript,
  signing = createSigning({ storage, clock, monotonic }),
  scriptLimits,
  answerScriptWithinMs = ANSWER_WITHIN_MS,
  headersTimeoutMs = HEADERS_TIMEOUT_MS,
}: ServerParts): Promise<RunningServer> {
  const metrics = createMetrics()
  const readiness = createReadiness({ storage, monotonic, log })
  const checks = createGroupQueue(
    async (attempts: Parameters<Storage['checkKeys']>[0]) => {
      const began = performance.now()
      const now = clock()
      const answers = await storage.checkKeys(attempts, now, decideGroup(attempts, now, decideCheck))
      metrics.committed(attempts.length, (performance.now() - began) / 1_000)
      return answers
    },
    { groupsAtOnce: storage.groupsAtOnce },
  )
  const sessions = createSessions(sessionKey)
  const check: HttpParts['check'] = async (attempt) => {
    const arrived = performance.now()
    try {
      const answer = await checks.submit(attempt)
      metrics.decided(answer.code, (performance.now() - arrived) / 1_000)
      readiness.checked('decided')
      return answer
    } catch (error) {
      metrics.undecided()
      if (error instanceof StorageUnavailable) readiness.checked('unavailable')
      throw error
    }
  }
  const requestLimit = createRateLimit({
    name: 'requests',
    most: settings.requestsPerMinute,
    windowSeconds: 60,
  })
  const checkLimit = createRateLimit({ name: 'checks', most: settings.checksPerMinute, windowSeconds: 60 })
  let stopping = false
  let presence: Presence | undefined
  const updates = createScriptUpdates({
    storage,
    clock,
    log,
    process:
      processScript ?? createScriptProcessing({ ...scriptLimits, beatSecretOf: sessions.beatSecretOf }),
    answerWithinMs: answerScriptWithinMs,
    waiting: settings.waitingScripts,
  })
  const nodeId = randomUUID()
  const clockWatch = createClockWatch({ clock, monotonic, log })
  const publicUrl = (): string => settings.publicUrl ?? `${urlOf(app)}/`
  const app = createApp({
    nodeId,
    settings,
    storage,
    clock,
    log,
    plantToken,
    check,
    signing,
    updates,
    sessions,
    readiness,
    clockWatch,
    metrics,
    requestLimit,
    checkLimit,
    failures: createFailedAuthentications(storage),
    challenges: createChallenges(challengeKey, storage.spend),
    nodes: () => presence?.nodes() ?? [],
    publicUrl,
    isStopping: () => stopping,
    maxConnections: mostConnections(settings.maxConnections, openFilesLimit()),
    headersTimeoutMs,
  })

  try {
    await app.listen({ host: settings.host, port: settings.port })
  } catch (error) {
    clockWatch.stop()
    throw cannotListen(error, settings)
  }
  const known = createPresence({
    storage,
    clock,
    log,
    id: nodeId,
    url: publicUrl(),
    fixedNodes: settings.nodes,
    limits: [requestLimit, checkLimit],
  })
  presence = known
  await known.begin()
  updates.begin()

  return {
    url: urlOf(app),
    share: () => known.share(),
    async stop() {
      stopping = true
      clockWatch.stop()
      await known.end()
      const closed = app.close()
      // Requests may wait for the end of an update.
      await updates.stop()
      await closed
      await storage.close()
      log.info('stopped')
    },
  }
}

/** As seen from this machine: an address for all interfaces becomes the loopback address. */
function urlOf({ server }: FastifyInstance): string {
  const { address, family, port } = server.address() as AddressInfo
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
  return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`
}

function cannotListen(error: unknown, { host, port }: Settings): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return new UserError(
        `Port ${port} is in use. Choose another with --port, or --port 0 for any free port.`,
        error,
      )
    case 'EACCES':
      return new UserError(
        `This user may not listen on port ${port}. Choose one above 1023 with --port.`,
        error,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UserError(`${host} is not an address of this machine. Choose one with --host.`, error)
    default:
      return error
  }
}

import type { FastifyBaseLogger } from 'fastify'
import type { Checks } from '../../checks/check-queue.ts'
import type { Signing } from '../../checks/sign-answers.ts'
import type { ScriptUpdates } from '../../scripts/script-updates.ts'
import type { Sessions } from '../../scripts/sessions.ts'
import type { ClockWatch } from '../operations/clock-watch.ts'
import type { Findings } from '../operations/doctor.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { Readiness } from '../operations/readiness.ts'
import type { AccessParts } from '../security/access.ts'
import type { Connections } from '../security/connections.ts'
import type { RateLimit } from '../security/rate-limit.ts'
import type { Settings } from '../settings.ts'
import type { Storage } from '../storage/storage.ts'

/** The parts of the service that answer requests. */
export interface HttpParts extends AccessParts, Checks {
  readonly settings: Settings
  readonly storage: Storage
  readonly log: FastifyBaseLogger
  readonly signing: Signing
  readonly updates: Pick<ScriptUpdates, 'update'>
  readonly sessions: Sessions
  readonly readiness: Readiness
  readonly clockWatch: ClockWatch
  readonly metrics: Metrics
  /** Secret; from it follow the keys of a request that may be repeated. */
  readonly repeatKey: Uint8Array
  /** What `doctor` finds, as far as the service knows its own addresses. */
  readonly examine: () => Promise<Findings>
  /** Of this process, as in the database. */
  readonly nodeId: string
  /** Base URLs of the nodes to check keys with, each ending in a slash. */
  readonly nodes: () => readonly string[]
  /** Where clients reach the service, ending in a slash. */
  readonly publicUrl: () => string
  /** Whether the service is about to stop, and closes connections after their answer. */
  readonly isStopping: () => boolean
  /** Of all listeners together. */
  readonly connections: Connections
  readonly headersTimeoutMs: number
}

/** The parts of the console. */
export interface ConsoleParts extends HttpParts {
  /** Secret; services that share it accept each other's sessions. */
  readonly consoleKey: Uint8Array
  /** By address of sign-ins with a password, and by person of passwords that are changed. */
  readonly signInLimit: RateLimit
  /** Where the page is reached, each without a slash at the end. The first one is for links. */
  readonly origins: () => readonly string[]
}

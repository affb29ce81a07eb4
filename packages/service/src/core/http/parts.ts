import type { FastifyBaseLogger } from 'fastify'
import type { ClockWatch } from '../operations/clock-watch.ts'
import type { Findings } from '../operations/doctor.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { Readiness } from '../operations/readiness.ts'
import type { AccessParts, GuardOf } from '../security/access.ts'
import type { Connections } from '../security/connections.ts'
import type { Settings } from '../settings.ts'
import type { CoreStorage } from '../storage/storage.ts'

/**
 * The parts of the service that answer requests. `Stored`: the methods of the storage that a module
 * uses in addition to those of the core.
 */
export interface HttpParts<Stored = unknown> extends AccessParts {
  readonly settings: Settings
  readonly storage: CoreStorage & Stored
  readonly log: FastifyBaseLogger
  /** The guards of the endpoints of the customer's page. */
  readonly customerGuardOf: GuardOf
  readonly readiness: Readiness
  readonly clockWatch: ClockWatch
  readonly metrics: Metrics
  /** A secret from which the keys of a request that may be repeated are computed. */
  readonly repeatKey: Uint8Array
  /** Runs `doctor` with the addresses that the service knows. */
  readonly examine: () => Promise<Findings>
  /** The ID of this process in the database. */
  readonly nodeId: string
  /** Base URLs of the nodes to check keys with, each ending in a slash. */
  readonly nodes: () => readonly string[]
  /** The URL at which clients reach the service, ending in a slash. */
  readonly publicUrl: () => string
  /** Where links of mails lead, ending in a slash. Undefined: mails have no links. */
  readonly linkBase: () => string | undefined
  /** Whether the service is about to stop, and closes connections after their answer. */
  readonly isStopping: () => boolean
  /** The connections of all listeners. */
  readonly connections: Connections
  readonly headersTimeoutMs: number
}

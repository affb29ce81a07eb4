import type { FastifyBaseLogger } from 'fastify'
import type { ClockWatch } from '../operations/clock-watch.ts'
import type { Findings } from '../operations/doctor.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { Readiness } from '../operations/readiness.ts'
import type { AccessParts } from '../security/access.ts'
import type { Connections } from '../security/connections.ts'
import type { Settings } from '../settings.ts'
import type { CoreStorage } from '../storage/storage.ts'

/**
 * The parts of the service that answer requests. `Stored`: the methods of the storage that a module
 * uses beside those of the core.
 */
export interface HttpParts<Stored = unknown> extends AccessParts {
  readonly settings: Settings
  readonly storage: CoreStorage & Stored
  readonly log: FastifyBaseLogger
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

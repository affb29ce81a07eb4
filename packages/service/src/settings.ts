import type { WaitingLimits } from './domain/script-update.ts'
import type { LogLevel } from './operations/log.ts'

/** How a service process runs. See `serve --help`. */
export interface Settings {
  readonly databaseUrl: string
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Where apps reach this service, ending in a slash. Undefined: where it listens. */
  readonly publicUrl: string | undefined
  /**
   * Handed out by /sync instead of the nodes that are alive, each ending in a slash. Empty: those.
   */
  readonly nodes: readonly string[]
  readonly region: string
  readonly trustedProxies: readonly string[]
  /** Key checks a minute from one address; 0 turns the limit off. */
  readonly checksPerMinute: number
  /** Management requests a minute with one API key; 0 turns the limit off. */
  readonly requestsPerMinute: number
  /** Open at the same time; fewer where the limit of open files requires it. */
  readonly maxConnections: number
  /** Of the source of a script, in UTF-8. */
  readonly maxScriptBytes: number
  /** Of sources that wait to be processed, and of the bodies of uploads under way. */
  readonly waitingScripts: WaitingLimits
  /** Days after which events are deleted. */
  readonly eventDays: number
  readonly logLevel: LogLevel
}

const MIB = 1_024 * 1_024

export const DEFAULT_SETTINGS: Settings = {
  databaseUrl: 'sqlite:latchkey.sqlite',
  host: '127.0.0.1',
  port: 8_080,
  publicUrl: undefined,
  nodes: [],
  region: 'local',
  trustedProxies: [],
  checksPerMinute: 1_200,
  requestsPerMinute: 1_200,
  maxConnections: 10_000,
  maxScriptBytes: 4 * MIB,
  waitingScripts: {
    perAccount: { updates: 100, bytes: 64 * MIB },
    inAll: { updates: 1_000, bytes: 512 * MIB },
  },
  eventDays: 400,
  logLevel: 'info',
}

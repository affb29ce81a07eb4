import type { LogLevel } from './operations/log.ts'

const MIB = 1_024 * 1_024

/** How a service process runs by default. See `serve --help`. */
export const DEFAULT_SETTINGS = {
  databaseUrl: 'sqlite:latchkey.sqlite',
  host: '127.0.0.1',
  /** 0: any free port. */
  port: 8_080,
  /** Where apps reach this service, ending in a slash. Undefined: where it listens. */
  publicUrl: undefined as string | undefined,
  /** Returned by /sync instead of the running nodes, each ending in a slash. Empty: those. */
  nodes: [] as readonly string[],
  region: 'local',
  trustedProxies: [] as readonly string[],
  /** Key checks a minute from one address; 0 turns the limit off. */
  checksPerMinute: 1_200,
  /** Management requests a minute with one API key; 0 turns the limit off. */
  requestsPerMinute: 1_200,
  /** Open at the same time; fewer where the limit of open files requires it. */
  maxConnections: 10_000,
  /** Of the source of a script, in UTF-8. */
  maxScriptBytes: 4 * MIB,
  /** Of sources that wait to be processed, and of the bodies of uploads under way. */
  waitingScripts: {
    perAccount: { updates: 100, bytes: 64 * MIB },
    inAll: { updates: 1_000, bytes: 512 * MIB },
  } as WaitingLimits,
  /** Days after which events are deleted. */
  eventDays: 400,
  /** Undefined: there is no console. */
  console: undefined as ConsoleSettings | undefined,
  mail: { kind: 'none' } as MailWay,
  logLevel: 'info' as LogLevel,
}

/** How mail leaves: over SMTP, or as `.eml` files. `from`: the address of the sender. */
export type MailWay =
  | { readonly kind: 'smtp'; readonly server: MailServer; readonly from: string }
  | { readonly kind: 'folder'; readonly folder: string; readonly from: string }
  | { readonly kind: 'none' }

export interface MailServer {
  readonly host: string
  readonly port: number
  /** TLS from the start. Otherwise STARTTLS, which a server on another machine must have. */
  readonly isTls: boolean
  /** Empty: without a sign-in. */
  readonly user: string
  readonly password: string
  /** Certificates to trust, for tests. By default those of Node. */
  readonly ca?: string
}

export interface Waiting {
  readonly updates: number
  /** Of the sources, in UTF-8. */
  readonly bytes: number
}

/** How many sources may wait to be processed, the ones being processed included. */
export interface WaitingLimits {
  readonly perAccount: Waiting
  readonly inAll: Waiting
}

/** How people reach the console. */
export interface ConsoleSettings {
  /** Where it listens. */
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** An https: address behind a proxy, without a slash at its end. Undefined: only this machine. */
  readonly publicUrl: string | undefined
  /** Whether people must set a password before anything else. */
  readonly requirePassword: boolean
  /** Of the built page, for tests. By default the one that comes with the service. */
  readonly pageDir?: string
}

export type Settings = Readonly<typeof DEFAULT_SETTINGS>

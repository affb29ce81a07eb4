import type { LogLevel } from './operations/log.ts'

const MIB = 1_024 * 1_024

/** The default settings of a service process. See `serve --help`. */
export const DEFAULT_SETTINGS = {
  databaseUrl: 'sqlite:latchkey.sqlite',
  host: '127.0.0.1',
  /** The port; 0 means any free port. */
  port: 8_080,
  /**
   * The URL at which apps reach this service, ending in a slash. Undefined: the address where it
   * listens.
   */
  publicUrl: undefined as string | undefined,
  /**
   * URLs that /sync returns instead of those of the running nodes, each ending in a slash. Empty:
   * those of the nodes.
   */
  nodes: [] as readonly string[],
  region: 'local',
  trustedProxies: [] as readonly string[],
  /** Key checks a minute from one address; 0 turns the limit off. */
  checksPerMinute: 1_200,
  /** Management requests a minute with one API key; 0 turns the limit off. */
  requestsPerMinute: 1_200,
  /**
   * The connections that may be open at the same time. If the limit of open files is low, there are
   * fewer.
   */
  maxConnections: 10_000,
  /** The largest source of a script, in UTF-8. */
  maxScriptBytes: 4 * MIB,
  /** The limits of sources that wait to be processed, and of the bodies of uploads under way. */
  waitingScripts: {
    perAccount: { updates: 100, bytes: 64 * MIB },
    inAll: { updates: 1_000, bytes: 512 * MIB },
  } as WaitingLimits,
  /** Days after which events are deleted. */
  eventDays: 400,
  /** The settings of the console. Undefined: there is none. */
  console: undefined as ConsoleSettings | undefined,
  mail: { kind: 'none' } as MailWay,
  /** The folder of the files of releases. Undefined: there can be no releases. */
  releases: undefined as string | undefined,
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
  /**
   * Whether TLS begins with the connection. Otherwise STARTTLS is used, which a server on another
   * machine must support.
   */
  readonly isTls: boolean
  /** The user of the mail server. Empty: no sign-in. */
  readonly user: string
  readonly password: string
  /** Certificates that are trusted, for tests. Default: those of Node. */
  readonly ca?: string
}

export interface Waiting {
  readonly updates: number
  /** The bytes of the sources in UTF-8. */
  readonly bytes: number
}

/** How many sources may wait to be processed, including those that are being processed. */
export interface WaitingLimits {
  readonly perAccount: Waiting
  readonly inAll: Waiting
}

/** How people reach the console. */
export interface ConsoleSettings {
  /** The address where it listens. */
  readonly host: string
  /** The port; 0 means any free port. */
  readonly port: number
  /**
   * An https: address of a proxy, without a slash at its end. Undefined: the console is only for
   * this machine.
   */
  readonly publicUrl: string | undefined
  /** Whether people must set a password before anything else. */
  readonly requirePassword: boolean
  /** The folder of the built page, for tests. Default: the page that comes with the service. */
  readonly pageDir?: string
}

export type Settings = Readonly<typeof DEFAULT_SETTINGS>

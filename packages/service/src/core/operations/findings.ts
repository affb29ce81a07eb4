/** A remedy that several findings have. */
const START_ONCE =
  'Check the name in --database. If it is right, start the service once: it makes or updates the tables.'
const RUN_NTP = 'Make sure that NTP runs on both machines.'
const RUN_BACKUP = 'Make a backup now, and find out why it was not made automatically.'
const NO_ANSWER = '{url} does not answer: {failure}'
const UNREADABLE = '{database} cannot be read: {failure}'
const FREE = '{mb} MB are free in {folder}.'
const BACKUP_AGE = 'The newest backup is {hours} hours old.'
const CORRECT = 'Correct the DNS, the proxy or --database.'
const NAME_URL = 'Start every process with --public-url and its https address.'

/**
 * The findings of doctor by their codes: the status, the message, and what to do about a problem.
 * The console translates by the code, so a finding with another meaning gets another code.
 */
export const FINDINGS = {
  DATABASE_IN_MEMORY: ['skipped', 'It is in memory, and ends with the service.'],
  DATABASE_READABLE: ['ok', '{database} can be read.'],
  SQLITE_UNREADABLE: ['problem', UNREADABLE, 'Correct the path in --database, or restore a backup.'],
  POSTGRES_UNREADABLE: [
    'problem',
    UNREADABLE,
    'Check that the server runs and takes connections from here, and the address, user and password.',
  ],
  DATABASE_NEEDED: ['skipped', 'The database cannot be read.'],

  TABLES_NEWER: [
    'problem',
    'The database has version {version}, this service knows versions up to {known}.',
    'Run the newer service that wrote it, or restore a backup.',
  ],
  DATABASE_EMPTY: ['problem', 'The database is empty.', START_ONCE],
  TABLES_OLDER: ['problem', 'The database has version {version} of {known}.', START_ONCE],
  TABLES_PRESENT: ['ok', 'The tables have version {version}.'],
  NO_ACCOUNT: [
    'problem',
    'There is no account.',
    'Check the name in --database, or make one: account create.',
  ],

  DATABASE_UNUSED: ['skipped', 'No service has used this database yet.'],
  SERVICE_KEY_OPENS: ['ok', 'It opens the secrets of the database.'],
  NO_SERVICE_KEY: ['problem', 'There is no service key that can be used.', '{failure}'],
  OTHER_SERVICE_KEY: [
    'problem',
    'The service key is not the one that sealed the secrets of this database.',
    'Give the original one, in {variable} or in the file beside the database.',
  ],

  NO_OTHER_CLOCK: ['skipped', 'SQLite has no clock of its own.'],
  CLOCK_AGREES: ['ok', "It agrees with the database server's."],
  CLOCK_AHEAD: ['problem', "It is {seconds} s ahead of the database server's.", RUN_NTP],
  CLOCK_BEHIND: ['problem', "It is {seconds} s behind the database server's.", RUN_NTP],

  ONE_SERVER: ['skipped', 'There is one database, and no standby.'],
  SERVER_DOWN: ['problem', 'No answer from {servers}.', 'Start it. Until then, fewer servers can take over.'],
  SEVERAL_PRIMARIES: [
    'problem',
    'Several servers take writes: {servers}.',
    'Stop all but the current primary now, and rebuild them as standbys of it.',
  ],
  OTHER_DATABASES: [
    'problem',
    'Not standbys of the server that takes writes, but other databases: {servers}.',
    'Correct the list of servers in --database.',
  ],
  STANDBYS_FOLLOW: ['ok', 'One takes writes, the others follow, and commits wait for a standby.'],
  NO_SYNCHRONOUS_STANDBY: [
    'problem',
    'Commits do not wait for a standby. If the primary dies, the last ones are lost.',
    'Set synchronous_standby_names, or synchronous_mode in Patroni.',
  ],

  NODES_RUN: ['ok', 'Running: {nodes}'],
  NO_NODE: ['problem', 'No service is running on this database.', 'Start it, with the same --database.'],

  READINESS_UNKNOWN: ['skipped', 'No service that answers is known. Name its --public-url.'],
  READY: ['ok', 'The service can answer key checks.'],
  NOT_READY: [
    'problem',
    'The service cannot answer key checks. State of its database: {database}.',
    'Look into its log for the reason.',
  ],
  DATABASE_REPLACED: [
    'problem',
    'The file of the database was deleted or replaced while the service had it open.',
    'Put it back, or stop the service and restore a backup.',
  ],

  DISK_OF_POSTGRES: ['skipped', 'The disk of PostgreSQL is on its own machine.'],
  NO_DISK: ['skipped', 'The database is in memory.'],
  NO_FOLDER: ['skipped', 'There is no folder {folder}.'],
  DISK_FREE: ['ok', FREE],
  DISK_NEARLY_FULL: ['problem', FREE, 'Make room: with a full disk, key checks are refused.'],

  BACKUP_NOT_NAMED: ['skipped', 'Name the file or the folder with --backup.'],
  NO_BACKUP: ['problem', 'There is no backup in {path}.', RUN_BACKUP],
  BACKUP_RECENT: ['ok', BACKUP_AGE],
  BACKUP_OLD: ['problem', BACKUP_AGE, RUN_BACKUP],

  NAME_UNKNOWN: ['problem', NO_ANSWER, 'Correct the name, or add it to the DNS.'],
  CONNECTION_REFUSED: ['problem', NO_ANSWER, 'Start the proxy, and let its port through the firewall.'],
  CERTIFICATE_EXPIRED: [
    'problem',
    NO_ANSWER,
    'Renew the certificate, and find out why it was not renewed automatically.',
  ],
  CERTIFICATE_OF_OTHER_NAME: ['problem', NO_ANSWER, 'Get a certificate for this name.'],
  NO_ANSWER: [
    'problem',
    NO_ANSWER,
    'Check the address, the firewall and the certificate chain of the proxy.',
  ],
  SOMETHING_ELSE: [
    'problem',
    'Something else answers at {url}, with status {status}.',
    'Let the proxy pass every path on to this service, and check that the service runs.',
  ],

  PUBLIC_URL_NOT_NAMED: ['skipped', 'Name it with --public-url.'],
  PUBLIC_URL_NEEDED: ['skipped', 'The public URL does not reach a service.'],
  PUBLIC_URL_OPEN: [
    'problem',
    '{url} is not encrypted, and packaged apps refuse it.',
    'Put a proxy with TLS in front of the service, and start it with that --public-url.',
  ],
  SERVICE_UNKNOWN: [
    'skipped',
    'A service answers. Without the database, it is not known whether it is this one.',
  ],
  SERVICE_REACHED: ['ok', 'It reaches this service, over TLS.'],
  OTHER_SERVICE: ['problem', 'Another service answers at {url}, which does not use this database.', CORRECT],

  NODE_LIST_EMPTY: ['problem', 'The list is empty: it gives apps no address.', NAME_URL],
  NODE_LIST_OPEN: ['problem', 'Apps are sent to {nodes}, which is not encrypted.', NAME_URL],
  NODE_LIST_REACHED: ['ok', 'Apps are sent to {nodes}'],

  NO_PROXY: ['skipped', 'There is no proxy with TLS.'],
  PROXY_NAMES_NOBODY: [
    'problem',
    'The proxy does not pass on the address of the sender, so all users share one limit.',
    'Let the proxy set X-Forwarded-For.',
  ],
  PROXY_NOT_TRUSTED: [
    'problem',
    'The service does not trust the proxy, so all users share one limit.',
    'Start the service with --trust-proxy and the address of the proxy.',
  ],
  SENDERS_INVENTED: [
    'problem',
    'The service believes addresses that senders invent, so limits and allow lists have no effect.',
    'Let the proxy replace X-Forwarded-For or add to it, and name only the proxy in --trust-proxy.',
  ],
  SENDERS_KNOWN: ['ok', 'The service learns the address of the sender, and no invented one.'],

  CONSOLE_URL_NOT_NAMED: ['skipped', 'Name it with --console-url.'],
  CONSOLE_URL_OPEN: [
    'problem',
    '{url} is not encrypted: passwords and sessions can be read on the way.',
    'Put a proxy with TLS in front of the console, and start the service with that --console-url.',
  ],
  CONSOLE_OTHER_NAME: [
    'problem',
    'The console does not accept {host} as its name.',
    'Start the service with this address as --console-url, and let the proxy pass the header Host on unchanged.',
  ],
  CONSOLE_URL_OF_API: [
    'problem',
    'The API of a service answers at {url}, and not its console.',
    'Let the proxy forward this name to the port of --console-port.',
  ],
  CONSOLE_UNKNOWN: [
    'skipped',
    'A console answers. Without the database, it is not known whether it is that of this service.',
  ],
  CONSOLE_REACHED: ['ok', 'It reaches the console of this service at {url}'],
  OTHER_CONSOLE: [
    'problem',
    'The console of another service answers at {url}, which does not use this database.',
    CORRECT,
  ],

  METRICS_CLOSED: ['ok', 'They are not public.'],
  METRICS_PUBLIC: [
    'problem',
    'Everybody can read {url}.',
    'Let the proxy set X-Forwarded-For, or refuse this path.',
  ],

  TABLES_NEEDED: ['skipped', 'The tables of the database have another version.'],

  OUTBOX_MOVES: ['ok', 'Nothing has waited for more than a day.'],
  OUTBOX_WAITS: [
    'problem',
    'Waiting for more than a day: {count}, the first since {since}.',
    'Look at their last answers in the list of mail (latchkey mail list), and correct what they name.',
  ],
  NONE_GIVEN_UP: ['ok', 'Nothing was given up in the last 30 days.'],
  SOME_REFUSED: [
    'ok',
    'Refused by their receivers in the last 30 days: {count}.',
    'Look at the answers in the list of mail (latchkey mail list), and correct the addresses of these customers.',
  ],
  SOME_GIVEN_UP: [
    'problem',
    'Given up in the last 30 days, because no try was successful: {count}.',
    'Look at the reasons in the list of mail (latchkey mail list), correct them, and send the mails again.',
  ],

  MAIL_UNKNOWN: ['skipped', 'No mail was sent in the last 30 days.'],
  MAIL_NOT_NEEDED: ['skipped', 'The service has no way to send mail, and none waits.'],
  MAIL_OVER_SMTP: ['ok', 'It is sent over SMTP.'],
  MAIL_IN_FILES: ['ok', 'It is written into files. The service has no public address.'],
  MAIL_HAS_NO_WAY: [
    'problem',
    'The service has no way to send mail. Waiting: {count}.',
    'Start it with --mail and --mail-from, or with --mail-folder.',
  ],
  MAIL_REACHES_NOBODY: [
    'problem',
    'It is written into files, although the service has a public address.',
    'Start the service with --mail and --mail-from.',
  ],
} as const satisfies Readonly<Record<string, readonly [Finding['status'], message: string, remedy?: string]>>

export interface Finding {
  readonly status: 'ok' | 'problem' | 'skipped'
  readonly code: FindingCode
  readonly message: string
  /** What to do about a problem. */
  readonly remedy?: string
  /** The values in both texts, by their names. */
  readonly values: Readonly<Record<string, string>>
}

export type FindingCode = keyof typeof FINDINGS

/** The names in a text such as `{url} does not answer: {failure}`. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Values<Code extends FindingCode> = Readonly<
  Record<Names<(typeof FINDINGS)[Code][number]>, string | number>
>

/** Puts the values into the texts of a code. */
export function found<Code extends FindingCode>(
  code: Code,
  ...[given]: [keyof Values<Code>] extends [never] ? [] : [values: Values<Code>]
): Finding {
  const [status, message, remedy]: readonly [Finding['status'], string, string?] = FINDINGS[code]
  const values = Object.fromEntries(
    Object.entries<string | number>(given ?? {}).map(([name, value]) => [name, String(value)]),
  )
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
  return {
    ...{ status, code, message: fill(message) },
    ...(remedy !== undefined && { remedy: fill(remedy) }),
    values,
  }
}

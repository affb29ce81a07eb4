import type { GeneratedAlways } from 'kysely'
import type { Script, ScriptUpdate } from '../../../scripts/scripts.ts'
import type { Account } from '../../accounts/accounts.ts'
import type { ConsoleSession, Person, SignInLink } from '../../accounts/people.ts'
import type { Project } from '../../accounts/projects.ts'
import type { SigningKey } from '../../accounts/signing-keys.ts'
import { EVENT_BY } from '../../events/event-by.ts'
import type { EventEntry } from '../../events/events.ts'
import type { DeviceUse } from '../../license/devices.ts'
import type { Recorded, User } from '../../license/users.ts'
import {
  bytes,
  type Column,
  column,
  createTable,
  type Engine,
  exact,
  flag,
  integer,
  list,
  mappingOf,
  oneOf,
  type RowOf,
  real,
  text,
  unique,
} from './columns.ts'
import { KEY_ENDS } from './key-ends.ts'

/**
 * Every table, described once: what Kysely knows of it, its creation in both engines, and the way
 * of a record into its row. What has been released is edited together with an upgrade in both
 * `migrate.ts`, which changes older databases in the same way.
 */

type Generated = GeneratedAlways<number>

/**
 * Numbers stand for accounts and projects inside the database, so that ten million users do not
 * each carry two long identifiers in every index.
 */
const rowId: Column<number, Generated> = column(
  'integer',
  'bigint generated always as identity',
  'primary key',
)
const reference = (table: string, constraint = 'not null'): Column<number> =>
  column('integer', 'bigint', `${constraint} references ${table} (id)`)
/** Not written with a new row. */
const generated: Column<number, Generated> = column('integer', 'bigint', 'not null default 0')
/** Null: none. Without a constraint: an event outlives its user. */
const rowNumber = column<number | null>('integer', 'bigint', '')

/** As JSON. Empty for nearly every row, and read at every check. */
const rare = <Value extends object>(nothing: Value): Column<Value, string> => ({
  ...text,
  toStored: (value) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value)),
  fromStored: (stored) => (stored === '' ? nothing : (JSON.parse(stored) as Value)),
})

export const accountFields = mappingOf<Account>()({
  id: unique(exact),
  // A to Z equal a to z: by its collation in SQLite, by an index in PostgreSQL.
  email: column('text collate nocase', 'text'),
  chatId: text,
  plan: text,
  registeredAt: integer,
  expiresAt: integer,
  enabled: flag,
  apiKeyHash: unique(bytes),
  allowList: list,
})

export const projectFields = mappingOf<Omit<Project, 'accountId' | 'secrets' | 'earlierSecrets'>>()({
  id: unique(exact),
  name: text,
  platform: text,
  appName: unique(exact),
  executor: text,
  approved: flag,
  userAgents: list,
  resetCooldownSeconds: integer,
  chatPublicKey: text,
  createdAt: integer,
  maxDevices: integer,
  movesPerYear: integer,
  features: rare<readonly string[]>([]),
  trialDays: integer,
  trialWeakDevices: flag,
  trialsPerDay: integer,
  trialsPerAddress: integer,
  trialKeptDays: integer,
})

export const signingKeyFields = mappingOf<Omit<SigningKey, 'privateKey'>>()({
  id: unique(exact),
  publicKey: text,
  createdAt: integer,
  usedUntil: integer,
})

export const scriptFields = mappingOf<Omit<Script, 'projectId'>>()({
  id: unique(exact),
  name: text,
  version: text,
  ffa: flag,
  silent: flag,
  heartbeat: flag,
  lightning: flag,
  isV4Loader: flag,
})

export const scriptUpdateFields = mappingOf<Omit<ScriptUpdate, 'projectId' | 'scriptId'>>()({
  id: unique(exact),
  startedAt: integer,
  aliveAt: integer,
  state: oneOf('processing', 'succeeded', 'rejected', 'broken'),
  stage: oneOf('parsing', 'obfuscating', 'completed'),
  message: text,
})

export const userFields = mappingOf<User>()({
  key: exact,
  identifier: exact,
  identifierType: oneOf('', 'HWID'),
  chatId: exact,
  status: oneOf('active', 'reset', 'banned'),
  lastReset: integer,
  totalResets: integer,
  authExpire: integer,
  keyDays: real,
  banned: flag,
  banReason: text,
  banExpire: integer,
  unbanToken: exact,
  banIp: text,
  totalExecutions: integer,
  note: text,
  recorded: rare<Recorded>({}),
  offlineDevice: exact,
  offlineUntil: integer,
  maxDevices: integer,
  movesPerYear: integer,
  furtherDevices: rare<readonly string[]>([]),
  deviceUse: rare<DeviceUse>({}),
  features: rare<readonly string[]>([]),
  updatesUntil: integer,
  perpetual: flag,
  trial: flag,
  vendorNote: text,
  banOnlyKey: flag,
})

/** Texts without a constraint: later versions add kinds and actors. */
export const eventFields = mappingOf<EventEntry>()({
  at: integer,
  kind: column<EventEntry['kind']>('text', 'text'),
  subject: column<EventEntry['subject']>('text', 'text'),
  subjectId: exact,
  code: text,
  actor: column<EventEntry['actor']>('text', 'text'),
  address: text,
  fields: list,
  person: text,
  bulk: exact,
  count: integer,
})

export const personFields = mappingOf<Omit<Person, 'totpSecret'>>()({
  id: unique(exact),
  // Compared as that of an account.
  email: column('text collate nocase', 'text'),
  role: oneOf('read-only', 'support', 'owner'),
  createdAt: integer,
  passwordHash: text,
  totpStep: integer,
  passwordSetAt: integer,
  totpSetAt: integer,
  resetAt: integer,
})

export const sessionFields = mappingOf<ConsoleSession>()({
  id: unique(exact),
  tokenHash: unique(bytes),
  createdAt: integer,
  usedAt: integer,
  byLink: flag,
  address: text,
  userAgent: text,
})

export const signInLinkFields = mappingOf<SignInLink>()({ tokenHash: unique(bytes), until: integer })

const primaryKey = column<string>('text', 'text collate "C"', 'primary key')

const TABLES = {
  accounts: { id: rowId, ...accountFields.columns },
  projects: {
    id: rowId,
    account_id: reference('accounts'),
    ...projectFields.columns,
    /** JSON, an array of three strings. */
    sealed_secrets: bytes,
    /** Kept by triggers, because counting a million rows at every creation would not do. */
    user_count: generated,
    /** The trials among them. */
    trial_count: generated,
  },
  signing_keys: {
    id: rowId,
    project_id: reference('projects'),
    ...signingKeyFields.columns,
    sealed_private_key: bytes,
  },
  scripts: { id: rowId, project_id: reference('projects'), ...scriptFields.columns },
  script_sources: { script_id: reference('scripts', 'primary key'), source: text },
  script_updates: {
    id: rowId,
    script_id: reference('scripts'),
    account_id: integer,
    ...scriptUpdateFields.columns,
    /** Of the source in UTF-8, while it waits and afterwards. */
    source_bytes: integer,
  },
  /**
   * Apart from their updates, because counting these must not read those. UTF-8, because a text in
   * PostgreSQL cannot hold every character.
   */
  waiting_sources: { update_id: reference('script_updates', 'primary key'), source: bytes },
  users: {
    id: rowId,
    project_id: reference('projects'),
    ...userFields.columns,
    /** As in `StoredUser`. Written with the executions. */
    used_day: generated,
  },
  /** How many keys end in which hour. Kept by triggers. */
  key_ends: {
    project_id: integer,
    hour: integer,
    slot: integer,
    used: integer,
    unused: integer,
    banned: integer,
  },
  /** The `furtherDevices` of users, by device. Kept by triggers. */
  linked_devices: { project_id: integer, identifier: exact, user_id: integer },
  /** One row for each device that has had a trial, for ever. */
  trials: {
    project_id: integer,
    /** The SHA-256 of the device ID, in hexadecimal digits. */
    device_hash: exact,
    started_at: integer,
    ends_at: integer,
    /** The license key, while it exists and is a trial. */
    user_key: exact,
  },
  /** How many trials started on a day. Kept for two days. */
  trial_counts: {
    /** Unix time divided by 86,400. */
    day: integer,
    project_id: integer,
    /** Where they started, as the limits of requests count it. Empty: anywhere. */
    address: exact,
    started: integer,
  },
  project_hours: {
    project_id: integer,
    hour: integer,
    /**
     * One row for an hour would be a row that every node waits for: each connection to PostgreSQL
     * counts into a slot, and reading adds up.
     */
    slot: integer,
    executions: integer,
    attacks_blocked: integer,
    /** The users whose first accepted check of the day was in this hour. */
    active_users: integer,
  },
  /** Refused checks by hour. The IDs grow with the hours. */
  project_refusals: { id: rowId, project_id: integer, hour: integer, code: exact, refusals: integer },
  /** Changes of many keys that a client may repeat, and their answers as JSON. */
  repeated_requests: {
    id: rowId,
    project_id: integer,
    name: unique(exact),
    newest: integer,
    answer: text,
  },
  /** Append-only. An event of an account has no project, and one of a key has its user. */
  events: {
    id: rowId,
    account_id: rowNumber,
    project_id: rowNumber,
    user_id: rowNumber,
    ...eventFields.columns,
  },
  people: {
    id: rowId,
    account_id: reference('accounts'),
    ...personFields.columns,
    /** Empty: there is no secret. */
    sealed_totp_secret: bytes,
  },
  console_sessions: { id: rowId, person_id: reference('people'), ...sessionFields.columns },
  sign_in_links: { person_id: reference('people', 'primary key'), ...signInLinkFields.columns },
  nodes: {
    id: primaryKey,
    url: text,
    alive_until: integer,
    /** Without a slash at the end. Empty: the node has no console. */
    console_url: text,
  },
  shared_counts: { name: primaryKey, count: integer, counted_until: integer },
  spent_tokens: { token: primaryKey, good_until: integer },
  service_key_proof: {
    only_row: column<1>('integer', 'integer', 'primary key check (only_row = 1)'),
    sealed: bytes,
    /** A random name of this database, which its copies have, too. */
    database_id: text,
    /** By how many announcements of nodes a copy of the database is behind. On PostgreSQL alone. */
    announcements: generated,
  },
}

/** Texts that are not set are empty, and the partial indexes leave those out. */
const indexesFor = (engine: Engine): string => {
  const email = engine === 'sqlite' ? 'email' : 'lower(email collate "C")'
  const covering = engine === 'sqlite' ? ', ' : ') include ('
  return `
create unique index accounts_by_email on accounts (${email});
create index projects_of_account on projects (account_id);
create index signing_keys_of_project on signing_keys (project_id);
create index scripts_of_project on scripts (project_id);
create index script_updates_of_script on script_updates (script_id, started_at);
create index script_updates_under_way on script_updates (alive_at) where state = 'processing';

create unique index users_by_key on users (project_id, user_key) where user_key <> '';
create unique index users_by_chat_id on users (project_id, chat_id) where chat_id <> '';
create index users_by_identifier on users (project_id, identifier) where identifier <> '';
create index users_by_unban_token on users (project_id, unban_token) where unban_token <> '';
create index users_by_end_of_ban on users (ban_expire) where banned = 1;
create index users_on_trial on users (project_id, auth_expire) where trial = 1;
create index users_banned on users (project_id, identifier, trial) where banned = 1;
-- The next two are the orders of a list of keys. They cover what the state of a key depends on, so
-- that a filter of a million keys reads no rows. A check of a linked key changes none of it.
create index users_of_project on users
  (project_id, id${covering}banned, status, last_reset, auth_expire, trial);
create index users_by_end on users
  (project_id, ${KEY_ENDS}, id${covering}banned, status, last_reset, auth_expire, trial);
create unique index linked_devices_once on linked_devices (project_id, identifier, user_id);

create unique index key_ends_once on key_ends (project_id, hour, slot);
create unique index trials_once on trials (project_id, device_hash);
create index trials_by_key on trials (project_id, user_key) where user_key <> '';
create unique index trial_counts_once on trial_counts (day, project_id, address);
create unique index project_hours_once on project_hours (project_id, hour, slot);
create unique index project_refusals_once on project_refusals (project_id, hour, code);

-- One for each filter of a list of events, in the order of time, so that no page reads events that
-- it does not show. Those of an account are few: its index has what is filtered.
create index events_of_account on events (account_id, at, id, kind, actor, person)
  where account_id is not null;
create index events_of_project on events (project_id, at, id) where count > 0;
create index events_of_kind on events (project_id, kind, at, id) where count > 0;
create index events_by_actor on events (project_id, ${EVENT_BY[engine]}, at, id, kind) where count > 0;
create index events_of_subject on events (project_id, subject_id, at, id);
create index events_of_bulk on events (project_id, bulk, subject, at, id) where bulk <> '';
create index events_refused on events (project_id, subject_id, id) where kind = 'refused';
create index events_by_time on events (at);

create unique index people_by_email on people (${email});
create index people_of_account on people (account_id);
create index console_sessions_of_person on console_sessions (person_id);
`
}

/** Creates the tables that both engines have. */
export const tablesFor = (engine: Engine): string =>
  [
    ...Object.entries(TABLES).map(([name, columns]) => createTable(name, columns, engine)),
    indexesFor(engine),
  ].join('\n')

type Described = typeof TABLES

export type Tables = { [Name in keyof Described]: RowOf<Described[Name]> } & {
  /** Created by each engine for itself. IDs grow in the order in which nonces are used. */
  nonces: { id: GeneratedAlways<number>; project_id: number; nonce: string; refused_until: number }
}

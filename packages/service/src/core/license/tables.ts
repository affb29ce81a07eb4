import { SEARCHED_TEXTS } from '../storage/sql/access.ts'
import {
  type Engine,
  exact,
  flag,
  generated,
  integer,
  mappingOf,
  oneOf,
  type RowsOf,
  rare,
  real,
  reference,
  rowId,
  rowReference,
  type TablesPart,
  text,
} from '../storage/sql/columns.ts'
import { searchOfPostgres, searchOfSqlite } from '../storage/sql/text-search.ts'
import { KEY_ENDS, KEY_ENDS_OF_POSTGRES, KEY_ENDS_OF_SQLITE } from './key-ends.ts'
import type { DeviceUse, License, Recorded } from './license.ts'
import { POSTGRES_TRIGGERS } from './postgres-triggers.ts'
import { SQLITE_TRIGGERS } from './sqlite-triggers.ts'

export const licenseFields = mappingOf<License>()({
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
  stopped: oneOf('', 'refunded', 'charged-back', 'replaced'),
  stopWords: text,
  customerId: rowReference('customers'),
})

const TABLES = {
  licenses: {
    id: rowId,
    project_id: reference('projects'),
    ...licenseFields.columns,
    /** The `usedDay` of a `StoredLicense`. It is written with the executions. */
    used_day: generated,
  },
  /** How many keys end in each hour. Triggers keep this table. */
  key_ends: {
    project_id: integer,
    hour: integer,
    slot: integer,
    used: integer,
    unused: integer,
    stopped: integer,
    banned: integer,
  },
  /** The `furtherDevices` of licenses, by device. Triggers keep this table. */
  linked_devices: { project_id: integer, identifier: exact, license_id: integer },
}

declare module '../storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

/** Texts that are not set are empty. The partial indexes leave them out. */
const indexes = (engine: Engine): string => {
  const covering = engine === 'sqlite' ? ', ' : ') include ('
  return `
create unique index licenses_by_key on licenses (project_id, license_key) where license_key <> '';
create unique index licenses_by_chat_id on licenses (project_id, chat_id) where chat_id <> '';
create index licenses_by_identifier on licenses (project_id, identifier) where identifier <> '';
create index licenses_by_unban_token on licenses (project_id, unban_token) where unban_token <> '';
create index licenses_by_end_of_ban on licenses (ban_expire) where banned = 1;
create index licenses_on_trial on licenses (project_id, auth_expire) where trial = 1;
create index licenses_banned on licenses (project_id, identifier, trial) where banned = 1;
-- The next two are the orders of a list of keys. They cover what the state of a key depends on, so
-- that a filter of a million keys reads no rows. A check of a linked key changes none of it.
create index licenses_of_project on licenses
  (project_id, id${covering}banned, stopped, status, last_reset, auth_expire, trial);
create index licenses_by_end on licenses
  (project_id, ${KEY_ENDS}, id${covering}banned, stopped, status, last_reset, auth_expire, trial);
create index licenses_by_customer on licenses (customer_id, id) where customer_id is not null;
create unique index linked_devices_once on linked_devices (project_id, identifier, license_id);
create unique index key_ends_once on key_ends (project_id, hour, slot);
`
}

export const LICENSE_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite:
      indexes('sqlite') + searchOfSqlite('licenses', SEARCHED_TEXTS) + SQLITE_TRIGGERS + KEY_ENDS_OF_SQLITE,
    postgres:
      indexes('postgres') +
      searchOfPostgres('licenses', SEARCHED_TEXTS) +
      POSTGRES_TRIGGERS +
      KEY_ENDS_OF_POSTGRES,
  },
  // Triggers delete the rows of the other two tables with the licenses.
  ofProject: { many: { licenses: 'id' }, few: ['linked_devices', 'key_ends'] },
}

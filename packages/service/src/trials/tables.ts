import { exact, integer, type RowsOf, type TablesPart } from '../core/storage/sql/columns.ts'

const TABLES = {
  /** The devices that have had a trial. A row is never deleted. */
  trials: {
    project_id: integer,
    /** The SHA-256 of the device ID, in hexadecimal digits. */
    device_hash: exact,
    started_at: integer,
    ends_at: integer,
    /** The license key, while it exists and is still a trial. */
    license_key: exact,
  },
  /** How many trials started on a day. The rows are kept for two days. */
  trial_counts: {
    /** Unix time divided by 86,400. */
    day: integer,
    project_id: integer,
    /** Where they started, in the form in which limits count addresses. Empty: anywhere. */
    address: exact,
    started: integer,
  },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEXES = `
create unique index trials_once on trials (project_id, device_hash);
create index trials_by_key on trials (project_id, license_key) where license_key <> '';
create unique index trial_counts_once on trial_counts (day, project_id, address);
`

const IS_NO_TRIAL = "new.trial = 0 or new.license_key = ''"
const FORGET_KEY = `update trials set license_key = ''
    where project_id = old.project_id and license_key = old.license_key and license_key <> '';`

/** Keeps the record of a device's trial when its key is deleted or becomes an ordinary one. */
const SQLITE_TRIGGERS = `
create trigger trial_keys_deleted after delete on licenses when old.trial = 1 begin
  ${FORGET_KEY}
end;
create trigger trial_keys_changed after update of trial, license_key on licenses
when old.trial = 1 and (${IS_NO_TRIAL}) begin
  ${FORGET_KEY}
end;
`
const POSTGRES_TRIGGERS = `
create function forget_trial_key() returns trigger language plpgsql as $$
begin
  ${FORGET_KEY}
  return null;
end $$;
create trigger trial_keys_deleted after delete on licenses
  for each row when (old.trial = 1) execute function forget_trial_key();
create trigger trial_keys_changed after update of trial, license_key on licenses
  for each row when (old.trial = 1 and (${IS_NO_TRIAL})) execute function forget_trial_key();
`

export const TRIAL_TABLES: TablesPart = {
  tables: TABLES,
  sql: { sqlite: INDEXES + SQLITE_TRIGGERS, postgres: INDEXES + POSTGRES_TRIGGERS },
  ofProject: { many: { trials: 'device_hash' }, few: ['trial_counts'] },
}

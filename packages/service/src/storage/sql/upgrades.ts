import type { Engine } from './columns.ts'
import { COUNT_ALL_KEY_ENDS } from './key-ends.ts'

const WORDS = {
  sqlite: {
    id: 'integer primary key',
    number: 'integer',
    flag: 'integer',
    exact: 'text',
    email: 'text collate nocase',
    emailKey: 'email',
    bytes: 'blob',
    strict: 'strict',
  },
  postgres: {
    id: 'bigint generated always as identity primary key',
    number: 'bigint',
    flag: 'smallint',
    exact: 'text collate "C"',
    email: 'text',
    emailKey: 'lower(email collate "C")',
    bytes: 'bytea',
    strict: '',
  },
}

/** From version 1 to 2: the table `events`, to which the notes of the audit trail move. */
const addEventsTable = (engine: Engine, network: string): string => {
  const { id, number, exact, strict } = WORDS[engine]
  return `
alter table users add column recorded text not null default '';
create table events (
  id ${id},
  account_id ${number},
  project_id ${number},
  user_id ${number},
  at ${number} not null,
  kind text not null,
  subject text not null,
  subject_id ${exact} not null,
  code text not null,
  actor text not null,
  address text not null,
  fields text not null
) ${strict};
create index events_of_account on events (account_id, id) where account_id is not null;
create index events_of_project on events (project_id, id);
create index events_of_subject on events (project_id, subject_id, id);
insert into events (project_id, at, kind, subject, subject_id, code, actor, address, fields)
  select project_id, at,
    case action
      when 'createUser' then 'created' when 'key create' then 'created'
      when 'linkChat' then 'linked' when 'redeem' then 'linked'
      when 'resetDevice' then 'reset' when 'reset' then 'reset'
      when 'blacklistUser' then 'banned' when 'unbanUser' then 'unbanned'
      when 'deleteUser' then 'deleted' else 'updated'
    end,
    case action when 'updateScript' then 'script' else 'key' end,
    -- The note of an unban had the token in the place of the key.
    case action when 'unbanUser' then '' else subject end,
    '', actor, ${network}, fields
  from audit_notes order by id;
drop table audit_notes;`
}

/** From version 2 to 3. */
const addSigningKeys = (engine: Engine): string => {
  const { id, number, exact, bytes, strict } = WORDS[engine]
  return `
create table signing_keys (
  id ${id},
  project_id ${number} not null references projects (id),
  public_id ${exact} not null unique,
  public_key text not null,
  created_at ${number} not null,
  used_until ${number} not null,
  sealed_private_key ${bytes} not null
) ${strict};
create index signing_keys_of_project on signing_keys (project_id);`
}

/** From version 3 to 4. */
const addOfflineLicenses = (engine: Engine): string => `
alter table users add column offline_device ${WORDS[engine].exact} not null default '';
alter table users add column offline_until ${WORDS[engine].number} not null default 0;`

/** From version 4 to 5. */
const addFurtherDevices = (engine: Engine, triggers: string): string => {
  const { number, exact, strict } = WORDS[engine]
  return `
alter table projects add column max_devices ${number} not null default 1;
alter table projects add column moves_per_year ${number} not null default 0;
alter table users add column max_devices ${number} not null default -1;
alter table users add column moves_per_year ${number} not null default -1;
alter table users add column further_devices text not null default '';
alter table users add column device_use text not null default '';
create table linked_devices (
  project_id ${number} not null,
  identifier ${exact} not null,
  user_id ${number} not null
) ${strict};
create unique index linked_devices_once on linked_devices (project_id, identifier, user_id);
${triggers}`
}

/** From version 5 to 6: the people of the console, their sessions and one-time links. */
const addConsole = (engine: Engine): string => {
  const { id, number, flag, exact, email, emailKey, bytes, strict } = WORDS[engine]
  return `
alter table events add column person text not null default '';
alter table nodes add column console_url text not null default '';
create table people (
  id ${id},
  account_id ${number} not null references accounts (id),
  public_id ${exact} not null unique,
  email ${email} not null,
  role text not null check (role in ('read-only', 'support', 'owner')),
  created_at ${number} not null,
  password_hash text not null,
  totp_step ${number} not null,
  sealed_totp_secret ${bytes} not null
) ${strict};
create table console_sessions (
  id ${id},
  person_id ${number} not null references people (id),
  public_id ${exact} not null unique,
  token_hash ${bytes} not null unique,
  created_at ${number} not null,
  used_at ${number} not null,
  by_link ${flag} not null,
  address text not null,
  user_agent text not null
) ${strict};
create table sign_in_links (
  person_id ${number} primary key references people (id),
  token_hash ${bytes} not null unique,
  until ${number} not null
) ${strict};
create unique index people_by_email on people (${emailKey});
create index people_of_account on people (account_id);
create index console_sessions_of_person on console_sessions (person_id);`
}

/** From version 6 to 7: the orders of a list of keys. */
const addKeyIndexes = (engine: Engine): string => {
  const covering = engine === 'sqlite' ? ', ' : ') include ('
  return `
drop index users_of_project;
create index users_of_project on users
  (project_id, id${covering}banned, status, last_reset, auth_expire);
create index users_by_end on users
  (project_id, (case when auth_expire > 0 then auth_expire else 4294967296 end),
   id${covering}banned, status, last_reset, auth_expire);`
}

/** From version 7 to 8: what a key opens, and for which versions of an app. */
const addFeatures = (engine: Engine): string => {
  const { number, flag } = WORDS[engine]
  return `
alter table projects add column features text not null default '';
alter table users add column features text not null default '';
alter table users add column updates_until ${number} not null default -1;
alter table users add column perpetual ${flag} not null default 0;`
}

/** From version 8 to 9: trials. */
const addTrials = (engine: Engine, triggers: string): string => {
  const { number, flag, exact, strict } = WORDS[engine]
  const covering = engine === 'sqlite' ? ', ' : ') include ('
  return `
alter table projects add column trial_days ${number} not null default 0;
alter table projects add column trial_weak_devices ${flag} not null default 0;
alter table projects add column trials_per_day ${number} not null default 1000;
alter table projects add column trials_per_address ${number} not null default 5;
alter table projects add column trial_kept_days ${number} not null default 30;
alter table projects add column trial_count ${number} not null default 0;
alter table users add column trial ${flag} not null default 0;
create table trials (
  project_id ${number} not null,
  device_hash ${exact} not null,
  started_at ${number} not null,
  ends_at ${number} not null,
  user_key ${exact} not null
) ${strict};
create table trial_counts (
  day ${number} not null,
  project_id ${number} not null,
  address ${exact} not null,
  started ${number} not null
) ${strict};
create index users_on_trial on users (project_id, auth_expire) where trial = 1;
create unique index trials_once on trials (project_id, device_hash);
create index trials_by_key on trials (project_id, user_key) where user_key <> '';
create unique index trial_counts_once on trial_counts (day, project_id, address);
drop index users_banned;
create index users_banned on users (project_id, identifier, trial) where banned = 1;
drop index users_of_project;
drop index users_by_end;
create index users_of_project on users
  (project_id, id${covering}banned, status, last_reset, auth_expire, trial);
create index users_by_end on users
  (project_id, (case when auth_expire > 0 then auth_expire else 4294967296 end),
   id${covering}banned, status, last_reset, auth_expire, trial);
${triggers}`
}

/** From version 9 to 10: what the overview of a project counts. */
const addOverview = (engine: Engine, keyEnds: string): string => {
  const { id, number, exact, strict } = WORDS[engine]
  return `
alter table users add column used_day ${number} not null default 0;
alter table project_hours add column active_users ${number} not null default 0;
create table project_refusals (
  id ${id},
  project_id ${number} not null,
  hour ${number} not null,
  code ${exact} not null,
  refusals ${number} not null
) ${strict};
create unique index project_refusals_once on project_refusals (project_id, hour, code);
create table key_ends (
  project_id ${number} not null,
  hour ${number} not null,
  slot ${number} not null,
  used ${number} not null,
  unused ${number} not null,
  banned ${number} not null
) ${strict};
create unique index key_ends_once on key_ends (project_id, hour, slot);
${COUNT_ALL_KEY_ENDS}
${keyEnds}`
}

/** The parts of the upgrades that an engine writes in its own way, as SQL. */
interface EngineParts {
  /** The network of `address`, as `shortAddress` writes it. */
  readonly network: string
  /** Triggers that maintain `linked_devices`. */
  readonly linkedDevices: string
  /** Triggers that maintain `trial_count`. */
  readonly trialCount: string
  /** What maintains `key_ends`, and what the engine alone needs. */
  readonly overview: string
}

/** All upgrades, in their order. New ones are only added at the end. */
export const upgradesFor = (
  engine: Engine,
  { network, linkedDevices, trialCount, overview }: EngineParts,
): readonly string[] => [
  addEventsTable(engine, network),
  addSigningKeys(engine),
  addOfflineLicenses(engine),
  addFurtherDevices(engine, linkedDevices),
  addConsole(engine),
  addKeyIndexes(engine),
  addFeatures(engine),
  addTrials(engine, trialCount),
  addOverview(engine, overview),
]

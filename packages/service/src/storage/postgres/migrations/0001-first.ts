/**
 * The same rows as in SQLite, so that the queries are the same. Texts that must be found exactly sort by their bytes,
 * which is the fastest order, and the same on every machine. Rows of users are rewritten at every check: a part of
 * each page is left free for that.
 */
export const first = `
create table accounts (
  id bigint generated always as identity primary key,
  public_id text collate "C" not null unique,
  email text not null,
  chat_id text not null,
  plan text not null,
  registered_at bigint not null,
  expires_at bigint not null,
  enabled smallint not null,
  api_key_hash bytea not null unique
);
create unique index accounts_by_email on accounts (lower(email collate "C"));

create table projects (
  id bigint generated always as identity primary key,
  public_id text collate "C" not null unique,
  account_id bigint not null references accounts (id),
  name text not null,
  platform text not null,
  app_name text collate "C" not null unique,
  executor text not null,
  approved smallint not null,
  user_agents text not null,
  sealed_secrets bytea not null,
  reset_cooldown_seconds bigint not null,
  created_at bigint not null
);
create index projects_of_account on projects (account_id);

create table scripts (
  id bigint generated always as identity primary key,
  public_id text collate "C" not null unique,
  project_id bigint not null references projects (id),
  name text not null,
  version text not null,
  ffa smallint not null,
  silent smallint not null,
  heartbeat smallint not null,
  lightning smallint not null,
  is_v4_loader smallint not null
);
create index scripts_of_project on scripts (project_id);

create table users (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id),
  user_key text collate "C" not null,
  identifier text collate "C" not null,
  identifier_type text not null,
  chat_id text collate "C" not null,
  status text not null check (status in ('active', 'reset', 'banned')),
  last_reset bigint not null,
  total_resets bigint not null,
  auth_expire bigint not null,
  key_days double precision not null,
  banned smallint not null,
  ban_reason text not null,
  ban_expire bigint not null,
  unban_token text collate "C" not null,
  ban_ip text not null,
  total_executions bigint not null,
  note text not null
) with (fillfactor = 85);
create unique index users_by_key on users (project_id, user_key) where user_key <> '';
create unique index users_by_chat_id on users (project_id, chat_id) where chat_id <> '';
create index users_by_identifier on users (project_id, identifier) where identifier <> '';
create index users_banned on users (project_id, identifier) where banned = 1;

-- No foreign keys here and below: a row for every check, and each would look its project up.
create table nonces (
  project_id bigint not null,
  nonce text collate "C" not null,
  refused_until bigint not null,
  primary key (project_id, nonce)
);
create index nonces_by_end on nonces using brin (refused_until);

-- One row an hour would be the one that every node waits for: each connection counts into a slot, and reading adds up.
create table project_hours (
  project_id bigint not null,
  hour bigint not null,
  slot smallint not null,
  executions bigint not null,
  attacks_blocked bigint not null,
  primary key (project_id, hour, slot)
) with (fillfactor = 50);

create table service_key_proof (
  only_row integer primary key check (only_row = 1),
  sealed bytea not null
);
`

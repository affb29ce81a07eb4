/**
 * Integers stand for accounts and projects inside the database, so that ten million users do not each carry two long
 * identifiers in every index. Texts that are not set are empty, and the partial indexes leave those out.
 */
export const first = `
create table accounts (
  id integer primary key,
  public_id text not null unique,
  email text not null unique collate nocase,
  chat_id text not null,
  plan text not null,
  registered_at integer not null,
  expires_at integer not null,
  enabled integer not null,
  api_key_hash blob not null unique
) strict;

create table projects (
  id integer primary key,
  public_id text not null unique,
  account_id integer not null references accounts (id),
  name text not null,
  platform text not null,
  app_name text not null unique,
  executor text not null,
  approved integer not null,
  user_agents text not null,
  sealed_secrets blob not null,
  reset_cooldown_seconds integer not null,
  created_at integer not null
) strict;
create index projects_of_account on projects (account_id);

create table scripts (
  id integer primary key,
  public_id text not null unique,
  project_id integer not null references projects (id),
  name text not null,
  version text not null,
  ffa integer not null,
  silent integer not null,
  heartbeat integer not null,
  lightning integer not null,
  is_v4_loader integer not null
) strict;
create index scripts_of_project on scripts (project_id);

create table users (
  id integer primary key,
  project_id integer not null references projects (id),
  user_key text not null,
  identifier text not null,
  identifier_type text not null,
  chat_id text not null,
  status text not null check (status in ('active', 'reset', 'banned')),
  last_reset integer not null,
  total_resets integer not null,
  auth_expire integer not null,
  key_days real not null,
  banned integer not null,
  ban_reason text not null,
  ban_expire integer not null,
  unban_token text not null,
  ban_ip text not null,
  total_executions integer not null,
  note text not null
) strict;
create unique index users_by_key on users (project_id, user_key) where user_key <> '';
create unique index users_by_chat_id on users (project_id, chat_id) where chat_id <> '';
create index users_by_identifier on users (project_id, identifier) where identifier <> '';
create index users_banned_by_identifier on users (project_id, identifier) where banned = 1 and identifier <> '';

create table nonces (
  project_id integer not null references projects (id),
  nonce text not null,
  refused_until integer not null,
  primary key (project_id, nonce)
) strict, without rowid;
create index nonces_by_end on nonces (refused_until);

create table project_hours (
  project_id integer not null references projects (id),
  hour integer not null,
  executions integer not null,
  attacks_blocked integer not null,
  primary key (project_id, hour)
) strict, without rowid;

create table service_key_proof (
  only_row integer primary key check (only_row = 1),
  sealed blob not null
) strict;
`

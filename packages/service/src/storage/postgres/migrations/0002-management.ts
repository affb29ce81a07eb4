/** See the migration of the same number for SQLite. */
export const management = `
alter table accounts add column allow_list text not null default '[]';

alter table projects add column user_count bigint not null default 0;
create function count_users() returns trigger language plpgsql as $$
begin
  update projects set user_count = user_count + changed.users
    from (select project_id, count(*) as users from changed_users group by project_id) as changed
    where projects.id = changed.project_id and tg_op = 'INSERT';
  update projects set user_count = user_count - changed.users
    from (select project_id, count(*) as users from changed_users group by project_id) as changed
    where projects.id = changed.project_id and tg_op = 'DELETE';
  return null;
end $$;
create trigger users_counted after insert on users
  referencing new table as changed_users for each statement execute function count_users();
create trigger users_discounted after delete on users
  referencing old table as changed_users for each statement execute function count_users();

create index users_of_project on users (project_id, id);
create index users_by_unban_token on users (project_id, unban_token) where unban_token <> '';
create index users_by_end_of_ban on users (ban_expire) where banned = 1;

create table script_sources (
  script_id bigint primary key references scripts (id),
  source text not null
);

create table script_updates (
  id bigint generated always as identity primary key,
  public_id text collate "C" not null unique,
  script_id bigint not null references scripts (id),
  started_at bigint not null,
  state text not null check (state in ('processing', 'succeeded', 'rejected', 'broken')),
  stage text not null check (stage in ('parsing', 'obfuscating', 'completed')),
  message text not null
);
create index script_updates_of_script on script_updates (script_id, started_at);

create table audit_notes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  project_id bigint not null references projects (id),
  at bigint not null,
  actor text not null,
  address text not null,
  action text not null,
  subject text not null,
  fields text not null
);
create index audit_notes_of_account on audit_notes (account_id, id);
`

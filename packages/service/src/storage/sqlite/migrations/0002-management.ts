/** What the management API keeps. The index on bans finds those that have run out without looking at the others. */
export const management = `
alter table accounts add column allow_list text not null default '[]';

alter table projects add column user_count integer not null default 0;
update projects set user_count = (select count(*) from users where users.project_id = projects.id);
create trigger users_counted after insert on users begin
  update projects set user_count = user_count + 1 where id = new.project_id;
end;
create trigger users_discounted after delete on users begin
  update projects set user_count = user_count - 1 where id = old.project_id;
end;

create index users_of_project on users (project_id);
create index users_by_unban_token on users (project_id, unban_token) where unban_token <> '';
create index users_by_end_of_ban on users (ban_expire) where banned = 1;
create index users_banned on users (project_id) where banned = 1;

create table script_sources (
  script_id integer primary key references scripts (id),
  source text not null
) strict;

create table script_updates (
  id integer primary key,
  public_id text not null unique,
  script_id integer not null references scripts (id),
  started_at integer not null,
  state text not null check (state in ('processing', 'succeeded', 'rejected', 'broken')),
  stage text not null check (stage in ('parsing', 'obfuscating', 'completed')),
  message text not null
) strict;
create index script_updates_of_script on script_updates (script_id, started_at);

create table audit_notes (
  id integer primary key,
  account_id integer not null references accounts (id),
  project_id integer not null references projects (id),
  at integer not null,
  actor text not null check (actor in ('api-key', 'command-line')),
  address text not null,
  action text not null,
  subject text not null,
  fields text not null
) strict;
create index audit_notes_of_account on audit_notes (account_id);
`

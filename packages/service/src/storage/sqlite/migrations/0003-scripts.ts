/** What the processing of scripts and the chat panel keep. SQLite changes a check only with the whole table. */
export const scripts = `
alter table projects add column chat_public_key text not null default '';

alter table script_updates add column alive_at integer not null default 0;
update script_updates set alive_at = started_at;

create table audit_notes_with_chat (
  id integer primary key,
  account_id integer not null references accounts (id),
  project_id integer not null references projects (id),
  at integer not null,
  actor text not null check (actor in ('api-key', 'command-line', 'chat')),
  address text not null,
  action text not null,
  subject text not null,
  fields text not null
) strict;
insert into audit_notes_with_chat select * from audit_notes;
drop table audit_notes;
alter table audit_notes_with_chat rename to audit_notes;
create index audit_notes_of_account on audit_notes (account_id);
`

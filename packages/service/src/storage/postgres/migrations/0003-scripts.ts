/** See the migration of the same number for SQLite. */
export const scripts = `
alter table projects add column chat_public_key text not null default '';
alter table script_updates add column alive_at bigint not null default 0;
update script_updates set alive_at = started_at;
alter table audit_notes add check (actor in ('api-key', 'command-line', 'chat'));
`

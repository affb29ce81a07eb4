/** See the migration of the same number for SQLite. Bytes, because a text here cannot hold every character. */
export const waitingSources = `
create table waiting_sources (
  update_id bigint primary key references script_updates (id),
  source bytea not null
);
alter table script_updates add column account_id bigint not null default 0;
alter table script_updates add column source_bytes bigint not null default 0;
create index script_updates_under_way on script_updates (alive_at) where state = 'processing';
`

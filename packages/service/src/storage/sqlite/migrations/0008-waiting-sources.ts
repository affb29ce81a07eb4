/** Sources that wait for their turn, apart from their updates: counting these must not read those. */
export const waitingSources = `
create table waiting_sources (
  update_id integer primary key references script_updates (id),
  source blob not null
) strict;
alter table script_updates add column account_id integer not null default 0;
alter table script_updates add column source_bytes integer not null default 0;
create index script_updates_under_way on script_updates (alive_at) where state = 'processing';
`

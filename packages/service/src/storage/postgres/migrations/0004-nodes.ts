/** See the migration of the same number for SQLite. Counts are lost with a crash of the database: they last minutes. */
export const nodes = `
create table nodes (
  id text collate "C" primary key,
  url text not null,
  alive_until bigint not null
);

create unlogged table shared_counts (
  name text collate "C" primary key,
  count bigint not null,
  counted_until bigint not null
) with (fillfactor = 50);

create table spent_tokens (
  token text collate "C" primary key,
  good_until bigint not null
);
`

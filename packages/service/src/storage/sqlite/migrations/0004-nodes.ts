/** What the nodes of one service must know of each other. */
export const nodes = `
create table nodes (
  id text primary key,
  url text not null,
  alive_until integer not null
) strict, without rowid;

create table shared_counts (
  name text primary key,
  count integer not null,
  counted_until integer not null
) strict, without rowid;

create table spent_tokens (
  token text primary key,
  good_until integer not null
) strict, without rowid;
`

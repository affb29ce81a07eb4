/**
 * What a key check writes is appended, and not put into its places: a place for each nonce and each user would be one
 * page of 4 KB for each. Nonces are found in memory, and executions are added to their users many at a time.
 */
export const journal = `
create table nonce_log (
  id integer primary key,
  last_refused_until integer not null,
  nonces text not null
) strict;
insert into nonce_log (last_refused_until, nonces)
  select max(refused_until), json_group_array(json_array(project_id, nonce, refused_until)) from nonces having count(*) > 0;
drop table nonces;

create table execution_log (
  id integer primary key,
  hour integer not null,
  users text not null,
  projects text not null
) strict;
`

/**
 * `key_ends` has the number of keys that end in each hour, by their state before the end. Triggers
 * keep it, because counting a million keys takes a fifth of a second.
 */

/** The end of a key. A key without an end is sorted last. An index has this expression. */
export const KEY_ENDS = '(case when auth_expire > 0 then auth_expire else 4294967296 end)'

/** The condition that no device has claimed the key. */
export const UNUSED = "status = 'reset' and last_reset = 0"

/** The condition that only its end decides whether a key works. */
export const NOT_REFUSED = "banned = 0 and stopped = ''"
/** The condition that the key was stopped. The state of one that is also banned is `banned`. */
export const STOPPED = "banned = 0 and stopped <> ''"

/**
 * The statement that adds keys to their hours, or removes them.
 * @param from a FROM clause, and `row` the name of the license in it: a table or the row of a
 * trigger
 */
const count = (change: 1 | -1, from: string, row: string, slot: string): string => {
  const of = (condition: string): string =>
    condition.replaceAll(/\b(auth_expire|banned|stopped|status|last_reset)\b/g, `${row}.$1`)
  const sum = (condition: string): string => `sum(case when ${of(condition)} then ${change} else 0 end)`
  return `
insert into key_ends (project_id, hour, slot, used, unused, stopped, banned)
  select ${row}.project_id, ${of(KEY_ENDS)} / 3600, ${slot},
    ${sum(`${NOT_REFUSED} and not (${UNUSED})`)}, ${sum(`${NOT_REFUSED} and ${UNUSED}`)},
    ${sum(STOPPED)}, ${sum('banned = 1')}
  from ${from} where true group by 1, 2 order by 1, 2
  on conflict (project_id, hour, slot) do update set used = key_ends.used + excluded.used,
    unused = key_ends.unused + excluded.unused,
    stopped = key_ends.stopped + excluded.stopped, banned = key_ends.banned + excluded.banned;`
}

const ONE = '(select 1) as one'
/**
 * The changes of a license that move its end or its state. A key check of a linked key is none of
 * them.
 */
const MOVING = ['auth_expire', 'banned', 'stopped', 'status', 'last_reset']
const MOVED = `update of ${MOVING.join(', ')} on licenses`
const HAS_MOVED = MOVING.map((name) => `old.${name} <> new.${name}`).join(' or ')

export const KEY_ENDS_OF_SQLITE = `
create trigger key_ends_added after insert on licenses begin ${count(1, ONE, 'new', '0')}
end;
create trigger key_ends_removed after delete on licenses begin ${count(-1, ONE, 'old', '0')}
end;
create trigger key_ends_moved after ${MOVED} when ${HAS_MOVED} begin
${count(-1, ONE, 'old', '0')}${count(1, ONE, 'new', '0')}
end;
`

/** Each connection counts into a slot, as in `project_hours`, so that no node waits for another. */
const SLOT = 'pg_backend_pid() % 64'

export const KEY_ENDS_OF_POSTGRES = `
alter table key_ends set (fillfactor = 50);
create function add_key_ends() returns trigger language plpgsql as $$
begin ${count(1, 'changed_licenses', 'changed_licenses', SLOT)}
  return null;
end $$;
create function remove_key_ends() returns trigger language plpgsql as $$
begin ${count(-1, 'changed_licenses', 'changed_licenses', SLOT)}
  return null;
end $$;
create function move_key_ends() returns trigger language plpgsql as $$
begin ${count(-1, ONE, 'old', SLOT)}${count(1, ONE, 'new', SLOT)}
  return null;
end $$;
create trigger key_ends_added after insert on licenses
  referencing new table as changed_licenses for each statement execute function add_key_ends();
create trigger key_ends_removed after delete on licenses
  referencing old table as changed_licenses for each statement execute function remove_key_ends();
create trigger key_ends_moved after ${MOVED}
  for each row when (${HAS_MOVED}) execute function move_key_ends();
`

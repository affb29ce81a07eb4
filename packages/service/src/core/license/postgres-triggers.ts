/**
 * What only PostgreSQL needs for licenses, and its triggers, which keep the tables and counts that
 * depend on licenses.
 */

const COUNTS = `
-- Rows that are rewritten at every check: a part of each page is left free for that.
alter table licenses set (fillfactor = 85);

create function count_licenses() returns trigger language plpgsql as $$
begin
  update projects set license_count = license_count + changed.licenses
    from (
      select project_id, case tg_op when 'INSERT' then count(*) else -count(*) end as licenses
      from changed_licenses group by project_id
    ) as changed
    where projects.id = changed.project_id;
  return null;
end $$;
create trigger licenses_counted after insert on licenses
  referencing new table as changed_licenses for each statement execute function count_licenses();
create trigger licenses_discounted after delete on licenses
  referencing old table as changed_licenses for each statement execute function count_licenses();
`

/** Keeps `linked_devices`. An empty text is not JSON. */
const LINKED_DEVICES = `
create function link_devices() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from linked_devices where project_id = old.project_id and license_id = old.id
      and identifier in (select jsonb_array_elements_text(nullif(old.further_devices, '')::jsonb));
  end if;
  if tg_op <> 'DELETE' then
    insert into linked_devices
      select new.project_id, device, new.id
      from jsonb_array_elements_text(nullif(new.further_devices, '')::jsonb) as device;
  end if;
  return null;
end $$;
create trigger devices_linked after insert on licenses
  for each row when (new.further_devices <> '') execute function link_devices();
create trigger devices_changed after update of further_devices on licenses
  for each row when (old.further_devices <> new.further_devices) execute function link_devices();
create trigger devices_unlinked after delete on licenses
  for each row when (old.further_devices <> '') execute function link_devices();
`

/** Keeps `trial_count`. */
const TRIAL_COUNT = `
create function count_trials() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update projects set trial_count = trial_count + 1 where id = new.project_id;
  elsif tg_op = 'UPDATE' then
    update projects set trial_count = trial_count + new.trial - old.trial where id = new.project_id;
  else
    update projects set trial_count = trial_count - 1 where id = old.project_id;
  end if;
  return null;
end $$;
create trigger trials_counted after insert on licenses
  for each row when (new.trial = 1) execute function count_trials();
create trigger trials_recounted after update of trial on licenses
  for each row when (old.trial <> new.trial) execute function count_trials();
create trigger trials_discounted after delete on licenses
  for each row when (old.trial = 1) execute function count_trials();
`

export const POSTGRES_TRIGGERS = COUNTS + LINKED_DEVICES + TRIAL_COUNT

/** The triggers of SQLite, which keep the tables and counts that depend on licenses. */

const COUNTS = `
create trigger licenses_counted after insert on licenses begin
  update projects set license_count = license_count + 1 where id = new.project_id;
end;
create trigger licenses_discounted after delete on licenses begin
  update projects set license_count = license_count - 1 where id = old.project_id;
end;
`

const REMOVE_DEVICES = `delete from linked_devices where project_id = old.project_id
    and license_id = old.id and identifier in (select value from json_each(nullif(old.further_devices, '')));`
const ADD_DEVICES = `insert into linked_devices
    select new.project_id, value, new.id from json_each(nullif(new.further_devices, ''));`

/** Keeps `linked_devices`. An empty text is not JSON. */
const LINKED_DEVICES = `
create trigger devices_linked after insert on licenses when new.further_devices <> '' begin
  ${ADD_DEVICES}
end;
create trigger devices_changed after update of further_devices on licenses
when old.further_devices <> new.further_devices
begin
  ${REMOVE_DEVICES}
  ${ADD_DEVICES}
end;
create trigger devices_unlinked after delete on licenses when old.further_devices <> '' begin
  ${REMOVE_DEVICES}
end;
`

/** Keeps `trial_count`. */
const TRIAL_COUNT = `
create trigger trials_counted after insert on licenses when new.trial = 1 begin
  update projects set trial_count = trial_count + 1 where id = new.project_id;
end;
create trigger trials_recounted after update of trial on licenses when old.trial <> new.trial begin
  update projects set trial_count = trial_count + new.trial - old.trial where id = new.project_id;
end;
create trigger trials_discounted after delete on licenses when old.trial = 1 begin
  update projects set trial_count = trial_count - 1 where id = old.project_id;
end;
`

export const SQLITE_TRIGGERS = COUNTS + LINKED_DEVICES + TRIAL_COUNT

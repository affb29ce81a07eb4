/** The triggers of SQLite, which keep the tables and counts that depend on licenses. */

const COUNTS = `
create trigger licenses_counted after insert on licenses begin
  update projects set license_count = license_count + 1 where id = new.project_id;
end;
create trigger licenses_discounted after delete on licenses begin
  update projects set license_count = license_count - 1 where id = old.project_id;
end;
`

/**
 * `licenses_search` finds a part of a text by its runs of three characters. Counting an execution
 * does not change it. `detail = none` stores which licenses have a run but not where, which takes a
 * third of the space; every match is compared again.
 */
const SEARCH = `
create virtual table licenses_search using fts5 (
  identifier, license_key, chat_id, note, vendor_note,
  content = 'licenses', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0
);
create trigger licenses_search_insert after insert on licenses begin
  insert into licenses_search (rowid, identifier, license_key, chat_id, note, vendor_note)
    values (new.id, new.identifier, new.license_key, new.chat_id, new.note, new.vendor_note);
end;
create trigger licenses_search_delete after delete on licenses begin
  insert into licenses_search (licenses_search, rowid, identifier, license_key, chat_id, note, vendor_note)
    values ('delete', old.id, old.identifier, old.license_key, old.chat_id, old.note, old.vendor_note);
end;
create trigger licenses_search_update after update of identifier, license_key, chat_id, note, vendor_note on licenses
when old.identifier <> new.identifier or old.license_key <> new.license_key
  or old.chat_id <> new.chat_id or old.note <> new.note
  or old.vendor_note <> new.vendor_note
begin
  insert into licenses_search (licenses_search, rowid, identifier, license_key, chat_id, note, vendor_note)
    values ('delete', old.id, old.identifier, old.license_key, old.chat_id, old.note, old.vendor_note);
  insert into licenses_search (rowid, identifier, license_key, chat_id, note, vendor_note)
    values (new.id, new.identifier, new.license_key, new.chat_id, new.note, new.vendor_note);
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

export const SQLITE_TRIGGERS = COUNTS + SEARCH + LINKED_DEVICES + TRIAL_COUNT

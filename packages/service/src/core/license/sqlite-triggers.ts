/** The triggers of SQLite that keep what follows the users. */

const COUNTS = `
create trigger users_counted after insert on users begin
  update projects set user_count = user_count + 1 where id = new.project_id;
end;
create trigger users_discounted after delete on users begin
  update projects set user_count = user_count - 1 where id = old.project_id;
end;
`

/**
 * Counting an execution touches nothing of `users_search`, which finds a part of a text by its runs
 * of three characters. `detail = none` stores which users have a run and not where, a third of the
 * size; what is found by it is compared again.
 */
const SEARCH = `
create virtual table users_search using fts5 (
  identifier, user_key, chat_id, note, vendor_note,
  content = 'users', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0
);
create trigger users_search_insert after insert on users begin
  insert into users_search (rowid, identifier, user_key, chat_id, note, vendor_note)
    values (new.id, new.identifier, new.user_key, new.chat_id, new.note, new.vendor_note);
end;
create trigger users_search_delete after delete on users begin
  insert into users_search (users_search, rowid, identifier, user_key, chat_id, note, vendor_note)
    values ('delete', old.id, old.identifier, old.user_key, old.chat_id, old.note, old.vendor_note);
end;
create trigger users_search_update after update of identifier, user_key, chat_id, note, vendor_note on users
when old.identifier <> new.identifier or old.user_key <> new.user_key
  or old.chat_id <> new.chat_id or old.note <> new.note
  or old.vendor_note <> new.vendor_note
begin
  insert into users_search (users_search, rowid, identifier, user_key, chat_id, note, vendor_note)
    values ('delete', old.id, old.identifier, old.user_key, old.chat_id, old.note, old.vendor_note);
  insert into users_search (rowid, identifier, user_key, chat_id, note, vendor_note)
    values (new.id, new.identifier, new.user_key, new.chat_id, new.note, new.vendor_note);
end;
`

const REMOVE_DEVICES = `delete from linked_devices where project_id = old.project_id
    and user_id = old.id and identifier in (select value from json_each(nullif(old.further_devices, '')));`
const ADD_DEVICES = `insert into linked_devices
    select new.project_id, value, new.id from json_each(nullif(new.further_devices, ''));`

/** `linked_devices` follows the users. An empty text is no JSON. */
const LINKED_DEVICES = `
create trigger devices_linked after insert on users when new.further_devices <> '' begin
  ${ADD_DEVICES}
end;
create trigger devices_changed after update of further_devices on users
when old.further_devices <> new.further_devices
begin
  ${REMOVE_DEVICES}
  ${ADD_DEVICES}
end;
create trigger devices_unlinked after delete on users when old.further_devices <> '' begin
  ${REMOVE_DEVICES}
end;
`

/** `trial_count` follows the users. */
const TRIAL_COUNT = `
create trigger trials_counted after insert on users when new.trial = 1 begin
  update projects set trial_count = trial_count + 1 where id = new.project_id;
end;
create trigger trials_recounted after update of trial on users when old.trial <> new.trial begin
  update projects set trial_count = trial_count + new.trial - old.trial where id = new.project_id;
end;
create trigger trials_discounted after delete on users when old.trial = 1 begin
  update projects set trial_count = trial_count - 1 where id = old.project_id;
end;
`

export const SQLITE_TRIGGERS = COUNTS + SEARCH + LINKED_DEVICES + TRIAL_COUNT

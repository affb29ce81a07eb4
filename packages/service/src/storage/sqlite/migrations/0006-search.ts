/**
 * Finds a part of a text by its runs of three characters. `detail = none` keeps which users have a run and not where, a
 * third of the size; what is found so is looked at again. Counting an execution touches none of it.
 */
export const search = `
create virtual table users_search using fts5 (
  identifier, user_key, chat_id, note,
  content = 'users', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0
);
insert into users_search (users_search) values ('rebuild');
create trigger users_search_insert after insert on users begin
  insert into users_search (rowid, identifier, user_key, chat_id, note)
    values (new.id, new.identifier, new.user_key, new.chat_id, new.note);
end;
create trigger users_search_delete after delete on users begin
  insert into users_search (users_search, rowid, identifier, user_key, chat_id, note)
    values ('delete', old.id, old.identifier, old.user_key, old.chat_id, old.note);
end;
create trigger users_search_update after update of identifier, user_key, chat_id, note on users
when old.identifier <> new.identifier or old.user_key <> new.user_key or old.chat_id <> new.chat_id or old.note <> new.note
begin
  insert into users_search (users_search, rowid, identifier, user_key, chat_id, note)
    values ('delete', old.id, old.identifier, old.user_key, old.chat_id, old.note);
  insert into users_search (rowid, identifier, user_key, chat_id, note)
    values (new.id, new.identifier, new.user_key, new.chat_id, new.note);
end;
`

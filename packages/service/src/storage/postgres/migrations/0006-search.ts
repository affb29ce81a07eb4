/** Finds a part of a text by its runs of three characters. A server without pg_trgm looks at every user instead. */
export const search = `
do $$ begin
  create extension if not exists pg_trgm;
  create index users_search on users using gin (
    lower(identifier collate "C") gin_trgm_ops, lower(user_key collate "C") gin_trgm_ops,
    lower(chat_id collate "C") gin_trgm_ops, lower(note collate "C") gin_trgm_ops
  );
exception when undefined_file or feature_not_supported or insufficient_privilege then
  raise notice 'There is no pg_trgm: a search looks at every user.';
end $$;
`

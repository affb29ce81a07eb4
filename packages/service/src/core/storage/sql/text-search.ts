/**
 * Indexes that find a part of a text by its runs of three characters. They are named
 * `TABLE_search`, and every match is compared again.
 */

/**
 * Makes the index of SQLite, and the triggers that keep it. A change of other columns does not write
 * to it. `detail = none` stores which rows have a run but not where, which takes a third of the space.
 */
export function searchOfSqlite(table: string, columns: readonly string[]): string {
  const index = `${table}_search`
  const names = columns.join(', ')
  const valuesOf = (row: 'old' | 'new') => columns.map((name) => `${row}.${name}`).join(', ')
  const add = `insert into ${index} (rowid, ${names})
    values (new.id, ${valuesOf('new')});`
  const remove = `insert into ${index} (${index}, rowid, ${names})
    values ('delete', old.id, ${valuesOf('old')});`
  return `
create virtual table ${index} using fts5 (
  ${names},
  content = '${table}', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0
);
create trigger ${index}_insert after insert on ${table} begin
  ${add}
end;
create trigger ${index}_delete after delete on ${table} begin
  ${remove}
end;
create trigger ${index}_update after update of ${names} on ${table}
when ${columns.map((name) => `old.${name} <> new.${name}`).join(' or ')}
begin
  ${remove}
  ${add}
end;
`
}

/** Makes the index of PostgreSQL, if the server has `pg_trgm`. */
export const searchOfPostgres = (table: string, columns: readonly string[]): string => `
do $$ begin
  create extension if not exists pg_trgm;
  create index ${table}_search on ${table} using gin (
    ${columns.map((name) => `lower(${name} collate "C") gin_trgm_ops`).join(', ')}
  );
exception when undefined_file or feature_not_supported or insufficient_privilege then
  raise notice 'There is no pg_trgm: a search looks at every row of ${table}.';
end $$;
`

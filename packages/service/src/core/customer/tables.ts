import { emailIndex } from '../accounts/tables.ts'
import {
  column,
  type Engine,
  exact,
  integer,
  mappingOf,
  type RowsOf,
  reference,
  rowId,
  type TablesPart,
  unique,
} from '../storage/sql/columns.ts'
import type { Customer } from './customers.ts'

/** A text in which A to Z equal a to z, like the address of an account. */
const withoutCase = column<string>('text collate nocase', 'text')

export const customerFields = mappingOf<Customer>()({
  id: unique(exact),
  email: withoutCase,
  name: withoutCase,
  createdAt: integer,
})

const TABLES = {
  customers: { id: rowId, account_id: reference('accounts'), ...customerFields.columns },
}

declare module '../storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const indexes = (engine: Engine): string => `
create unique index customers_by_email on customers (account_id, ${emailIndex(engine)});
create index customers_by_name on customers
  (account_id, ${engine === 'sqlite' ? 'name' : 'lower(name collate "C")'});
create index customers_of_account on customers (account_id, id);
`

/** An index that finds a part of an address or a name, as `licenses_search` does for keys. */
const SEARCH_OF_SQLITE = `
create virtual table customers_search using fts5 (
  email, name,
  content = 'customers', content_rowid = 'id', tokenize = 'trigram', detail = none, columnsize = 0
);
create trigger customers_search_insert after insert on customers begin
  insert into customers_search (rowid, email, name) values (new.id, new.email, new.name);
end;
create trigger customers_search_delete after delete on customers begin
  insert into customers_search (customers_search, rowid, email, name)
    values ('delete', old.id, old.email, old.name);
end;
create trigger customers_search_update after update of email, name on customers begin
  insert into customers_search (customers_search, rowid, email, name)
    values ('delete', old.id, old.email, old.name);
  insert into customers_search (rowid, email, name) values (new.id, new.email, new.name);
end;
`
const SEARCH_OF_POSTGRES = `
do $$ begin
  create extension if not exists pg_trgm;
  create index customers_search on customers using gin (
    lower(email collate "C") gin_trgm_ops, lower(name collate "C") gin_trgm_ops
  );
exception when undefined_file or feature_not_supported or insufficient_privilege then
  raise notice 'pg_trgm is missing: searches for customers read all of an account.';
end $$;
`

export const CUSTOMER_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite: indexes('sqlite') + SEARCH_OF_SQLITE,
    postgres: indexes('postgres') + SEARCH_OF_POSTGRES,
  },
}

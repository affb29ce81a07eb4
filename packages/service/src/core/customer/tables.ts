import {
  type Engine,
  exact,
  integer,
  mappingOf,
  type RowsOf,
  reference,
  rowId,
  type TablesPart,
  unique,
  withoutCase,
  withoutCaseIndex,
} from '../storage/sql/columns.ts'
import { searchOfPostgres, searchOfSqlite } from '../storage/sql/text-search.ts'
import type { Customer } from './customers.ts'

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
create unique index customers_by_email on customers (account_id, ${withoutCaseIndex('email', engine)});
create index customers_by_name on customers
  (account_id, ${withoutCaseIndex('name', engine)});
create index customers_of_account on customers (account_id, id);
`

const SEARCHED = ['email', 'name']

export const CUSTOMER_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite: indexes('sqlite') + searchOfSqlite('customers', SEARCHED),
    postgres: indexes('postgres') + searchOfPostgres('customers', SEARCHED),
  },
}

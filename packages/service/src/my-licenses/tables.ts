import {
  bytes,
  column,
  integer,
  partOf,
  type RowsOf,
  reference,
  rowId,
  type TablesPart,
  unique,
  withoutCase,
} from '../core/storage/sql/columns.ts'

const TABLES = {
  /**
   * Links that were mailed to an address for something of a customer: a license that is offered to it,
   * or, without a license, to make it the address of the customer. A row is deleted with its license,
   * with its customer, when it is spent, and when it ends.
   */
  customer_links: {
    id: rowId,
    project_id: reference('projects'),
    customer_id: partOf('customers'),
    license_id: column<number | null>('integer', 'bigint', 'references licenses (id) on delete cascade'),
    email: withoutCase,
    token_hash: unique(bytes),
    until: integer,
  },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEXES = `
create unique index customer_links_of_license on customer_links (license_id) where license_id is not null;
create unique index customer_links_of_address on customer_links (customer_id) where license_id is null;
create index customer_links_of_customer on customer_links (customer_id);
`

export const MY_LICENSE_TABLES: TablesPart = {
  tables: TABLES,
  sql: { sqlite: INDEXES, postgres: INDEXES },
  ofProject: { few: ['customer_links'] },
}

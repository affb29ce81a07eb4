import { integer, partOf, type RowsOf, type TablesPart } from '../core/storage/sql/columns.ts'

const TABLES = {
  /** Customers who ask to be erased. The row is deleted with its customer, or when an owner declines. */
  erasure_requests: { customer_id: partOf('customers'), asked_at: integer },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEXES = `
create unique index erasure_requests_once on erasure_requests (customer_id);
`

/** The table of customers is in the core, because keys refer to it. */
export const ERASURE_TABLES: TablesPart = { tables: TABLES, sql: { sqlite: INDEXES, postgres: INDEXES } }

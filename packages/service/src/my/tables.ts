import type { CustomerAct } from '@latchkey/management'
import {
  bytes,
  type Column,
  exact,
  flag,
  integer,
  list,
  mappingOf,
  type RowsOf,
  reference,
  rowId,
  type TablesPart,
  unique,
} from '../core/storage/sql/columns.ts'
import type { CustomerSession } from './storage.ts'

const acts = list as Column<readonly CustomerAct[], string>

export const customerSessionFields = mappingOf<CustomerSession>()({
  id: unique(exact),
  tokenHash: unique(bytes),
  createdAt: integer,
  usedAt: integer,
})

/** SECURITY: a session or a link does not outlive a change of the address that it proves. */
const ofAddress = { customer_id: reference('customers'), address_hash: bytes }

const TABLES = {
  /** Has a row for each project whose page was changed. `may`: what is allowed. */
  customer_pages: { project_id: reference('projects', 'primary key'), is_on: flag, may: acts },
  /** Requests to sign in, until they are answered a moment later. */
  customer_sign_in_requests: { id: rowId, project_id: reference('projects'), at: integer, sealed: bytes },
  /** Links that can be spent, each with its code. `code_hash`: empty without one. */
  customer_sign_ins: {
    id: rowId,
    project_id: reference('projects'),
    ...ofAddress,
    token_hash: unique(bytes),
    code_hash: bytes,
    until: integer,
  },
  customer_sessions: { id: rowId, ...ofAddress, ...customerSessionFields.columns },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const INDEXES = `
create index customer_sign_ins_of_customer on customer_sign_ins (customer_id);
create index customer_sign_ins_by_code on customer_sign_ins (code_hash);
create index customer_sessions_of_customer on customer_sessions (customer_id);
`

export const MY_TABLES: TablesPart = {
  tables: TABLES,
  sql: { sqlite: INDEXES, postgres: INDEXES },
  ofProject: { few: ['customer_sign_ins', 'customer_sign_in_requests', 'customer_pages'] },
}

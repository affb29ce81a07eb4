import type { ConsoleSession, Person, SignInLink } from '../core/accounts/people.ts'
import {
  bytes,
  type Engine,
  exact,
  flag,
  integer,
  mappingOf,
  oneOf,
  type RowsOf,
  reference,
  rowId,
  type TablesPart,
  text,
  unique,
  withoutCase,
  withoutCaseIndex,
} from '../core/storage/sql/columns.ts'

export const personFields = mappingOf<Omit<Person, 'totpSecret'>>()({
  id: unique(exact),
  email: withoutCase,
  role: oneOf('read-only', 'support', 'owner'),
  createdAt: integer,
  passwordHash: text,
  totpStep: integer,
  passwordSetAt: integer,
  totpSetAt: integer,
  resetAt: integer,
})

export const sessionFields = mappingOf<ConsoleSession>()({
  id: unique(exact),
  tokenHash: unique(bytes),
  createdAt: integer,
  usedAt: integer,
  byLink: flag,
  address: text,
  userAgent: text,
})

export const signInLinkFields = mappingOf<SignInLink>()({ tokenHash: unique(bytes), until: integer })

const TABLES = {
  people: {
    id: rowId,
    account_id: reference('accounts'),
    ...personFields.columns,
    /** The secret of the authenticator app. Empty: there is none. */
    sealed_totp_secret: bytes,
  },
  console_sessions: { id: rowId, person_id: reference('people'), ...sessionFields.columns },
  sign_in_links: { person_id: reference('people', 'primary key'), ...signInLinkFields.columns },
}

declare module '../core/storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const indexes = (engine: Engine): string => `
create unique index people_by_email on people (${withoutCaseIndex('email', engine)});
create index people_of_account on people (account_id);
create index console_sessions_of_person on console_sessions (person_id);
`

export const PEOPLE_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite: indexes('sqlite'),
    postgres: indexes('postgres'),
  },
}

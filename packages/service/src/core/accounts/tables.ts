import {
  bytes,
  type Engine,
  exact,
  flag,
  generated,
  integer,
  list,
  mappingOf,
  type RowsOf,
  rare,
  reference,
  rowId,
  type TablesPart,
  text,
  unique,
  withoutCase,
  withoutCaseIndex,
} from '../storage/sql/columns.ts'
import type { Account } from './accounts.ts'
import type { Project } from './projects.ts'
import type { SigningKey } from './signing-keys.ts'

export const accountFields = mappingOf<Account>()({
  id: unique(exact),
  email: withoutCase,
  chatId: text,
  plan: text,
  registeredAt: integer,
  expiresAt: integer,
  enabled: flag,
  apiKeyHash: unique(bytes),
  allowList: list,
})

export const projectFields = mappingOf<Omit<Project, 'accountId' | 'secrets' | 'earlierSecrets'>>()({
  id: unique(exact),
  name: text,
  platform: text,
  appName: unique(exact),
  executor: text,
  approved: flag,
  userAgents: list,
  resetCooldownSeconds: integer,
  chatPublicKey: text,
  createdAt: integer,
  maxDevices: integer,
  movesPerYear: integer,
  features: rare<readonly string[]>([]),
  trialDays: integer,
  trialWeakDevices: flag,
  trialsPerDay: integer,
  trialsPerAddress: integer,
  trialKeptDays: integer,
  askOwner: flag,
  hasReleases: flag,
})

export const signingKeyFields = mappingOf<Omit<SigningKey, 'privateKey'>>()({
  id: unique(exact),
  publicKey: text,
  createdAt: integer,
  usedUntil: integer,
})

const TABLES = {
  accounts: { id: rowId, ...accountFields.columns },
  projects: {
    id: rowId,
    account_id: reference('accounts'),
    ...projectFields.columns,
    /** A JSON array of three strings. */
    sealed_secrets: bytes,
    /**
     * Triggers keep the count, because counting a million rows at every creation would take too
     * long.
     */
    license_count: generated,
    /** The number of trials in `license_count`. */
    trial_count: generated,
  },
  signing_keys: {
    id: rowId,
    project_id: reference('projects'),
    ...signingKeyFields.columns,
    sealed_private_key: bytes,
  },
  project_hours: {
    project_id: integer,
    hour: integer,
    /**
     * Every node would wait for a single row of an hour, so each connection to PostgreSQL counts
     * into a slot, and reading adds them up.
     */
    slot: integer,
    executions: integer,
    attacks_blocked: integer,
    /** The number of licenses whose first accepted check of the day was in this hour. */
    active_licenses: integer,
  },
}

declare module '../storage/sql/tables.ts' {
  interface Tables extends RowsOf<typeof TABLES> {}
}

const indexes = (engine: Engine): string => `
create unique index accounts_by_email on accounts (${withoutCaseIndex('email', engine)});
create index projects_of_account on projects (account_id);
create index signing_keys_of_project on signing_keys (project_id);
create unique index project_hours_once on project_hours (project_id, hour, slot);
`

export const ACCOUNT_TABLES: TablesPart = {
  tables: TABLES,
  sql: {
    sqlite: indexes('sqlite'),
    postgres: `${indexes('postgres')}
alter table project_hours set (fillfactor = 50);
`,
  },
  ofProject: { few: ['project_hours', 'signing_keys'] },
}

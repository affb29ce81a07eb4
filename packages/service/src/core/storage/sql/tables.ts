/**
 * Every table of the service, as Kysely knows it. The core and each module add the tables that they
 * describe in a `tables.ts` of their own.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by those files.
export interface Tables {}

import type { Role } from '@latchkey/management'

/** One of `PERSON_ROLES`. */
export type PersonRole = Role

/** The roles, the most careful first: it is the choice for a new person. */
export const PERSON_ROLES = ['read-only', 'support', 'owner'] as const satisfies readonly Role[]

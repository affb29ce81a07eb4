/** What a person may do in the console. Each role may do everything that the roles before it may do. */
export const ROLES = ['read-only', 'support', 'owner'] as const
/** One of `ROLES`. */
export type Role = (typeof ROLES)[number]

/** Whether a role includes another one. */
export const mayActAs = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)

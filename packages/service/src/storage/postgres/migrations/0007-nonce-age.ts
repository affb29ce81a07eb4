/**
 * Numbers nonces in the order in which they come, so that a node can tell those that it has known
 * for a while. Their seconds do not tell it: the time of day may be set.
 */
export const nonceAge = 'alter table nonces add column id bigint generated always as identity'

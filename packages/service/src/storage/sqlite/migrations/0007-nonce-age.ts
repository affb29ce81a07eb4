/**
 * PostgreSQL numbers its nonces from here on. Here, the rows of the log have numbers since they
 * exist.
 */
export const nonceAge = 'select 1'

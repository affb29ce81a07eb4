import type { Engine } from '../storage/sql/columns.ts'

const BY = "(case when person <> '' then person else actor end)"

/**
 * The actor of an event, by which lists are filtered. An index has this expression. A to Z equal a
 * to z.
 */
export const EVENT_BY: Readonly<Record<Engine, string>> = {
  sqlite: `lower(${BY})`,
  postgres: `lower(${BY} collate "C")`,
}

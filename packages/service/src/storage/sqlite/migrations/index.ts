import { first } from './0001-first.ts'
import { management } from './0002-management.ts'
import { scripts } from './0003-scripts.ts'
import { nodes } from './0004-nodes.ts'
import { journal } from './0005-journal.ts'
import { search } from './0006-search.ts'
import { nonceAge } from './0007-nonce-age.ts'
import { waitingSources } from './0008-waiting-sources.ts'

/** Append-only: a migration that was released is never edited. The number of each is its place, counted from 1. */
export const MIGRATIONS: readonly string[] = [
  first,
  management,
  scripts,
  nodes,
  journal,
  search,
  nonceAge,
  waitingSources,
]

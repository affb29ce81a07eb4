import type { StoringModule } from '../core/http/module.ts'
import { registerFeeds } from './feed-routes.ts'
import type { ReleaseParts } from './parts.ts'
import { releaseMethods } from './queries.ts'
import { registerReleases } from './routes.ts'
import type { ReleaseStorage } from './storage.ts'
import { RELEASE_TABLES } from './tables.ts'

export const releases: StoringModule<ReleaseStorage, ReleaseParts> = {
  name: 'releases',
  storage: { tables: RELEASE_TABLES, methods: releaseMethods },
  api: registerFeeds,
  management: registerReleases,
}

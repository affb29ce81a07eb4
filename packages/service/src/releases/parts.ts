import type { CheckParts } from '../checks/parts.ts'
import type { ReleaseFolder } from './folder.ts'
import type { ReleaseStorage } from './storage.ts'

export interface ReleaseParts extends CheckParts<ReleaseStorage> {
  /** Undefined: the service has no folder for releases. */
  readonly releaseFolder: ReleaseFolder | undefined
}

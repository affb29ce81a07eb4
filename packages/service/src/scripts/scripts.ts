import type { Project } from '../core/accounts/projects.ts'

export interface Script {
  readonly id: string
  readonly projectId: string
  readonly name: string
  /** A zero-padded number. */
  readonly version: string
  readonly ffa: boolean
  readonly silent: boolean
  readonly heartbeat: boolean
  readonly lightning: boolean
  readonly isV4Loader: boolean
}

/** The state of an update of a script: how it ended, or that it has not ended. */
export type ScriptUpdateState =
  | 'processing'
  /** The script is the new version. */
  | 'succeeded'
  /** The source cannot be processed; the script is the earlier version. */
  | 'rejected'
  /** The update failed, but not because of the source; the script is the earlier version. */
  | 'broken'

export type ScriptUpdateStage = 'parsing' | 'obfuscating' | 'completed'

export interface ScriptUpdate {
  /** The track ID. */
  readonly id: string
  readonly projectId: string
  readonly scriptId: string
  readonly startedAt: number
  /** The last second at which its process recorded that it is alive. */
  readonly aliveAt: number
  readonly state: ScriptUpdateState
  readonly stage: ScriptUpdateStage
  /** Why it was rejected or failed; empty otherwise. */
  readonly message: string
}

/** The data that decides whether a caller may run a script. */
export interface ScriptToRun {
  readonly project: Project
  readonly script: Script
  /** Whether an update has succeeded. */
  readonly hasSource: boolean
}

/** A script with its source, for delivery. */
export type ScriptToLoad = Omit<ScriptToRun, 'hasSource'> & { readonly source: string }

/** The first update makes it version 0001. */
export const newScript = (id: string, projectId: string, name: string): Script => ({
  id,
  projectId,
  name,
  version: '0000',
  ffa: false,
  silent: false,
  heartbeat: true,
  lightning: false,
  isV4Loader: false,
})

export interface ProjectWithScripts extends Project {
  readonly scripts: readonly Script[]
}

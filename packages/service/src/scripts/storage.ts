import type { Origin } from '../core/event-log/events.ts'
import type { Allowance, AllowanceRefusal } from './script-update.ts'
import type {
  ProjectWithScripts,
  Script,
  ScriptToLoad,
  ScriptToRun,
  ScriptUpdate,
  ScriptUpdateStage,
} from './scripts.ts'

/** The end of an update of a script. */
export type ScriptUpdateEnd =
  | {
      readonly state: 'succeeded'
      readonly source: string
      /** Returns the changed script. Pure. */
      readonly change: (script: Script) => Script
    }
  | { readonly state: 'rejected' | 'broken'; readonly message: string }

export interface ScriptStorage {
  /** Every project of an account with its scripts, oldest first. */
  projectsWithScripts(accountId: string): Promise<readonly ProjectWithScripts[]>
  /**
   * Creates a script.
   * @param most how many scripts the account may have, in all its projects
   */
  createScript(
    script: Script,
    most?: number,
    by?: Origin,
  ): Promise<'created' | 'script-exists' | 'too-many-scripts' | 'no-such-project'>
  findScript(projectId: string, scriptId: string): Promise<Script | undefined>
  /** Finds the source of the last update that succeeded. */
  findSource(projectId: string, scriptId: string): Promise<string | undefined>
  /** Finds a script by its ID, in any account, without its source. */
  findScriptToRun(scriptId: string): Promise<ScriptToRun | undefined>
  /** Finds a script with its source; undefined until the first update has succeeded. */
  findScriptToLoad(scriptId: string): Promise<ScriptToLoad | undefined>
  /**
   * Records an update and stores its source until the update ends. Updates that begin at the same
   * moment on several nodes may exceed the limit for all accounts by one each; the limit for an
   * account is exact.
   */
  beginScriptUpdate(
    update: ScriptUpdate,
    source: string,
    allowance: Allowance,
    by: Origin,
  ): Promise<'begun' | 'no-such-script' | AllowanceRefusal>
  /** Finds the source of an update that has not ended. */
  findWaitingSource(updateId: string): Promise<string | undefined>
  /** Records the stage of an update, and that it is alive. Does nothing if it has ended. */
  reachStage(updateId: string, stage: ScriptUpdateStage, now: number): Promise<void>
  /** Records that these updates are alive at this second. Does nothing to those that have ended. */
  keepUpdatesAlive(updateIds: readonly string[], now: number): Promise<void>
  /**
   * Ends an update once; a second call does nothing. A success also changes the script and its
   * source. The uploaded source is deleted.
   */
  endScriptUpdate(updateId: string, end: ScriptUpdateEnd): Promise<'ended' | 'not-under-way'>
  /** Ends those of these updates that have not ended as broken, as `endScriptUpdate` does. */
  breakOffUpdates(updateIds: readonly string[], message: string): Promise<void>
  /**
   * Ends at most `most` updates as broken that were last alive before this second: the process that
   * worked on them has ended.
   * @returns how many were ended
   */
  breakOffDeadUpdates(aliveBefore: number, most: number, message: string): Promise<number>
  findScriptUpdate(projectId: string, scriptId: string, updateId: string): Promise<ScriptUpdate | undefined>
  /** Finds the update of each script of a project that began last, in no particular order. */
  lastScriptUpdates(projectId: string): Promise<readonly ScriptUpdate[]>
}

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
      /** The script as it is from now on. Pure. */
      readonly change: (script: Script) => Script
    }
  | { readonly state: 'rejected' | 'broken'; readonly message: string }

export interface ScriptStorage {
  /** Every project of an account with its scripts, oldest first. */
  projectsWithScripts(accountId: string): Promise<readonly ProjectWithScripts[]>
  /** @param most how many scripts the account may have, over all its projects */
  createScript(
    script: Script,
    most?: number,
    by?: Origin,
  ): Promise<'created' | 'script-exists' | 'too-many-scripts' | 'no-such-project'>
  findScript(projectId: string, scriptId: string): Promise<Script | undefined>
  /** The source of the last update that succeeded. */
  findSource(projectId: string, scriptId: string): Promise<string | undefined>
  /** By its ID, in any account. The source is not read. */
  findScriptToRun(scriptId: string): Promise<ScriptToRun | undefined>
  /** The same with the source; undefined until the first update has succeeded. */
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
  /** The source of an update that has not ended. */
  findWaitingSource(updateId: string): Promise<string | undefined>
  /** Notes the stage of an update, and that it is alive. Does nothing to one that has ended. */
  reachStage(updateId: string, stage: ScriptUpdateStage, now: number): Promise<void>
  /** Notes that these updates are alive at this second. Does nothing to those that have ended. */
  keepUpdatesAlive(updateIds: readonly string[], now: number): Promise<void>
  /**
   * Ends an update once; of a second end nothing is done. A success changes the script and its
   * source with it. The source that was uploaded is deleted.
   */
  endScriptUpdate(updateId: string, end: ScriptUpdateEnd): Promise<'ended' | 'not-under-way'>
  /** Ends as broken those of these updates that have not ended, as `endScriptUpdate` does. */
  breakOffUpdates(updateIds: readonly string[], message: string): Promise<void>
  /**
   * The same for at most `most` updates that were last alive before this second: the process that
   * worked on them is gone.
   * @returns how many it were
   */
  breakOffDeadUpdates(aliveBefore: number, most: number, message: string): Promise<number>
  findScriptUpdate(projectId: string, scriptId: string, updateId: string): Promise<ScriptUpdate | undefined>
  /** Of each script of a project, the update that began last. In no order. */
  lastScriptUpdates(projectId: string): Promise<readonly ScriptUpdate[]>
}

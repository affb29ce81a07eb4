import type { Usage } from '../core/accounts/usage.ts'
import type { Overview, RefusalCount } from './overview.ts'

export interface OverviewStorage {
  /**
   * Counts what an account has used.
   * @param since the first second from which obfuscations count
   */
  usage(accountId: string, fromHour: number, since: number): Promise<Usage>
  /** Counts what a project has used, and its keys by their states at `now`. */
  overview(projectId: string, now: number, since: number): Promise<Overview | undefined>
  /** Counts refused checks; those of an unknown app are ignored. */
  addRefusals(counts: readonly RefusalCount[]): Promise<void>
}

import type { Usage } from '../core/accounts/usage.ts'
import type { Overview, RefusalCount } from './overview.ts'

export interface OverviewStorage {
  /** @param since the first second from which obfuscations count */
  usage(accountId: string, fromHour: number, since: number): Promise<Usage>
  /** The same for one project, with the states of its keys at `now`. */
  overview(projectId: string, now: number, since: number): Promise<Overview | undefined>
  /** Counts refused checks; those of an unknown app are ignored. */
  addRefusals(counts: readonly RefusalCount[]): Promise<void>
}

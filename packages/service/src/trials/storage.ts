import type { Origin } from '../core/event-log/events.ts'
import type { TrialDecision, TrialSnapshot } from './trials.ts'

export interface TrialStorage {
  /**
   * Reads what is stored of the trial of a device, lets `decide` decide, and creates the key of a
   * trial that starts. No other trial of the account starts in between, on any node. `decide` is
   * pure, and may be called again.
   * @param where `address`: the address of the request, in the form in which limits count it
   * @returns undefined for an unknown project
   */
  startTrial(
    appName: string,
    where: { readonly deviceId: string; readonly address: string },
    decide: (known: TrialSnapshot) => TrialDecision,
    by: Origin,
  ): Promise<TrialDecision | undefined>
}

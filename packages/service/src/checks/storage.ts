import type { GroupDecision, GroupSnapshot } from './check-group.ts'
import type { CheckAnswer, CheckAttempt } from './check-key.ts'

export interface CheckStorage {
  /**
   * Reads what a group of key checks is about, lets `decide` decide, and commits the effects. No
   * other process reads or writes the same licenses in between, and groups of several processes do not
   * interleave. `decide` is pure, because a storage may call it again after a conflict with another
   * process. Nonces that have expired by both clocks are deleted here (see `NONCE_KEPT_SECONDS`).
   * @returns the answers of `decide`
   */
  checkKeys(
    attempts: readonly CheckAttempt[],
    now: number,
    decide: (snapshot: GroupSnapshot) => GroupDecision,
  ): Promise<readonly CheckAnswer[]>
  /** How many groups of key checks should be under way at once. */
  readonly groupsAtOnce: number
}

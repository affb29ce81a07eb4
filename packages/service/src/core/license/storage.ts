/** The methods that every list of licenses needs. */
export interface BanStorage {
  /** Removes bans that have ended, by the rule `decideLapse`. */
  lapseBans(now: number): Promise<void>
}

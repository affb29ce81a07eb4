/** A project, by its number in the storage, and a kind of mails about the ends of its keys. */
export interface EndMails {
  readonly projectRow: number
  readonly kind: 'ends-soon' | 'ended'
  readonly isOn: boolean
}

export interface EndMailStorage {
  /** Finds what is switched on, or has been since the mails were last queued. */
  findEndMails(): Promise<readonly EndMails[]>
  /**
   * Queues mails about the next ends of keys, in the order of the ends. The time of each end comes
   * once: there is no mail about an end that is set afterwards, or from before the mails were switched
   * on.
   * @returns whether there are more
   */
  queueEndMails(of: EndMails, now: number): Promise<boolean>
}

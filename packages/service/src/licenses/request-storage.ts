export interface RequestStorage {
  /**
   * Finds a request of a project that may be repeated. Undefined: it was not accepted, or too long
   * ago.
   */
  findRequest(
    name: string,
  ): Promise<{ readonly newest: number /** Empty: it has none yet. */; readonly answer: string } | undefined>
  /** Stores a request. Only the latest requests of a project are kept. */
  acceptRequest(projectId: string, name: string, newest: number): Promise<void>
  answerRequest(name: string, answer: string): Promise<void>
}

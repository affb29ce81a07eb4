export interface RequestStorage {
  /** A request of a project that may be repeated. Undefined: it was not accepted, or long ago. */
  findRequest(
    name: string,
  ): Promise<{ readonly newest: number /** Empty: it has none yet. */; readonly answer: string } | undefined>
  /** Remembers it. The latest of a project are kept. */
  acceptRequest(projectId: string, name: string, newest: number): Promise<void>
  answerRequest(name: string, answer: string): Promise<void>
}

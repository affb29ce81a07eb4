/** The problems that were found, of those that can be. */
export const problemsIn = (known: readonly (readonly [isFound: boolean, problem: string])[]): string[] =>
  known.filter(([isFound]) => isFound).map(([, problem]) => problem)

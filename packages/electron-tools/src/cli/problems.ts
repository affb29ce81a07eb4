/** Returns the known problems that were found. */
export const problemsIn = (known: readonly (readonly [isFound: boolean, problem: string])[]): string[] =>
  known.filter(([isFound]) => isFound).map(([, problem]) => problem)

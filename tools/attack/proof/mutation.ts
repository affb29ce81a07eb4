/** A change of the source that removes or weakens one step of the verification. */
export interface Mutation {
  /** The rule that the mutant no longer enforces. */
  readonly step: string
  /** Relative to the root of the repository. */
  readonly file: string
  /** Must occur in the file exactly once. */
  readonly from: string
  readonly to: string
  /** The attack that must succeed against the mutant. */
  readonly attack: string
}

/** @throws Error if `from` does not occur exactly once, because the mutation list is out of date */
export function mutate(source: string, { file, from, to, step }: Mutation): string {
  const [before, after, ...more] = source.split(from)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(
      `${file}: the text of "${step}" occurs ${more.length + (after === undefined ? 0 : 1)} times:\n${from}`,
    )
  }
  return before + to + after
}

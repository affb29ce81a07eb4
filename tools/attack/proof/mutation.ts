/** One step of the verification, taken out or weakened by a change of its source text. */
export interface Mutation {
  /** What the app would no longer do. */
  readonly step: string
  /** From the repository's root. */
  readonly file: string
  /** Stands in the file exactly once. */
  readonly from: string
  readonly to: string
  /** The attack that has to notice. */
  readonly attack: string
}

/** Throws when the text is not there, or not once: a list of steps that are gone would prove nothing. */
export function mutate(source: string, { file, from, to, step }: Mutation): string {
  const [before, after, ...more] = source.split(from)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(
      `${file}: the text of "${step}" stands there ${more.length + (after === undefined ? 0 : 1)} times:\n${from}`,
    )
  }
  return before + to + after
}

/** How far two words may be apart to be taken for the same one, mistyped. */
const MOST_EDITS = 2

/** The candidate that a mistyped word most likely means; undefined when none is near. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      edits: isBeginning(word, candidate) ? 1 : editsBetween(word, candidate),
    }))
    .filter(({ edits }) => edits <= MOST_EDITS)
    .toSorted((a, b) => a.edits - b.edits)
  return ranked[0]?.candidate
}

const isBeginning = (word: string, candidate: string): boolean =>
  word.length >= 3 && candidate.startsWith(word)

/** Levenshtein's distance: how many letters to insert, leave out or replace. */
function editsBetween(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...b].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}

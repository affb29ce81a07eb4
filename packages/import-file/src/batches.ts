import type { ImportLine } from './plan.ts'

/**
 * The most lines that the service accepts at once, and far fewer bytes than its limit for a body.
 */
const MOST_IN_BATCH = { lines: 1_000, characters: 250_000 }

/** Divides the lines into requests. */
export function batchesOf(lines: readonly ImportLine[]): readonly (readonly ImportLine[])[] {
  const batches: ImportLine[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const { length } = JSON.stringify(line.wanted)
    const batch = batches.at(-1)
    const isFull = batch?.length === MOST_IN_BATCH.lines || characters + length > MOST_IN_BATCH.characters
    if (batch === undefined || isFull) {
      batches.push([line])
      characters = length
    } else {
      batch.push(line)
      characters += length
    }
  }
  return batches
}

/**
 * The `request_id` of all requests of an import: the same for the same lines, so that an import goes
 * on where it stopped, also after a new start of the program. A hash, in hexadecimal.
 */
export async function requestIdOf(lines: readonly ImportLine[]): Promise<string> {
  const text = JSON.stringify(lines.map(({ wanted }) => wanted))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

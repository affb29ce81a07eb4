import type { Formats } from '../messages/formats.ts'
import type { Words } from '../messages/words.ts'

/** How long a license still runs, in words. */
export function timeLeft(seconds: number, words: Words['license'], formats: Formats): string {
  if (seconds <= 0) return words.ended
  return words.timeLeft(formats.duration(seconds) ?? words.lessThanAnHour)
}

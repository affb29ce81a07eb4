import type { Formats } from '../messages/formats.ts'
import type { Messages } from '../messages/messages.ts'

/** The remaining time of a license as text. */
export function timeLeft(seconds: number, messages: Messages['license'], formats: Formats): string {
  if (seconds <= 0) return messages.ended
  return messages.timeLeft(formats.duration(seconds) ?? messages.lessThanAnHour)
}

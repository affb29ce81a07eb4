import type { Formats } from '../messages/formats.ts'
import type { Messages } from '../messages/messages.ts'

/** How long a license still runs, in messages. */
export function timeLeft(seconds: number, messages: Messages['license'], formats: Formats): string {
  if (seconds <= 0) return messages.ended
  return messages.timeLeft(formats.duration(seconds) ?? messages.lessThanAnHour)
}

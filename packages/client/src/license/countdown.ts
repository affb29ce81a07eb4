import type { ReminderDays } from './license-view.ts'

const DAY_SECONDS = 86_400
/** Nearest to the end first. */
const REMINDERS: readonly ReminderDays[] = [1, 3, 7]

/** The reminder that was last given, and for which end. */
export interface Reminded {
  readonly expiresAt: number
  readonly days: ReminderDays
}

/** The reminder to give now, or undefined when there is none or it was given. A new end starts over. */
export function dueReminder(
  expiresAt: number | 'never',
  now: number,
  given: Reminded | undefined,
): Reminded | undefined {
  if (expiresAt === 'never' || now >= expiresAt) return undefined
  const days = REMINDERS.find((reminder) => expiresAt - now <= reminder * DAY_SECONDS)
  if (days === undefined || (given?.expiresAt === expiresAt && given.days <= days)) return undefined
  return { expiresAt, days }
}

/** The moment the next reminder falls due, or undefined when none is to come. */
export function nextReminderAt(expiresAt: number | 'never', now: number): number | undefined {
  if (expiresAt === 'never') return undefined
  return [...REMINDERS]
    .reverse()
    .map((days) => expiresAt - days * DAY_SECONDS)
    .find((moment) => moment > now)
}

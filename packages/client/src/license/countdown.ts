import type { ReminderDays } from './license-view.ts'

const DAY_SECONDS = 86_400
/** Days before the end, in ascending order. */
const REMINDERS: readonly ReminderDays[] = [1, 3, 7]

/** The last reminder that was shown. */
export interface GivenReminder {
  /** The end of the license that the reminder was about: Unix seconds of the service's clock. */
  readonly expiresAt: number
  readonly days: ReminderDays
}

/**
 * The reminder to show now; undefined when none is due or when it was already shown. Reminders
 * start again when `expiresAt` has changed.
 */
export function dueReminder(
  expiresAt: number | 'never',
  now: number,
  given: GivenReminder | undefined,
): GivenReminder | undefined {
  if (expiresAt === 'never' || now >= expiresAt) return undefined
  const days = REMINDERS.find((reminder) => expiresAt - now <= reminder * DAY_SECONDS)
  if (days === undefined || (given?.expiresAt === expiresAt && given.days <= days)) return undefined
  return { expiresAt, days }
}

/** When the next reminder is due, in Unix seconds; undefined when there is no further reminder. */
export function nextReminderAt(expiresAt: number | 'never', now: number): number | undefined {
  if (expiresAt === 'never') return undefined
  return [...REMINDERS]
    .reverse()
    .map((days) => expiresAt - days * DAY_SECONDS)
    .find((moment) => moment > now)
}

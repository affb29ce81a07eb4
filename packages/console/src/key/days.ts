export const SECONDS_A_DAY = 86_400

/** Ends on the wire are signed 32-bit integers. */
const LAST_SECOND = 2 ** 31 - 1

/** The last second of a day such as `2027-03-03`, in the person's time zone. */
export function endOfDay(day: string): number | undefined {
  const end = Math.floor(new Date(`${day}T23:59:59`).getTime() / 1_000)
  return end > Date.now() / 1_000 && end <= LAST_SECOND ? end : undefined
}

/** A number of days that the service accepts. */
export function readDays(text: string): number | undefined {
  const days = Number(text)
  return days > 0 && days <= 36_500 ? days : undefined
}

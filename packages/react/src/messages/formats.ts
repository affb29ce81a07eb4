const HOUR = 3600
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** The formats of `createFormats`. */
export type Formats = ReturnType<typeof createFormats>

/** Formats of numbers, times and durations for a locale, a BCP 47 tag. */
export function createFormats(locale: string) {
  const number = new Intl.NumberFormat(locale)
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const shortDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const utcDate = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const unit = (value: number, name: 'year' | 'day' | 'hour'): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value)

  return {
    number: (value: number) => number.format(value),
    /** Day and time of Unix seconds. */
    moment: (unixSeconds: number) => moment.format(unixSeconds * 1000),
    /** The day of Unix seconds, with the year. */
    date: (unixSeconds: number) => date.format(unixSeconds * 1000),
    /** The day of Unix seconds, short enough for a table. */
    shortDate: (unixSeconds: number) => shortDate.format(unixSeconds * 1000),
    /** The day for one that is known only as its midnight in UTC. */
    utcDate: (unixSeconds: number) => utcDate.format(unixSeconds * 1000),
    /** A date with the weekday and the full month, without the year. */
    day: (date: Date) => day.format(date),
    /** A duration in years, days or hours, rounded, such as `20 days`; undefined below an hour. */
    duration(seconds: number): string | undefined {
      if (seconds >= 2 * YEAR) return unit(Math.round(seconds / YEAR), 'year')
      if (seconds >= 2 * DAY) return unit(Math.round(seconds / DAY), 'day')
      if (seconds >= HOUR) return unit(Math.round(seconds / HOUR), 'hour')
      return undefined
    },
  }
}

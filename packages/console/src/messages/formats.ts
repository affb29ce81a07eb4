export type Formats = ReturnType<typeof createFormats>

/**
 * Formats of numbers and of Unix seconds.
 * @param timeZone IANA; default: that of the computer
 */
export function createFormats(locale: string, timeZone?: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    // Formatters are slow to create, and most pages need few of them.
    let formatter: Intl.DateTimeFormat | undefined
    return (unixSeconds: number): string => {
      formatter ??= new Intl.DateTimeFormat(locale, { timeZone, ...options })
      return formatter.format(unixSeconds * 1_000)
    }
  }
  const number = new Intl.NumberFormat(locale).format
  const date = { day: 'numeric', month: 'short' } as const
  const weekDate = { ...date, weekday: 'short' } as const
  return {
    /** Such as `3 Mar 2027, 14:05`. */
    moment: format({ dateStyle: 'medium', timeStyle: 'short' }),
    /** Such as `3 March 2027 at 14:05`. */
    longMoment: format({ dateStyle: 'long', timeStyle: 'short' }),
    time: format({ timeStyle: 'short' }),
    /** Such as `3 Mar 2027`. */
    shortDate: format({ dateStyle: 'medium' }),
    /** Such as `3 March 2027`. */
    date: format({ dateStyle: 'long' }),
    /** Such as `Tuesday, 3 March 2027`. */
    fullDate: format({ dateStyle: 'full' }),
    hour: format({ ...weekDate, hour: '2-digit', minute: '2-digit' }),
    /** Such as `Tue 3 Mar`. */
    day: format(weekDate),
    utcDay: format({ ...weekDate, timeZone: 'UTC' }),
    weekday: format({ weekday: 'short' }),
    dayOfMonth: format(date),
    utcDayOfMonth: format({ ...date, timeZone: 'UTC' }),
    number,
    compact: new Intl.NumberFormat(locale, { notation: 'compact' }).format,
    /** An amount in the smallest unit of a currency, such as `€29.00`. */
    money(amount: number, currency: string): string {
      if (!/^[a-z]{3}$/i.test(currency)) return number(amount)
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
      const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
      return format.format(amount / 10 ** digits)
    },
    percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format,
    /** Joins names in one phrase, such as `a, b and c`. */
    list: (names: readonly string[]) => new Intl.ListFormat(locale).format(names),
  }
}

const byLocale = new Map<string, Formats>()

/** The formats of a locale in the time zone of the computer, created once. */
export function formatsOf(locale: string): Formats {
  const formats = byLocale.get(locale) ?? createFormats(locale)
  byLocale.set(locale, formats)
  return formats
}

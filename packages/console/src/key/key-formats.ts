export type KeyFormats = ReturnType<typeof createKeyFormats>

/**
 * Dates of the texts about a key, of Unix seconds.
 * @param timeZone IANA; default: that of the computer
 */
export function createKeyFormats(locale: string, timeZone?: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone, ...options })
    return (unixSeconds: number): string => formatter.format(unixSeconds * 1_000)
  }
  return {
    /** Such as `3 March 2027`. */
    date: format({ dateStyle: 'long' }),
    /** Such as `Tuesday, 3 March 2027`. */
    day: format({ dateStyle: 'full' }),
    time: format({ timeStyle: 'short' }),
    /** Such as `3 March 2027 at 14:05`. */
    moment: format({ dateStyle: 'long', timeStyle: 'short' }),
    number: new Intl.NumberFormat(locale).format,
    /** Names in one phrase, such as `a, b and c`. */
    list: (names: readonly string[]) => new Intl.ListFormat(locale).format(names),
  }
}

const byLocale = new Map<string, KeyFormats>()

/**
 * The formats of a locale in the time zone of the computer. Created once: formatters are slow to
 * create, and each entry of a timeline needs them.
 */
export function keyFormatsOf(locale: string): KeyFormats {
  const formats = byLocale.get(locale) ?? createKeyFormats(locale)
  byLocale.set(locale, formats)
  return formats
}

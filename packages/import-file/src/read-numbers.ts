/** The limits of the API, without its schemas: `MOST_DEVICES`, and those of `days`. */
const MOST = 100
const LONGEST_DAYS = 36_500

/**
 * How many devices a key can have. Undefined: as in its project. Other systems write no limit as a
 * word or as 0, for which a key gets the most.
 */
export function readDevices(text: string): number | undefined | 'devices-unreadable' | 'devices-too-many' {
  if (/^(?:|-|null|n\/a)$/i.test(text)) return undefined
  if (/^(?:0|∞|unlimited|infinite|no limit|none|unbegrenzt)$/i.test(text)) return MOST
  if (!/^\d{1,9}(?:\.0+)?$/.test(text)) return 'devices-unreadable'
  return Number(text) > MOST ? 'devices-too-many' : Number(text)
}

/** How many days a key works from its first use. Undefined: there is no such limit. */
export function readDays(text: string): number | undefined | 'days-unreadable' {
  if (/^(?:|-|0|null|n\/a|never|unlimited)$/i.test(text)) return undefined
  const [, days] = /^(\d{1,6}(?:\.\d+)?)(?: ?(?:days?|tage?))?$/i.exec(text) ?? []
  if (days === undefined || Number(days) === 0 || Number(days) > LONGEST_DAYS) return 'days-unreadable'
  return Number(days)
}

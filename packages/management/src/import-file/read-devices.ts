/** The most devices that a key can have: `MOST_DEVICES`, without its schemas. */
const MOST = 100

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

import { keys as de } from './de/keys.ts'
import { keys as en, type KeysTexts } from './en/keys.ts'
import { type Texts, useFormats, useTexts } from './messages.ts'

/** The texts of the keys table. */
export const KEYS: Texts<KeysTexts> = { en, de }

/** Formats a number of keys, such as `1 key` or `5,000 keys`. */
export function useKeyCount(): (keys: number) => string {
  const { count } = useTexts(KEYS)
  const { number } = useFormats()
  return (keys) => count(keys, number(keys))
}

/** Combining marks per base character. Long runs of them would cover other parts of the window. */
const MAX_MARKS = 4

/**
 * Makes an untrusted text safe to show: one line, without control characters, bidirectional
 * controls and invisible characters, at most `maxLength` characters. Markup is not escaped: show it
 * as text.
 */
export function cleanText(text: string, maxLength: number): string {
  const oneLine = text
    // Bounds the cost of the expressions below.
    .slice(0, maxLength * 8)
    .toWellFormed()
    .replace(/[\t\n\v\f\r\u0085\p{Z}]+/gu, ' ')
    // Cc: control characters. Cf: bidirectional marks, zero-width space and similar characters,
    // except the zero-width joiners, which some scripts and emoji need.
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu'), '$1')
    .trim()
  const characters = Array.from(oneLine)
  if (characters.length <= maxLength) return oneLine
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`
}

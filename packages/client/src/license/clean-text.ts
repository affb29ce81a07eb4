/** Of one base character's accents; a pile of them would climb over the window. */
const MAX_MARKS = 4

/**
 * Makes a text from outside safe to show: one line, no control characters, nothing that turns the reading
 * direction, nothing invisible, cut to `maxLength` characters. Markup stays as it is: it is shown as text.
 */
export function cleanText(text: string, maxLength: number): string {
  const oneLine = text
    // A cut ahead of the work, so that a huge text costs nothing.
    .slice(0, maxLength * 8)
    .toWellFormed()
    .replace(/[\t\n\v\f\r\u0085\p{Z}]+/gu, ' ')
    // Cc: controls. Cf: bidi marks, zero-width space and the like; the joiners stay, scripts and emoji need them.
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

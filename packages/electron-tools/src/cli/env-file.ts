import { parseEnv } from 'node:util'

/**
 * Replaces values in the text of a `.env` file. Keeps comments and all other lines. A build reads
 * the same values back by `loadEnv` of Vite.
 * @throws UnwritableSetting if it would read another value
 */
export function withSettings(text: string, values: Readonly<Record<string, string>>): string {
  const lines = text.replace(/\n$/, '').split('\n')
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${value === '' ? '' : quoted(name, value)}`
    const at = lines.findIndex((known) => known.startsWith(`${name}=`))
    if (at === -1) lines.push(line)
    else lines[at] = line
  }
  const changed = `${lines.join('\n')}\n`
  // Other lines may have a quote that is not closed, or the same name once more.
  const read = parseEnv(changed)
  for (const [name, value] of Object.entries(values)) {
    if (read[name] !== escaped(value)) throw new UnwritableSetting(name, 'another line of it is in the way')
  }
  return changed
}

/** The message has the name of the setting, never its value, which may be a secret. */
export class UnwritableSetting extends Error {
  constructor(name: string, reason: string) {
    super(`${name} cannot be written to .env: ${reason}.`)
  }
}

/** Vite replaces `$NAME` by another setting, and `\$` by `$`, whatever the quotes. */
const escaped = (value: string): string => value.replaceAll('$', '\\$')

const QUOTES = ["'", '"', '`']

/** Without quotes, `#` begins a comment. Between double quotes, `\n` is a new line. */
function quoted(name: string, value: string): string {
  const text = escaped(value)
  if (/^[\w./:@+=,-]*$/.test(text)) return text
  const spellings = QUOTES.map((quote) => `${quote}${text}${quote}`)
  // A quote at the beginning could be closed by a later line.
  if (!QUOTES.includes(text.charAt(0))) spellings.push(text)
  const spelling = spellings.find((line) => parseEnv(`A=${line}\nB=b\n`)['A'] === text)
  // A later run replaces a setting by its line.
  if (spelling !== undefined && !/[\r\n]/.test(value)) return spelling
  throw new UnwritableSetting(name, 'the value has a line break, or too many kinds of quotes: \' " `')
}

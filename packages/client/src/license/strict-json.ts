const MALFORMED = Symbol('malformed')

/** Matches strings, names with their colon, and braces. Requires a text that is valid JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g

/**
 * Parses JSON, and refuses texts that two parsers could read differently: duplicate names in one
 * object, and the name `__proto__`. Returns `strictJson.malformed` for these and for invalid JSON.
 * Never throws.
 */
export function strictJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return MALFORMED
  }
  return hasAmbiguousNames(text) ? MALFORMED : value
}

strictJson.malformed = MALFORMED

function hasAmbiguousNames(text: string): boolean {
  const open: Set<string>[] = []
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (colon !== undefined) {
      // Decode escapes before comparing: "code" and "\u0063ode" are the same name.
      const name: unknown = JSON.parse(token.slice(0, -colon.length))
      const names = open.at(-1)
      if (typeof name !== 'string' || names === undefined || names.has(name) || name === '__proto__')
        return true
      names.add(name)
    }
  }
  return false
}

const MALFORMED = Symbol('malformed')

/** Strings and brackets of a text that is known to be JSON; all that matters between them is the colon. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g

/**
 * Parses JSON and refuses what two parsers might read in two ways: a name given twice in one object, and
 * `__proto__`. Returns `strictJson.malformed` for those and for anything that is not JSON; never throws.
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
      // Escapes are undone first: "code" and "\u0063ode" are one name.
      const name: unknown = JSON.parse(token.slice(0, -colon.length))
      const names = open.at(-1)
      if (typeof name !== 'string' || names === undefined || names.has(name) || name === '__proto__')
        return true
      names.add(name)
    }
  }
  return false
}

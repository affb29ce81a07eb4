type Values = Readonly<Record<string, unknown>>

/**
 * The path and query of a request. Like `requestPath` of @latchkey/management, which would bring
 * TypeBox into the page; lists are repeated parameters.
 * @throws when a path parameter is missing, `.` or `..`: browsers resolve dot segments, even
 * percent-encoded, so the request would reach another endpoint.
 */
export function requestPath(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    if (['', '.', '..'].includes(value)) throw new Error(`The path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) search.append(name, String(one))
    }
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}

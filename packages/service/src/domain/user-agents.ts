/**
 * Whether a project lets this User-Agent check keys. An entry is the whole text; with a `*` at its end it is the
 * beginning of the text, so that `Latchkey/*` outlives an update of the app. Upper and lower case differ.
 */
export function isUserAgentAllowed(userAgent: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) =>
    entry.endsWith('*') ? userAgent.startsWith(entry.slice(0, -1)) : userAgent === entry,
  )
}

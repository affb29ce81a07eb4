import type { EndpointData } from './endpoint.ts'

/** Whether a text can be the value of a path parameter. */
export const isPathWord = (text: string): boolean => text !== '' && text !== '.' && text !== '..'

type Values = Readonly<Record<string, unknown>>

/**
 * The path and query of a request, relative to the base URL. Query values that are undefined are
 * omitted.
 * @throws when a path parameter is missing, `.` or `..`. SECURITY: URL parsers resolve dot
 * segments, even percent-encoded, so they would address another endpoint.
 */
export function requestPath(
  { path }: Pick<EndpointData, 'path'>,
  { params = {}, query = {} }: { readonly params?: Values | undefined; readonly query?: Values | undefined },
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? '')
    if (!isPathWord(value)) throw new Error(`The path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}

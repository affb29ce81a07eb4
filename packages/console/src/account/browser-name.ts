/** The order matters: the user agent of each browser also names those below it. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** The name of a browser, such as `Firefox, Windows`; undefined for a browser that is not known. */
export function browserName(userAgent: string): string | undefined {
  const browser = BROWSERS.find(([sign]) => userAgent.includes(sign))
  const system = SYSTEMS.find(([sign]) => userAgent.includes(sign))
  return browser && [browser[1], system?.[1]].filter(Boolean).join(', ')
}

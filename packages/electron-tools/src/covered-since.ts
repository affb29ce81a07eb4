const SHAPE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/

/**
 * The date that decides which licenses cover a version: Unix seconds. `LATCHKEY_COVERED_SINCE` sets an
 * older one than now, so that a security fix is for everybody who had the version before. It is read
 * from the environment alone: in `.env`, it would stay for every version that follows.
 * @returns a sentence if the date cannot be used
 */
export function readCoveredSince(text = process.env['LATCHKEY_COVERED_SINCE'], now = Date.now()) {
  if (text === undefined || text === '') return Math.floor(now / 1000)
  const milliseconds = SHAPE.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(milliseconds)) {
    return 'LATCHKEY_COVERED_SINCE must be a date such as 2026-06-02, or 2026-06-02T10:00:00Z.'
  }
  if (milliseconds > now)
    return 'LATCHKEY_COVERED_SINCE is in the future: no license would cover the version.'
  return Math.floor(milliseconds / 1000)
}

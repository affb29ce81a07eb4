/** The largest integer that every client of the API can read. */
const UNLIMITED = 2 ** 31 - 1

/**
 * What each plan allows an account, in all its projects. Obfuscations are counted by calendar
 * month.
 */
const PLANS = new Map([
  ['trial', { scripts: 1, users: 10, obfuscations: 10 }],
  ['standard', { scripts: 50, users: 100_000, obfuscations: 1_000 }],
  ['unlimited', { scripts: UNLIMITED, users: UNLIMITED, obfuscations: UNLIMITED }],
])

export const PLAN_CODES = [...PLANS.keys()]

/**
 * With an unknown plan, for example after a downgrade, an account keeps what it has, but can add
 * nothing.
 */
export const limitsOf = (plan: string) => PLANS.get(plan) ?? { scripts: 0, users: 0, obfuscations: 0 }

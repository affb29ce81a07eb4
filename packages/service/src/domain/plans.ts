/** What a plan allows an account, over all its projects. Obfuscations are by calendar month. */
export interface PlanLimits {
  readonly scripts: number
  readonly users: number
  readonly obfuscations: number
}

/** As large as the wire's integers are for every client. */
const UNLIMITED = 2 ** 31 - 1

const PLANS = {
  trial: { scripts: 1, users: 10, obfuscations: 10 },
  standard: { scripts: 50, users: 100_000, obfuscations: 1_000 },
  unlimited: { scripts: UNLIMITED, users: UNLIMITED, obfuscations: UNLIMITED },
} as const satisfies Record<string, PlanLimits>

type Plan = keyof typeof PLANS
export const PLAN_CODES = Object.keys(PLANS)
export const isPlan = (code: string): code is Plan => Object.hasOwn(PLANS, code)

/** With an unknown plan, as after a downgrade, an account keeps what it has and can add nothing. */
export const limitsOf = (plan: string): PlanLimits =>
  isPlan(plan) ? PLANS[plan] : { scripts: 0, users: 0, obfuscations: 0 }

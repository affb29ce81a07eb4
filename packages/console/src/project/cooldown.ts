/** The seconds of each unit, the largest unit last. */
const UNITS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const
type Unit = keyof typeof UNITS

const DISABLED = -1

/** The choices of a cooldown: a unit needs a number, too. */
export const COOLDOWNS = ['none', 'seconds', 'minutes', 'hours', 'days', 'disabled'] as const
export type Cooldown = (typeof COOLDOWNS)[number]

export const hasAmount = (choice: Cooldown): choice is Unit => choice in UNITS

/** Reads a cooldown in the largest unit without a remainder, such as 48 hours. */
export function readCooldown(seconds: number): { readonly choice: Cooldown; readonly amount: string } {
  if (seconds === DISABLED) return { choice: 'disabled', amount: '' }
  if (seconds === 0) return { choice: 'none', amount: '' }
  const units = Object.keys(UNITS) as Unit[]
  const choice = units.findLast((unit) => seconds % UNITS[unit] === 0) ?? 'seconds'
  return { choice, amount: String(seconds / UNITS[choice]) }
}

/** Returns `reset_hwid_cooldown` of a project. */
export const secondsOf = (choice: Cooldown, amount: string): number =>
  hasAmount(choice) ? Math.round(Number(amount) * UNITS[choice]) : choice === 'none' ? 0 : DISABLED

import type { ProjectSettings } from '@latchkey/management'
import type { DevicePolicy } from '@latchkey/management/policy'

/** The settings to compare, as they are typed: numbers with commas or spaces between them. */
export interface PolicyForm {
  readonly moves: string
  readonly devices: string
  /** The days of the cooldown; -1 disables moves. */
  readonly cooldown: string
}

export interface PolicyProblem {
  readonly field: keyof PolicyForm
  /** The number of combinations, if there are too many. */
  readonly found?: number
}

const MOST = 100
const MOST_DAYS = 24_000
const SECONDS_A_DAY = 86_400
/** A plot with more combinations could not be read. */
export const MOST_POLICIES = 24

type Today = Pick<ProjectSettings, 'moves_per_year' | 'max_devices' | 'reset_hwid_cooldown'>

/** The days of a cooldown; undefined if moves are disabled. */
export const daysOf = (cooldownSeconds: number): number | undefined =>
  cooldownSeconds < 0 ? undefined : Math.round((cooldownSeconds / SECONDS_A_DAY) * 100) / 100

export const todayOf = (settings: Today): DevicePolicy => ({
  movesPerYear: settings.moves_per_year,
  maxDevices: settings.max_devices,
  cooldownSeconds: settings.reset_hwid_cooldown,
})

/** The form at first: 1, 2 and 4 moves, and the settings of today. */
export function firstForm(settings: Today): PolicyForm {
  const moves = [...new Set([settings.moves_per_year, 1, 2, 4])].toSorted((a, b) => a - b)
  return {
    moves: moves.join(', '),
    devices: String(settings.max_devices),
    cooldown: String(daysOf(settings.reset_hwid_cooldown) ?? -1),
  }
}

export const isSame = (one: DevicePolicy, other: DevicePolicy): boolean =>
  one.movesPerYear === other.movesPerYear &&
  one.maxDevices === other.maxDevices &&
  one.cooldownSeconds === other.cooldownSeconds

/** All combinations, with the settings of today among them; or what is wrong. */
export function readPolicies(form: PolicyForm, today: DevicePolicy): readonly DevicePolicy[] | PolicyProblem {
  const moves = readNumbers(form.moves, (value) => Number.isInteger(value) && value >= 0 && value <= MOST)
  const devices = readNumbers(form.devices, (value) => Number.isInteger(value) && value >= 1 && value <= MOST)
  const days = readNumbers(form.cooldown, (value) => value === -1 || (value >= 0 && value <= MOST_DAYS))
  if (moves === undefined) return { field: 'moves' }
  if (devices === undefined) return { field: 'devices' }
  if (days === undefined) return { field: 'cooldown' }
  const found = moves.length * devices.length * days.length
  if (found > MOST_POLICIES) return { field: 'moves', found }
  const policies = devices.flatMap((maxDevices) =>
    days.flatMap((cooldown) =>
      moves.map((movesPerYear) => ({
        movesPerYear,
        maxDevices,
        // The number in the form may be rounded, so today's setting is used if it fits.
        cooldownSeconds:
          cooldown === (daysOf(today.cooldownSeconds) ?? -1)
            ? today.cooldownSeconds
            : cooldown === -1
              ? -1
              : Math.round(cooldown * SECONDS_A_DAY),
      })),
    ),
  )
  return policies.some((policy) => isSame(policy, today)) ? policies : [today, ...policies]
}

function readNumbers(text: string, isGood: (value: number) => boolean): readonly number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '')
  const values = [...new Set(parts.map(Number))]
  return values.length > 0 && values.every(isGood) ? values : undefined
}

import type { DevicePolicy, Played, PlayedPolicies } from '@latchkey/management/policy'
import type { PlotData } from '../overview/plots.ts'
import { daysOf, isSame } from './policies.ts'
import type { POLICY } from './texts.ts'

const SERIES = ['mails', 'lockedOut', 'moves', 'outOfMoves'] as const satisfies (keyof Played)[]

interface Compared {
  readonly policies: readonly DevicePolicy[]
  readonly today: DevicePolicy
  readonly played: PlayedPolicies
}

/** What happened, and beside it what would have happened under each of the settings. */
export function plotOfPolicies(
  { policies, today, played }: Compared,
  t: typeof POLICY.en,
  number: (value: number) => string,
): PlotData {
  const nameOf = (policy: DevicePolicy): string => {
    const days = daysOf(policy.cooldownSeconds)
    const name = t.name(
      number(policy.movesPerYear),
      number(policy.maxDevices),
      days === undefined ? undefined : number(days),
    )
    return isSame(policy, today) ? t.today(name) : name
  }
  const labelOf = ({ movesPerYear, maxDevices, cooldownSeconds }: DevicePolicy): string =>
    [movesPerYear, maxDevices, daysOf(cooldownSeconds) ?? -1].map(number).join(' · ')
  const results = [played.happened, ...played.policies]
  return {
    shape: 'lines',
    names: [t.happened, ...policies.map(nameOf)],
    ticks: [t.before, ...policies.map(labelOf)].map((label, place) => ({ place, label })),
    series: SERIES.map((name) => ({ name: t.series[name], values: results.map((one) => one[name]) })),
    step: 4,
  }
}

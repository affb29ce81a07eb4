import type { DeviceStrength } from '@latchkey/protocol'
import type { TrialRules } from '../../core/accounts/projects.ts'

const DAY = 86_400

interface Trial {
  readonly device: string
  readonly started: number
  ends: number
  state: 'trial' | 'bought' | 'deleted'
  linked: string
}

/** How far a request for a trial gets before its answer is lost. */
export type Reach = 'nothing' | 'trial' | 'answer'

/**
 * A second, plain implementation of the rules for trials. It has no keys: a device has at most one
 * trial.
 */
export function createTrialModel(rules: TrialRules) {
  const trials = new Map<string, Trial>()
  const model = { rules, executions: 0 }

  const startedOn = (day: number): readonly (Trial & { readonly address: string })[] =>
    [...addresses].flatMap(([trial, address]) =>
      Math.floor(trial.started / DAY) === day ? [{ ...trial, address }] : [],
    )
  const addresses = new Map<Trial, string>()

  const use = (trial: Trial, device: string, now: number): string => {
    model.executions += 1
    if (trial.ends <= now) return 'KEY_EXPIRED'
    if (trial.linked === '') trial.linked = device
    return trial.linked === device ? 'KEY_VALID' : 'KEY_HWID_LOCKED'
  }

  return Object.assign(model, {
    of: (device: string) => trials.get(device),
    count: (state: Trial['state']) => [...trials.values()].filter((one) => one.state === state).length,
    started: () => trials.size,
    request(device: string, strength: DeviceStrength, address: string, reach: Reach, now: number): string {
      if (reach === 'nothing') return ''
      if (model.rules.trialDays === 0) return 'TRIAL_NOT_OFFERED'
      let trial = trials.get(device)
      if (trial !== undefined && (trial.state !== 'trial' || trial.ends <= now)) return 'TRIAL_USED'
      if (trial === undefined) {
        if (strength === 'weak' && !model.rules.trialWeakDevices) return 'TRIAL_DEVICE_WEAK'
        const today = startedOn(Math.floor(now / DAY))
        const here = today.filter((one) => one.address === address)
        if (today.length >= model.rules.trialsPerDay || here.length >= model.rules.trialsPerAddress) {
          return 'TRIAL_LIMIT_REACHED'
        }
        const ends = now + model.rules.trialDays * DAY
        trial = { device, started: now, ends, state: 'trial', linked: device }
        trials.set(device, trial)
        addresses.set(trial, address)
      }
      return reach === 'answer' ? use(trial, device, now) : ''
    },
    /** Checks the key of a trial, on its own device or on another one. */
    check(trial: Trial, device: string, now: number): string {
      return trial.state === 'deleted' ? 'KEY_INCORRECT' : use(trial, device, now)
    },
    sweep(now: number): void {
      for (const trial of trials.values()) {
        const isOver = trial.ends + model.rules.trialKeptDays * DAY <= now
        if (trial.state === 'trial' && isOver) trial.state = 'deleted'
      }
    },
  })
}

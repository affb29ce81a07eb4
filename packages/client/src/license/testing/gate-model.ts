import { createTrustedClock, type TrustedClock } from '../trusted-clock.ts'
import { GRACE_SECONDS, type ServiceMood, type TestMachine } from './test-machine.ts'

interface ModelProof {
  readonly checkedAt: number
  readonly expiresAt: number
}

export interface ModelKept {
  readonly key: string
  readonly proof?: ModelProof
}

/** What the gate is, said as plainly as can be. Times are of the service's clock, as this computer believes it. */
export interface GateModel {
  at: 'locked' | 'refused' | 'unreachable' | 'online' | 'grace'
  kept: ModelKept | undefined
  candidate: string | undefined
  /** What the next start will find. */
  disk: ModelKept | undefined
  remembers: boolean
  executions: number
  clock: TrustedClock
  mood: ServiceMood
  /** Too few facts could be read in this run to know the device; the kept key is sealed for the one it was. */
  isUnsure: boolean
  /** Keys that the service called valid, with when; a refusal takes them out. What nothing can forge. */
  readonly verified: Map<string, number>
  /** The kept key was verified since the app was started. */
  isVerifiedInSession: boolean
  /** Somebody set the date, or carried files about: the truth about time is then out of the app's reach. */
  isTamperedWith: boolean
}

export const createGateModel = ({ time }: TestMachine): GateModel => ({
  at: 'locked',
  kept: undefined,
  candidate: undefined,
  disk: undefined,
  remembers: true,
  executions: 0,
  clock: createTrustedClock(time.clock),
  mood: { kind: 'offline' },
  isUnsure: false,
  verified: new Map(),
  isVerifiedInSession: false,
  isTamperedWith: false,
})

export const isOpen = ({ at }: GateModel): boolean => at === 'online' || at === 'grace'

const graceEndOf = ({ checkedAt, expiresAt }: ModelProof): number =>
  Math.min(checkedAt + GRACE_SECONDS, expiresAt)

const save = (model: GateModel): void => {
  if (model.remembers) model.disk = model.kept
}

/** One check of `key` is made and answered. */
export function check(model: GateModel, key: string, machine: TestMachine): void {
  const trueTime = machine.serviceTime()
  const { mood, kept } = model
  const isKept = key === kept?.key
  model.candidate = key
  // Before a check the machine is looked at once more.
  model.isUnsure &&= machine.isHardToRead
  if (model.isUnsure) {
    model.at = 'unreachable'
    return
  }
  if (mood.kind !== 'offline') model.executions++
  switch (mood.kind) {
    case 'valid': {
      model.clock.synchronise(trueTime)
      const expiresAt = mood.expiresAt === 'never' ? Number.POSITIVE_INFINITY : mood.expiresAt
      model.kept = { key, proof: { checkedAt: trueTime, expiresAt } }
      model.at = 'online'
      model.verified.set(key, trueTime)
      model.isVerifiedInSession = true
      save(model)
      return
    }
    case 'refused':
      model.verified.delete(key)
      if (isKept) {
        model.kept = { key }
        save(model)
      }
      if (isKept || !isOpen(model)) model.at = 'refused'
      return
    default:
      if (!isKept) {
        if (!isOpen(model)) model.at = 'unreachable'
        return
      }
      model.at =
        mood.kind !== 'forged' &&
        kept?.proof !== undefined &&
        model.clock.now() < graceEndOf(kept.proof) &&
        !model.clock.isSetBack()
          ? 'grace'
          : 'unreachable'
  }
}

/** A check at the user's wish. */
export async function ask(model: GateModel, machine: TestMachine): Promise<void> {
  const key = isOpen(model) ? model.kept?.key : model.candidate
  if (key !== undefined) check(model, key, machine)
  else if (model.isUnsure && model.at === 'unreachable') await load(model, machine)
}

/** The disk is read, on a machine that is perhaps not recognised. The disk's mark of the time is taken as it is. */
export async function load(model: GateModel, machine: TestMachine): Promise<void> {
  model.isUnsure &&= machine.isHardToRead
  // Until the device is known, a damaged key looks like one that will open another time.
  model.at = model.isUnsure && machine.store().mayHoldKey() ? 'unreachable' : 'locked'
  if (model.isUnsure || model.disk === undefined) return
  const { time } = await machine.store().open()
  if (time !== undefined) model.clock.restore(time)
  model.kept = model.disk
  check(model, model.disk.key, machine)
}

/** Time has passed. A clock that was set back is noticed when a timer fires, and not in between. */
export function tick(model: GateModel, machine: TestMachine, isTimer: boolean): void {
  const { kept, clock } = model
  if (!isOpen(model) || kept?.proof === undefined) return
  const now = clock.now()
  const hasRunOut = now >= kept.proof.expiresAt && kept.proof.checkedAt < kept.proof.expiresAt
  const hasGraceEnded =
    model.at === 'grace' && (now >= graceEndOf(kept.proof) || (isTimer && clock.isSetBack()))
  if (hasRunOut || hasGraceEnded) check(model, kept.key, machine)
}

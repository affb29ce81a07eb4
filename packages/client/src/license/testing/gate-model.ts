import { createTrustedClock, type TrustedClock } from '../trusted-clock.ts'
import { GRACE_SECONDS, type ServiceMode, type TestMachine } from './test-machine.ts'

interface ModelProof {
  readonly checkedAt: number
  readonly expiresAt: number
}

export interface ModelLicense {
  readonly key: string
  readonly proof?: ModelProof
}

/**
 * What the gate is, said as plainly as can be. Times are of the service's clock, as this computer
 * believes it.
 */
export interface GateModel {
  at: 'locked' | 'refused' | 'unreachable' | 'online' | 'grace'
  stored: ModelLicense | undefined
  lastTriedKey: string | undefined
  /** What the next start will find. */
  disk: ModelLicense | undefined
  remembers: boolean
  executions: number
  clock: TrustedClock
  serviceMode: ServiceMode
  /**
   * Too few facts could be read in this run to know the device; the stored key is sealed for the
   * one it was.
   */
  isDeviceUnsure: boolean
  /**
   * Keys that the service called valid, with when; a refusal takes them out. What nothing can
   * forge.
   */
  readonly verified: Map<string, number>
  /** The stored key was verified since the app was started. */
  isVerifiedInSession: boolean
  /**
   * Somebody set the date, or carried files about: the truth about time is then out of the app's
   * reach.
   */
  isTamperedWith: boolean
}

export const createGateModel = ({ time }: TestMachine): GateModel => ({
  at: 'locked',
  stored: undefined,
  lastTriedKey: undefined,
  disk: undefined,
  remembers: true,
  executions: 0,
  clock: createTrustedClock(time.clock),
  serviceMode: { kind: 'offline' },
  isDeviceUnsure: false,
  verified: new Map(),
  isVerifiedInSession: false,
  isTamperedWith: false,
})

export const isOpen = ({ at }: GateModel): boolean => at === 'online' || at === 'grace'

const graceEndOf = ({ checkedAt, expiresAt }: ModelProof): number =>
  Math.min(checkedAt + GRACE_SECONDS, expiresAt)

const save = (model: GateModel): void => {
  if (model.remembers) model.disk = model.stored
}

/** One check of `key` is made and answered. */
export function check(model: GateModel, key: string, machine: TestMachine): void {
  const trueTime = machine.serviceTime()
  const { serviceMode, stored } = model
  const isStoredKey = key === stored?.key
  model.lastTriedKey = key
  // Before a check the machine is looked at once more.
  model.isDeviceUnsure &&= machine.hasTooFewFacts
  if (model.isDeviceUnsure) {
    model.at = 'unreachable'
    return
  }
  if (serviceMode.kind !== 'offline') model.executions++
  switch (serviceMode.kind) {
    case 'valid': {
      model.clock.synchronise(trueTime)
      const expiresAt = serviceMode.expiresAt === 'never' ? Number.POSITIVE_INFINITY : serviceMode.expiresAt
      model.stored = { key, proof: { checkedAt: trueTime, expiresAt } }
      model.at = 'online'
      model.verified.set(key, trueTime)
      model.isVerifiedInSession = true
      save(model)
      return
    }
    case 'refused':
      model.verified.delete(key)
      if (isStoredKey) {
        model.stored = { key }
        save(model)
      }
      if (isStoredKey || !isOpen(model)) model.at = 'refused'
      return
    default:
      if (!isStoredKey) {
        if (!isOpen(model)) model.at = 'unreachable'
        return
      }
      model.at =
        serviceMode.kind !== 'forged' &&
        stored?.proof !== undefined &&
        model.clock.now() < graceEndOf(stored.proof) &&
        !model.clock.isSetBack()
          ? 'grace'
          : 'unreachable'
  }
}

/** A check at the user's wish. */
export async function checkAgain(model: GateModel, machine: TestMachine): Promise<void> {
  const key = isOpen(model) ? model.stored?.key : model.lastTriedKey
  if (key !== undefined) check(model, key, machine)
  else if (model.isDeviceUnsure && model.at === 'unreachable') await load(model, machine)
}

/**
 * The disk is read, on a machine that is perhaps not recognised. The disk's mark of the time is
 * taken as it is.
 */
export async function load(model: GateModel, machine: TestMachine): Promise<void> {
  model.isDeviceUnsure &&= machine.hasTooFewFacts
  // Until the device is known, a damaged key looks like one that will open another time.
  model.at = model.isDeviceUnsure && machine.store().mayHaveKey() ? 'unreachable' : 'locked'
  if (model.isDeviceUnsure || model.disk === undefined) return
  const { time } = await machine.store().open()
  if (time !== undefined) model.clock.restore(time)
  model.stored = model.disk
  check(model, model.disk.key, machine)
}

/** Time has passed. A clock that was set back is noticed when a timer fires, and not in between. */
export function passTime(model: GateModel, machine: TestMachine, isTimer: boolean): void {
  const { stored, clock } = model
  if (!isOpen(model) || stored?.proof === undefined) return
  const now = clock.now()
  const hasRunOut = now >= stored.proof.expiresAt && stored.proof.checkedAt < stored.proof.expiresAt
  const hasGraceEnded =
    model.at === 'grace' && (now >= graceEndOf(stored.proof) || (isTimer && clock.isSetBack()))
  if (hasRunOut || hasGraceEnded) check(model, stored.key, machine)
}

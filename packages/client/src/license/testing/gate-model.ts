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
 * A second, simpler implementation of the gate. Times are this computer's estimate of the service's
 * clock.
 */
export interface GateModel {
  status: 'locked' | 'refused' | 'unreachable' | 'online' | 'grace'
  stored: ModelLicense | undefined
  lastTriedKey: string | undefined
  /** What the next start will load. */
  disk: ModelLicense | undefined
  remembers: boolean
  executions: number
  clock: TrustedClock
  serviceMode: ServiceMode
  /** Too few facts were read to recognise the device, so the stored license cannot be opened. */
  isDeviceUnsure: boolean
  /** The keys that the service accepted, with the time. A refusal removes a key. */
  readonly verified: Map<string, number>
  /** The stored key was verified since the app was started. */
  isVerifiedInSession: boolean
  /** The date or the files were changed, so the app cannot know the true time. */
  isTamperedWith: boolean
}

export const createGateModel = ({ time }: TestMachine): GateModel => ({
  status: 'locked',
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

export const isOpen = ({ status }: GateModel): boolean => status === 'online' || status === 'grace'

const graceEndOf = ({ checkedAt, expiresAt }: ModelProof): number =>
  Math.min(checkedAt + GRACE_SECONDS, expiresAt)

const save = (model: GateModel): void => {
  if (model.remembers) model.disk = model.stored
}

/** One check of `key` and its answer. */
export function check(model: GateModel, key: string, machine: TestMachine): void {
  const trueTime = machine.serviceTime()
  const { serviceMode, stored } = model
  const isStoredKey = key === stored?.key
  model.lastTriedKey = key
  // The gate reads the facts of the machine again before a check.
  model.isDeviceUnsure &&= machine.hasTooFewFacts
  if (model.isDeviceUnsure) {
    model.status = 'unreachable'
    return
  }
  if (serviceMode.kind !== 'offline') model.executions++
  switch (serviceMode.kind) {
    case 'valid': {
      model.clock.synchronise(trueTime)
      const expiresAt = serviceMode.expiresAt === 'never' ? Number.POSITIVE_INFINITY : serviceMode.expiresAt
      model.stored = { key, proof: { checkedAt: trueTime, expiresAt } }
      model.status = 'online'
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
      if (isStoredKey || !isOpen(model)) model.status = 'refused'
      return
    default:
      if (!isStoredKey) {
        if (!isOpen(model)) model.status = 'unreachable'
        return
      }
      model.status =
        serviceMode.kind !== 'forged' &&
        stored?.proof !== undefined &&
        model.clock.now() < graceEndOf(stored.proof) &&
        !model.clock.isSetBack()
          ? 'grace'
          : 'unreachable'
  }
}

/** The user requests a check. */
export async function checkAgain(model: GateModel, machine: TestMachine): Promise<void> {
  const key = isOpen(model) ? model.stored?.key : model.lastTriedKey
  if (key !== undefined) check(model, key, machine)
  else if (model.isDeviceUnsure && model.status === 'unreachable') await load(model, machine)
}

/** The app loads the license. The model takes the stored time from the disk as it is. */
export async function load(model: GateModel, machine: TestMachine): Promise<void> {
  model.isDeviceUnsure &&= machine.hasTooFewFacts
  // An unknown device cannot tell a damaged key from one that can be opened later.
  model.status = model.isDeviceUnsure && machine.store().mayHaveKey() ? 'unreachable' : 'locked'
  if (model.isDeviceUnsure || model.disk === undefined) return
  const { time } = await machine.store().open()
  if (time !== undefined) model.clock.restore(time)
  model.stored = model.disk
  check(model, model.disk.key, machine)
}

/** Time passes. A clock that was set back is noticed only when a timer fires. */
export function passTime(model: GateModel, machine: TestMachine, isTimer: boolean): void {
  const { stored, clock } = model
  if (!isOpen(model) || stored?.proof === undefined) return
  const now = clock.now()
  const hasRunOut = now >= stored.proof.expiresAt && stored.proof.checkedAt < stored.proof.expiresAt
  const hasGraceEnded =
    model.status === 'grace' && (now >= graceEndOf(stored.proof) || (isTimer && clock.isSetBack()))
  if (hasRunOut || hasGraceEnded) check(model, stored.key, machine)
}

import type { Clock } from '../clock.ts'
import type { TimeMark } from '../trusted-clock.ts'
import { GRACE_SECONDS, type ServiceMode, type TestMachine } from './test-machine.ts'
import { TRIAL_KEY } from './test-service.ts'

interface ModelProof {
  readonly checkedAt: number
  readonly expiresAt: number
  /** After that, only versions that were built until then open. -1: none. */
  readonly builtUntil: number
}

export interface ModelLicense {
  readonly key: string
  readonly proof?: ModelProof
}

export const TRIAL_DAYS = 14

/** A date that is this much earlier than the latest time was set back. */
const SET_BACK_SECONDS = 300
/** A run stores its time at least every five minutes, and one minute more as used. */
export const LONGEST_BETWEEN_MARKS = 300
const RESERVE_SECONDS = 360

/**
 * The app's estimate of the service's clock, written independently of `createTrustedClock`: the
 * time that the app has seen, and the time that earlier runs reserved without using it.
 */
export class ModelClock {
  readonly #clock: Clock
  #seen: number
  #atMs: number
  #reserved = 0
  #offset = 0
  constructor(clock: Clock) {
    this.#clock = clock
    this.#seen = clock.wallSeconds()
    this.#atMs = clock.monotonicMs()
  }
  #date(): number {
    return this.#clock.wallSeconds() + this.#offset
  }
  seen(): number {
    return this.#seen + (this.#clock.monotonicMs() - this.#atMs) / 1000
  }
  now(): number {
    return this.seen() + this.#reserved
  }
  isSetBack(): boolean {
    return this.seen() - this.#date() > SET_BACK_SECONDS
  }
  #see(seconds: number): void {
    this.#seen = seconds
    this.#atMs = this.#clock.monotonicMs()
  }
  /** A verified answer. */
  answered(serviceTime: number): void {
    this.#offset = serviceTime - this.#clock.wallSeconds()
    this.#reserved = 0
    this.#see(serviceTime)
  }
  woken(sleptSeconds: number): void {
    const slept = Math.min(Math.max(this.#date() - this.seen(), 0), sleptSeconds)
    this.#see(this.seen() + slept)
  }
  /** A start with a mark of an earlier run. */
  started({ offsetSeconds, highestSeconds, reservedUntilSeconds = 0 }: TimeMark): void {
    this.#offset = offsetSeconds
    this.#see(Math.max(this.#date(), highestSeconds))
    this.#reserved = Math.max(reservedUntilSeconds - this.#seen, 0)
  }
  /** The mark that was written this many seconds ago. */
  mark(secondsAgo: number): TimeMark {
    return {
      offsetSeconds: this.#offset,
      highestSeconds: this.seen() - secondsAgo,
      reservedUntilSeconds: this.now() - secondsAgo + RESERVE_SECONDS,
    }
  }
}

/**
 * A second, simpler implementation of the gate. Times are this computer's estimate of the service's
 * clock.
 */
export interface GateModel {
  status: 'locked' | 'checking' | 'refused' | 'unreachable' | 'stored' | 'online' | 'grace'
  stored: ModelLicense | undefined
  lastTriedKey: string | undefined
  /** The key that the last refusal offers to move here. */
  movableKey: string | undefined
  /** What the next start will load. */
  disk: ModelLicense | undefined
  remembers: boolean
  executions: number
  clock: ModelClock
  /** The time that the next start will load. */
  mark: TimeMark | undefined
  serviceMode: ServiceMode
  /** Too few facts were read to recognise the device, so the stored license cannot be opened. */
  isDeviceUnsure: boolean
  /** The keys that the service accepted, with the time. A refusal removes a key. */
  readonly verified: Map<string, number>
  /** The stored key was verified since the app was started. */
  isVerifiedInSession: boolean
  /** The date or the files were changed, so the app cannot know the true time. */
  isTamperedWith: boolean
  /** What the app knows about a trial since the gate has had no key. Undefined: it did not ask. */
  offer: 'known' | 'unanswered' | 'withdrawn' | undefined
  trialEndsAt: number | undefined
}

export const createGateModel = ({ time }: TestMachine): GateModel => ({
  status: 'locked',
  stored: undefined,
  lastTriedKey: undefined,
  movableKey: undefined,
  disk: undefined,
  remembers: true,
  executions: 0,
  clock: new ModelClock(time.clock),
  mark: undefined,
  serviceMode: { kind: 'offline' },
  isDeviceUnsure: false,
  verified: new Map(),
  isVerifiedInSession: false,
  isTamperedWith: false,
  offer: undefined,
  trialEndsAt: undefined,
})

export const isOpen = ({ status }: GateModel): boolean =>
  status === 'stored' || status === 'online' || status === 'grace'

const hasEnded = ({ expiresAt, builtUntil }: ModelProof, machine: TestMachine, now: number): boolean =>
  now >= expiresAt && (machine.builtAt ?? now) > builtUntil

/** Whether the service may be unreachable for the proof, beside its end. */
const isInGrace = ({ checkedAt }: ModelProof, now: number): boolean => now < checkedAt + GRACE_SECONDS

const save = (model: GateModel): void => {
  if (model.remembers) model.disk = model.stored
}

function mayOpenUnchecked({ clock }: GateModel, { proof }: ModelLicense, machine: TestMachine): boolean {
  const now = clock.now()
  return proof !== undefined && isInGrace(proof, now) && !hasEnded(proof, machine, now) && !clock.isSetBack()
}

/** The gate asks for an offer as soon as it has no key. `again`: also if there was no answer. */
export function askForOffer(model: GateModel, { hasTrials }: TestMachine, again = false): void {
  if (again && model.offer === 'unanswered') model.offer = undefined
  if (!hasTrials || !needsKey(model) || model.offer !== undefined) return
  const isAnswered = ['valid', 'refused', 'silent'].includes(model.serviceMode.kind)
  model.offer = isAnswered ? 'known' : 'unanswered'
}

const needsKey = (model: GateModel): boolean =>
  !isOpen(model) &&
  model.status !== 'checking' &&
  model.stored === undefined &&
  !(model.status === 'unreachable' && model.isDeviceUnsure)

/** Whether the gate offers a trial. */
export const isOffering = (model: GateModel): boolean => model.offer === 'known' && needsKey(model)

/** One request for a trial and its answer. */
export function startTrial(model: GateModel, machine: TestMachine): void {
  if (!isOffering(model) || !send(model, undefined, machine)) return
  if (model.serviceMode.kind !== 'offline') model.executions++
  const now = Math.floor(machine.serviceTime())
  if (model.serviceMode.kind === 'valid') {
    model.trialEndsAt ??= now + TRIAL_DAYS * 86_400
    if (now >= model.trialEndsAt) model.offer = 'withdrawn'
  }
  answer(model, TRIAL_KEY, machine)
  model.lastTriedKey = model.stored?.key
  model.movableKey = undefined
}

/** The state without an answer when nothing opens the product. */
function whyNot({ clock }: GateModel, { proof }: ModelLicense, machine: TestMachine) {
  const now = clock.now()
  const isTooNew =
    proof !== undefined && proof.builtUntil >= 0 && isInGrace(proof, now) && hasEnded(proof, machine, now)
  return isTooNew ? 'refused' : 'unreachable'
}

/**
 * The state after a refusal of the request when nothing opens the product. With a proof in its grace,
 * the date was set back, and the gate shows that instead of the refusal.
 */
function whyRefused(model: GateModel, { proof }: ModelLicense, machine: TestMachine) {
  const now = model.clock.now()
  const hasProof = proof !== undefined && isInGrace(proof, now) && !hasEnded(proof, machine, now)
  return hasProof ? 'unreachable' : 'refused'
}

/** One check of `key` and its answer. */
export function check(model: GateModel, key: string, machine: TestMachine): void {
  if (!send(model, key, machine)) return
  if (model.serviceMode.kind !== 'offline') model.executions++
  answer(model, key, machine)
}

/** Whether a check can be sent. */
function send(model: GateModel, key: string | undefined, machine: TestMachine): boolean {
  model.lastTriedKey = key
  model.movableKey = undefined
  // The gate reads the facts of the machine again before a check.
  model.isDeviceUnsure &&= machine.hasTooFewFacts
  if (model.isDeviceUnsure) model.status = 'unreachable'
  return !model.isDeviceUnsure
}

/** The answer to a check of `key` that was sent. */
export function answer(model: GateModel, key: string, machine: TestMachine): void {
  const trueTime = machine.serviceTime()
  const { stored, trialEndsAt = 0 } = model
  const isStoredKey = key === stored?.key
  const isTrial = key === TRIAL_KEY && model.serviceMode.kind === 'valid'
  const serviceMode: ServiceMode =
    isTrial && Math.floor(trueTime) >= trialEndsAt ? { kind: 'refused' } : model.serviceMode
  switch (serviceMode.kind) {
    case 'valid': {
      model.clock.answered(trueTime)
      const { expiresAt: end } = isTrial ? { expiresAt: trialEndsAt } : serviceMode
      const hasFields = machine.publicKeys !== undefined && !isTrial
      const fields = (hasFields && serviceMode.fields) || {}
      const proof = {
        checkedAt: trueTime,
        expiresAt: end === 'never' ? Number.POSITIVE_INFINITY : end,
        builtUntil: fields.isPerpetual ? (fields.updatesUntil ?? 0) : -1,
      }
      if (proof.builtUntil >= 0 && hasEnded(proof, machine, trueTime)) {
        if (isStoredKey) {
          model.stored = { key, proof }
          model.verified.set(key, trueTime)
          save(model)
        }
        if (isStoredKey || !isOpen(model)) model.status = 'refused'
        return
      }
      model.stored = { key, proof }
      model.status = 'online'
      model.verified.set(key, trueTime)
      model.isVerifiedInSession = true
      save(model)
      return
    }
    case 'refused':
      if (isStoredKey && serviceMode.code === 'SECURITY_ERROR') {
        model.status = mayOpenUnchecked(model, stored, machine) ? 'grace' : whyRefused(model, stored, machine)
        return
      }
      if (serviceMode.code !== 'SECURITY_ERROR') model.verified.delete(key)
      if (isStoredKey) {
        model.stored = { key }
        save(model)
      }
      if (isStoredKey || !isOpen(model)) model.status = 'refused'
      if (machine.publicKeys !== undefined && serviceMode.fields?.move !== undefined) model.movableKey = key
      return
    default:
      if (!isStoredKey) {
        if (!isOpen(model)) model.status = 'unreachable'
        return
      }
      model.status = mayOpenUnchecked(model, stored, machine) ? 'grace' : whyNot(model, stored, machine)
  }
}

/** The user releases this computer, which is in the list of devices. */
export function release(model: GateModel, { publicKeys }: TestMachine): void {
  if (!isOpen(model) || publicKeys === undefined) return
  if (model.serviceMode.kind === 'valid') forget(model)
  else save(model)
}

/** The key is deleted on this device. */
export function forget(model: GateModel): void {
  const nothing = { stored: undefined, lastTriedKey: undefined, movableKey: undefined, disk: undefined }
  model.offer = undefined
  Object.assign(model, { status: 'locked', ...nothing })
}

/** The user requests a check. */
export function checkAgain(model: GateModel, machine: TestMachine): void {
  const key = isOpen(model) ? model.stored?.key : model.lastTriedKey
  if (key !== undefined) check(model, key, machine)
  else if (model.isDeviceUnsure && model.status === 'unreachable') load(model, machine)
}

/** The app loads the license, and may open the product before the check is answered. */
export function load(model: GateModel, machine: TestMachine): void {
  model.isDeviceUnsure &&= machine.hasTooFewFacts
  // An unknown device cannot tell a damaged key from one that can be opened later.
  model.status = model.isDeviceUnsure && machine.store().mayHaveKey() ? 'unreachable' : 'locked'
  if (model.isDeviceUnsure || model.disk === undefined) return
  if (model.disk.proof !== undefined && model.mark !== undefined) model.clock.started(model.mark)
  model.stored = model.disk
  model.status = !machine.isCheckFirst && mayOpenUnchecked(model, model.disk, machine) ? 'stored' : 'checking'
  if (model.serviceMode.kind !== 'silent') check(model, model.disk.key, machine)
  else if (send(model, model.disk.key, machine)) model.executions++
}

/** Time passes. A clock that was set back is noticed only when a timer fires. */
export function passTime(model: GateModel, machine: TestMachine, isTimer: boolean): void {
  const { stored, clock } = model
  if (!isOpen(model) || stored?.proof === undefined) return
  const now = clock.now()
  const { proof } = stored
  const isOver = hasEnded(proof, machine, now)
  const hasRunOut = isOver && proof.checkedAt < proof.expiresAt
  const hasGraceEnded =
    model.status === 'grace' && (isOver || !isInGrace(proof, now) || (isTimer && clock.isSetBack()))
  if (hasRunOut || hasGraceEnded) check(model, stored.key, machine)
}
